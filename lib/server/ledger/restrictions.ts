import "server-only";
import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { fullName } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { AccountRefusal, type LedgerAccount } from "./accounts";

type LedgerEntryPostings = { postings: readonly { accountId: string; amount: number }[] };

/**
 * Rejects ledger entries that a user's restriction or closed account forbids (docs/rules.md, User management). Call this function after locking
 * the wallets, as a separate statement: a change of a user's status locks the wallet too, so the latest status is visible. Checks the net
 * change of an entry, so a fee deducted from incoming money is not a debit.
 * @throws AccountRefusal (409)
 */
export async function refuseLedgerEntriesOfRestrictedUsers(
  tx: Transaction,
  entries: readonly LedgerEntryPostings[],
  accounts: ReadonlyMap<string, LedgerAccount>,
): Promise<void> {
  const touchedIds = new Set(entries.flatMap(({ postings }) => postings.map(({ accountId }) => accountId)));
  const userIds = [...touchedIds].flatMap((id) => accounts.get(id)?.userId ?? []);
  if (userIds.length === 0) return;
  const isInForce = or(isNull(users.restrictedUntil), gt(users.restrictedUntil, sql`now()`));
  const restrictedUsers = await tx
    .select()
    .from(users)
    .where(
      and(inArray(users.id, userIds), or(eq(users.status, "closed"), and(eq(users.status, "restricted"), isInForce))),
    );
  for (const user of restrictedUsers)
    for (const { postings } of entries) {
      const change = postings.reduce((sum, { accountId, amount }) => sum + (accountId === user.id ? amount : 0), 0);
      const isTouched = postings.some(({ accountId }) => accountId === user.id);
      if (user.status === "closed" && isTouched)
        throw new AccountRefusal(
          change < 0 ? "give" : "take",
          user.id,
          `${fullName(user)}'s account is closed, so nothing moves in its wallet.`,
        );
      if (change < 0 && user.restriction !== "no_credit") throw restrictionRefusal(user, "give");
      if (change > 0 && user.restriction !== "no_debit") throw restrictionRefusal(user, "take");
    }
}

const restrictionRefusal = (user: typeof users.$inferSelect, part: "give" | "take") =>
  new AccountRefusal(
    part,
    user.id,
    `${fullName(user)}'s wallet is restricted: no money may go ${part === "give" ? "out of" : "into"} it until the restriction is lifted.`,
  );
