import "server-only";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import type { ledgerEntryReversal } from "@/lib/contract/system-wallet";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { expireApprovalsWhere } from "@/lib/server/approvals/request-approval";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { lockAccounts } from "@/lib/server/ledger/accounts";
import { readLedgerEntryWithPostings, reversalOf } from "@/lib/server/ledger/reverse";
import {
  insertMovement,
  lockTransactionOfMovement,
  movementRecordRef,
  requestMovementApproval,
} from "./change-movement";
import { describeMovement } from "./describe-movement";
import { readMovementDetails } from "./list-movements";
import { readLedgerEntry } from "./read-ledger-entry";

/** Kinds of ledger entries that `requestLedgerEntryReversal` refuses to reverse, with advice on what to do instead. */
const NOT_REVERSIBLE: Partial<Record<string, string>> = {
  transaction: "This entry belongs to a transaction. Refund the transaction instead.",
  transaction_refund: "This entry belongs to a refund, which can't be taken back here.",
  settlement_fee: "These are fees that the provider has withheld. Post a correction as a new movement instead.",
  reversal: "This entry is a reversal. Post what should be booked as a new movement instead.",
};

/**
 * Requests the reversal of a ledger entry. The reversal is posted when another admin approves.
 * @throws 404; 409 if the entry is reversed, its reversal is pending, or its kind is in `NOT_REVERSIBLE`
 */
export async function requestLedgerEntryReversal(
  { tx, admin, audit }: WriteContext,
  input: z.output<typeof ledgerEntryReversal>,
) {
  const entry = await readLedgerEntryWithPostings(tx, input.entryId);
  const otherWay = NOT_REVERSIBLE[entry.kind];
  if (otherWay) throw refuse.conflict(otherWay);
  const [existingMovement] = await tx.select().from(walletMovements).where(eq(walletMovements.entryId, entry.id));
  if (existingMovement) await lockTransactionOfMovement(tx, existingMovement);
  // Locks the accounts before reading, so that the second of two concurrent requests sees the first.
  await lockAccounts(tx, Object.values(SYSTEM_ACCOUNT_IDS));
  await rejectExpired(tx, entry.id);
  if (await reversalOf(tx, entry.id)) throw refuse.conflict("This entry is reversed already.");
  if ((await readLedgerEntry(tx, entry.id, admin.rights)).awaiting_reversal)
    throw refuse.conflict("A reversal of this entry already waits for approval.");
  const amount = entry.postings.reduce((sum, posting) => sum + Math.max(posting.amount, 0), 0);
  const draftMovement = await insertMovement(tx, {
    kind: "reversal",
    amount,
    note: input.note,
    reversesEntryId: entry.id,
    transactionId: existingMovement?.transactionId,
    requestedBy: admin.id,
  });
  const movement = await requestMovementApproval(tx, draftMovement, admin.id);
  audit({
    record: movementRecordRef(movement),
    after: { kind: movement.kind, entry: entry.id, change: describeMovement(movement), note: movement.note },
  });
  return readMovementDetails(tx, movement.id);
}

/** Closes an expired request to reverse the same entry, because its manual transfer would block the new request. */
async function rejectExpired(tx: Transaction, entryId: string): Promise<void> {
  const [earlierMovement] = await tx
    .select()
    .from(walletMovements)
    .where(and(eq(walletMovements.reversesEntryId, entryId), eq(walletMovements.state, "awaiting_approval")));
  if (earlierMovement) await expireApprovalsWhere(tx, eq(approvals.recordId, earlierMovement.id));
}
