import "server-only";
import { asc, eq, inArray } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS, type SystemAccount } from "@/lib/contract/ledger.values";
import { askWhoReads, featureOfAccount, withFigures } from "@/lib/server/api/balances-in-refusals";
import { fullName } from "@/lib/server/api/context";
import { Refusal } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { users } from "@/lib/server/db/schema/user";

export type LedgerAccount = typeof ledgerAccounts.$inferSelect;

/**
 * An account that can't do its part of an entry, a 409. The message may tell of a restriction, so anyone who hands it on to
 * people who may not read that makes words of their own out of the rest. What the account holds is among its figures alone.
 */
export class AccountRefusal extends Refusal {
  constructor(
    readonly part: "give" | "take",
    /** Whose wallet it is; null for a system account. */
    readonly userId: string | null,
    message: string,
    /** Which system account it is, where that is known; null for a wallet. */
    readonly account: SystemAccount | null = null,
    code = "CONFLICT",
  ) {
    super(409, code, `${message} ${NOTHING_MOVED}`);
  }
}

export const NOTHING_MOVED = "Nothing was moved.";

type Short = Pick<LedgerAccount, "code" | "userId">;

/** An account that holds less than it should give. @param figures the same as a sentence that says how much it holds */
export function holdsTooLittle({ code, userId }: Short, figures: string): AccountRefusal {
  const refusal = new AccountRefusal("give", userId, tooLittle({ code, userId }), code);
  return withFigures(refusal, `${figures} ${NOTHING_MOVED}`, featureOfAccount({ userId }));
}

/** The same for those who may not know how much it holds. */
export const tooLittle = ({ code, userId }: Short) =>
  `${code ? ACCOUNT_WORDS[code] : "The user's wallet"} does not hold enough for this. ${askWhoReads(featureOfAccount({ userId }))}`;

/** How a system account reads in a sentence. */
export const ACCOUNT_WORDS: Record<SystemAccount, string> = {
  settlement_float: "Settlement float",
  fee_income: "Fee income",
  grants_pool: "Grants pool",
  promotions_pool: "Promotions pool",
  suspense: "Suspense",
};

/** Whether this is the id of a citizen's wallet, which is the citizen's own. */
export const isWallet = (accountId: string): boolean => !SYSTEM_IDS.has(accountId);

const SYSTEM_IDS: ReadonlySet<string> = new Set(Object.values(SYSTEM_ACCOUNT_IDS));

/**
 * Locks these accounts until the transaction ends, always in the order of their ids, so that two who move money between
 * the same accounts wait for each other and never block each other.
 */
export async function lockAccounts(tx: Transaction, ids: readonly string[]): Promise<Map<string, LedgerAccount>> {
  const rows = await tx
    .select()
    .from(ledgerAccounts)
    .where(inArray(ledgerAccounts.id, [...new Set(ids)]))
    .orderBy(asc(ledgerAccounts.id))
    .for("no key update");
  return new Map(rows.map((row) => [row.id, row]));
}

/** The names of accounts by their ids, with one query for all wallets; see `accountName`. */
export async function accountNames(
  db: Queryable,
  accounts: readonly Pick<LedgerAccount, "id" | "code" | "userId">[],
): Promise<Map<string, string>> {
  const userIds = accounts.flatMap(({ userId }) => userId ?? []);
  const owners = userIds.length ? await db.select().from(users).where(inArray(users.id, userIds)) : [];
  const names = new Map(owners.map((user) => [user.id, `${fullName(user)}'s wallet`]));
  return new Map(
    accounts.map(({ id, code, userId }) => [id, code ? ACCOUNT_WORDS[code] : (names.get(userId ?? "") ?? "A wallet")]),
  );
}

/** "Settlement float", or "Ada Obi's wallet". */
export async function accountName(db: Queryable, account: Pick<LedgerAccount, "code" | "userId">): Promise<string> {
  if (account.code) return ACCOUNT_WORDS[account.code];
  const [user] = account.userId ? await db.select().from(users).where(eq(users.id, account.userId)) : [];
  return user ? `${fullName(user)}'s wallet` : "A wallet";
}
