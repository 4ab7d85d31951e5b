import "server-only";
import { eq } from "drizzle-orm";
import type { PayoutBatchState } from "@/lib/contract/grant.values";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { grantBatches, type grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { rejectStaleVersion, updateVersionedRecord } from "@/lib/server/records/version";

/** Database row of a payout batch. */
export type PayoutBatchRecord = typeof grantBatches.$inferSelect;
/** Database row of one payment in a payout batch. */
export type PayoutRowRecord = typeof grantBatchRows.$inferSelect;

/** Record type of payout batches in the audit trail and in approvals. */
export const GRANT_BATCH_RECORD_TYPE = "grant_batch" as const;
/** Returns the reference to a payout batch for audit rows. */
export const batchRecordRef = ({ id, reference }: Pick<PayoutBatchRecord, "id" | "reference">) => ({
  type: GRANT_BATCH_RECORD_TYPE,
  id,
  name: reference,
});

/** Locks a batch. Lock order: batch → its rows → applications → programme → ledger accounts. @throws 404 */
export async function lockPayoutBatch(tx: Transaction, batchId: string): Promise<PayoutBatchRecord> {
  const [batch] = await tx.select().from(grantBatches).where(eq(grantBatches.id, batchId)).for("no key update");
  if (!batch) throw refuse.notFound("payout batch");
  return batch;
}

/** Changes a batch that the caller has locked. */
export async function updatePayoutBatch(
  tx: Transaction,
  { id }: Pick<PayoutBatchRecord, "id">,
  values: Partial<typeof grantBatches.$inferInsert>,
): Promise<PayoutBatchRecord> {
  const changed = await updateVersionedRecord(tx, grantBatches, id, values);
  return changed;
}

/** Locks a batch that has one of these states and this version. @throws 404; 409 with the result of `current` otherwise */
export async function lockBatchInState(
  tx: Transaction,
  { batchId, version }: { batchId: string; version: number },
  { states, why, current }: { states: readonly PayoutBatchState[]; why: string; current: () => Promise<unknown> },
): Promise<PayoutBatchRecord> {
  const batch = await lockPayoutBatch(tx, batchId);
  if (!states.includes(batch.state))
    throw refuse.conflict(`This payout batch is ${BATCH_STATE_TEXTS[batch.state]}, so ${why}.`, await current());
  await rejectStaleVersion("payout batch", batch, version, current);
  return batch;
}

/** State of a batch as the end of a sentence: "This payout is …". */
export const BATCH_STATE_TEXTS: Record<PayoutBatchState, string> = {
  draft: "a draft",
  awaiting_approval: "waiting for approval",
  paying: "being paid",
  done: "done",
  rejected: "rejected",
  cancelled: "cancelled",
};
