import "server-only";
import { eq } from "drizzle-orm";
import type { BatchState } from "@/lib/contract/grant.values";
import { formatCount } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { grantBatches, type grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { refuseChanged, saveVersion } from "@/lib/server/records/version";

export type BatchRecord = typeof grantBatches.$inferSelect;
export type BatchRowRecord = typeof grantBatchRows.$inferSelect;

/** How approvals and audit rows name payout batches. */
export const GRANT_BATCH = "grant_batch";
export const batchRecord = ({ id, reference }: Pick<BatchRecord, "id" | "reference">) => ({
  type: GRANT_BATCH,
  id,
  name: reference,
});

/**
 * The batch, held until the transaction ends. It comes first in the order of locks: batch → its rows → applications →
 * programme → ledger accounts.
 * @throws 404
 */
export async function lockBatch(tx: Transaction, batchId: string): Promise<BatchRecord> {
  const [batch] = await tx.select().from(grantBatches).where(eq(grantBatches.id, batchId)).for("no key update");
  if (!batch) throw refuse.notFound("payout batch");
  return batch;
}

/** Changes a batch that the caller holds. */
export async function changeBatch(
  tx: Transaction,
  { id }: Pick<BatchRecord, "id">,
  values: Partial<typeof grantBatches.$inferInsert>,
): Promise<BatchRecord> {
  const changed = await saveVersion(tx, grantBatches, id, values);
  return changed;
}

/** A batch in one of these states, from this version on, held. @throws 404; 409 with the batch as `current` says it */
export async function lockBatchFor(
  tx: Transaction,
  { batchId, version }: { batchId: string; version: number },
  { states, why, current }: { states: readonly BatchState[]; why: string; current: () => Promise<unknown> },
): Promise<BatchRecord> {
  const batch = await lockBatch(tx, batchId);
  if (!states.includes(batch.state))
    throw refuse.conflict(`This payout batch is ${STATE_WORDS[batch.state]}, so ${why}.`, await current());
  await refuseChanged("payout batch", batch, version, current);
  return batch;
}

/** As they read after "is". */
export const STATE_WORDS: Record<BatchState, string> = {
  draft: "a draft",
  awaiting_approval: "waiting for approval",
  paying: "being paid",
  done: "done",
  rejected: "rejected",
  cancelled: "cancelled",
};

/** "1 row", "2,000 rows". */
export const rowsWord = (count: number, noun = "row") => `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
