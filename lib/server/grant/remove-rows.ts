import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { grantPayoutCalls as contract } from "@/lib/contract/grant-payouts";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { batchRecordRef, lockBatchInState, updatePayoutBatch } from "./batch-record";
import { readPayoutBatchDetails } from "./batch-single";

type RemoveInput = InputOf<typeof contract.removeRows>;

/**
 * Removes rows from a draft batch. Their applications can be put into another batch.
 * @throws 404; 409 with the current batch if it is not a draft, has changed, or lacks one of the rows
 */
export async function removeBatchRows({ tx, audit }: WriteContext, input: RemoveInput) {
  const current = () => readPayoutBatchDetails(tx, input.batchId);
  const why = "its rows can't be removed";
  const batch = await lockBatchInState(tx, input, { states: ["draft"], why, current });
  const rows = [...new Set(input.rows)];
  const removed = await tx
    .update(grantBatchRows)
    .set({ state: "removed", updatedAt: sql`clock_timestamp()` })
    .where(
      and(eq(grantBatchRows.batchId, batch.id), inArray(grantBatchRows.row, rows), eq(grantBatchRows.state, "pending")),
    )
    .returning({ row: grantBatchRows.row });
  if (removed.length !== rows.length) {
    const missing = rows.filter((row) => !removed.some((each) => each.row === row)).slice(0, 10);
    throw refuse.conflict(
      `Not in this batch, or removed already: row ${missing.join(", ")}. Choose other rows.`,
      await current(),
    );
  }
  const after = await updatePayoutBatch(tx, batch, {});
  audit({
    record: batchRecordRef(batch),
    before: { rows: batch.rows, amount: formatMoney(batch.amount) },
    after: {
      rows: after.rows,
      amount: formatMoney(after.amount),
      removed_rows: removed.map(({ row }) => row).sort((a, b) => a - b),
      reason: input.reason,
    },
  });
  return readPayoutBatchDetails(tx, batch.id);
}
