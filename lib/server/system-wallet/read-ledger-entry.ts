import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { accessPolicy, type FeatureAccess, satisfiesPolicy } from "@/lib/contract/access";
import type { LedgerEntryDetails } from "@/lib/contract/system-wallet";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { accountNames } from "@/lib/server/ledger/accounts";
import { readLedgerEntryWithPostings, reversalOf } from "@/lib/server/ledger/reverse";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { isMovementPendingSql } from "./movement-state";

/**
 * Returns one ledger entry with its details. Shows the balance of a wallet after the entry only to admins who may read users. @throws 404
 */
export async function readLedgerEntry(
  db: Queryable,
  entryId: string,
  rights: readonly FeatureAccess[],
): Promise<LedgerEntryDetails> {
  const mayReadUsers = satisfiesPolicy(rights, accessPolicy("User Management", "read"));
  const entry = await readLedgerEntryWithPostings(db, entryId);
  const reversal = await reversalOf(db, entryId);
  const [postedBy] = entry.postedBy ? await db.select().from(admins).where(eq(admins.id, entry.postedBy)) : [];
  const accounts = await db
    .select()
    .from(ledgerAccounts)
    .where(
      inArray(
        ledgerAccounts.id,
        entry.postings.map(({ accountId }) => accountId),
      ),
    );
  const [pendingReversal] = await db
    .select({ id: walletMovements.id })
    .from(walletMovements)
    .where(and(eq(walletMovements.reversesEntryId, entryId), isMovementPendingSql()));
  const names = await accountNames(db, accounts);
  const postings = [];
  for (const { accountId, amount, balanceAfter } of entry.postings) {
    const account = accounts.find(({ id }) => id === accountId);
    if (!account) throw new Error(`No ledger account ${accountId}.`);
    postings.push({
      account: account.code,
      name: names.get(accountId) ?? "",
      amount,
      balance_after: account.userId && !mayReadUsers ? null : balanceAfter,
    });
  }
  return {
    id: entry.id,
    kind: entry.kind,
    description: entry.description,
    posted_at: entry.postedAt.toISOString(),
    posted_by: postedBy ? toAdminRef(postedBy) : null,
    source: { type: entry.sourceType, id: entry.sourceId },
    postings,
    reversal_of: entry.reversalOf,
    reversed_by: reversal?.id ?? null,
    awaiting_reversal: pendingReversal?.id ?? null,
  };
}
