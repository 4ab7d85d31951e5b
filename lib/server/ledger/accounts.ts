import "server-only";
import { asc, eq, inArray } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS, type SystemAccount } from "@/lib/contract/ledger.values";
import {
  attachBalanceMessage,
  featureOfLedgerAccount,
  hiddenBalanceMessage,
} from "@/lib/server/api/balances-in-refusals";
import { fullName } from "@/lib/server/api/context";
import { Refusal } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { users } from "@/lib/server/db/schema/user";

/** A ledger account as stored: a system account or a user's wallet. */
export type LedgerAccount = typeof ledgerAccounts.$inferSelect;

/**
 * Error for a 409 response: an account can't take part in a ledger entry. The message may mention a restriction. For readers who may not see
 * restrictions, compose another message from the fields. Only the error's `figures` contain balances.
 */
export class AccountRefusal extends Refusal {
  constructor(
    readonly part: "give" | "take",
    /** User of the wallet; null for a system account. */
    readonly userId: string | null,
    message: string,
    /** Code of the system account; null for a wallet, or if the caller does not state it. */
    readonly account: SystemAccount | null = null,
    code = "CONFLICT",
  ) {
    super(409, code, `${message} ${NO_MONEY_MOVED_NOTE}`);
  }
}

/** Last sentence of a refusal's message: no money was moved. */
export const NO_MONEY_MOVED_NOTE = "Nothing was moved.";

type AccountOwner = Pick<LedgerAccount, "code" | "userId">;

/**
 * Returns the refusal for an account with too little money.
 * @param amountsText a sentence that contains the account's balance
 */
export function insufficientFundsRefusal({ code, userId }: AccountOwner, amountsText: string): AccountRefusal {
  const refusal = new AccountRefusal("give", userId, insufficientFundsMessage({ code, userId }), code);
  return attachBalanceMessage(refusal, `${amountsText} ${NO_MONEY_MOVED_NOTE}`, featureOfLedgerAccount({ userId }));
}

/** Returns the refusal for too little money without amounts, for readers who may not see the balance. */
export const insufficientFundsMessage = ({ code, userId }: AccountOwner) =>
  `${code ? SYSTEM_ACCOUNT_PHRASES[code] : "The user's wallet"} does not have enough money for this. ${hiddenBalanceMessage(featureOfLedgerAccount({ userId }))}`;

/** Names of system accounts for use within a sentence. */
export const SYSTEM_ACCOUNT_PHRASES: Record<SystemAccount, string> = {
  settlement_float: "Settlement float",
  fee_income: "Fee income",
  grants_pool: "Grants pool",
  promotions_pool: "Promotions pool",
  suspense: "Suspense",
};

/** Returns true for the id of a citizen's wallet, which is the citizen's own id. */
export const isWalletAccount = (accountId: string): boolean => !SYSTEM_IDS.has(accountId);

const SYSTEM_IDS: ReadonlySet<string> = new Set(Object.values(SYSTEM_ACCOUNT_IDS));

/** Locks these accounts in the order of their ids, so that two transfers can't deadlock. */
export async function lockAccounts(tx: Transaction, ids: readonly string[]): Promise<Map<string, LedgerAccount>> {
  const rows = await tx
    .select()
    .from(ledgerAccounts)
    .where(inArray(ledgerAccounts.id, [...new Set(ids)]))
    .orderBy(asc(ledgerAccounts.id))
    .for("no key update");
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the names of accounts by id, with one query for all wallets; see `accountName`. */
export async function accountNames(
  db: Queryable,
  accounts: readonly Pick<LedgerAccount, "id" | "code" | "userId">[],
): Promise<Map<string, string>> {
  const userIds = accounts.flatMap(({ userId }) => userId ?? []);
  const owners = userIds.length ? await db.select().from(users).where(inArray(users.id, userIds)) : [];
  const names = new Map(owners.map((user) => [user.id, `${fullName(user)}'s wallet`]));
  return new Map(
    accounts.map(({ id, code, userId }) => [
      id,
      code ? SYSTEM_ACCOUNT_PHRASES[code] : (names.get(userId ?? "") ?? "A wallet"),
    ]),
  );
}

/** Returns "Settlement float", or "Ada Obi's wallet". */
export async function accountName(db: Queryable, account: Pick<LedgerAccount, "code" | "userId">): Promise<string> {
  if (account.code) return SYSTEM_ACCOUNT_PHRASES[account.code];
  const [user] = account.userId ? await db.select().from(users).where(eq(users.id, account.userId)) : [];
  return user ? `${fullName(user)}'s wallet` : "A wallet";
}
