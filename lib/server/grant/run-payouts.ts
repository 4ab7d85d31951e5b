import "server-only";
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { formatMoney } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { log } from "@/lib/server/base/log";
import type { Database, Transaction } from "@/lib/server/db/client";
import { grantBatches, grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { isProcessStopping } from "@/lib/server/process/stopping";
import { applicationRecordRef } from "./application-record";
import { batchRecordRef, lockPayoutBatch, type PayoutRowRecord, updatePayoutBatch } from "./batch-record";
import { rowSumsByState } from "./batch-sums";
import { countRowError } from "./count-row-error";
import { payBatchRows } from "./pay-rows";

/** Maximum number of rows paid from one batch before the next batch is paid. */
const ROWS_PER_TURN = 200;
/** Rows paid in one transaction, with one commit and one lock on ledger and audit trail. A crash rolls back all of them. */
const ROWS_PER_TX = 50;

/**
 * Pays the rows of approved batches, a few per transaction. After a crash, a row is either paid or unchanged, and the next run continues.
 * Several servers may run this in parallel. A run tries every pending row once; runs start every few seconds (process/timed-tasks.ts).
 * @returns number of tried rows
 */
export async function runPayouts(db: Database): Promise<number> {
  const lastRows = new Map<string, number>();
  for (let count = 0; ; ) {
    // Reads the batches in every round, so that a newly approved batch does not wait for the others.
    const payingBatches = await db
      .select({ id: grantBatches.id })
      .from(grantBatches)
      .where(eq(grantBatches.state, "paying"))
      .orderBy(asc(grantBatches.approvedAt), asc(grantBatches.id));
    let attempted = 0;
    for (const { id } of payingBatches) attempted += await payOneTurn(db, id, lastRows);
    count += attempted;
    if (attempted === 0 || isProcessStopping()) return count;
  }
}

/** Pays at most ROWS_PER_TURN rows of a batch. @returns number of rows tried */
async function payOneTurn(db: Database, batchId: string, lastRows: Map<string, number>): Promise<number> {
  for (let count = 0; count < ROWS_PER_TURN; ) {
    if (isProcessStopping()) return count;
    const attempted = await attemptNextRows(db, batchId, { after: lastRows.get(batchId) ?? 0, most: ROWS_PER_TX });
    const last = attempted.at(-1);
    if (last === undefined) {
      if (count === 0) await finishBatch(db, batchId);
      return count;
    }
    lastRows.set(batchId, last);
    count += attempted.length;
  }
  return ROWS_PER_TURN;
}

/** Selection of rows. `after`: last row tried in this run; `upTo`: last row to try; `most`: maximum number of rows. */
type RowRange = { after: number; upTo?: number; most: number };

/** Pays the next rows in one transaction. @returns the rows that were tried */
async function attemptNextRows(db: Database, batchId: string, range: RowRange): Promise<number[]> {
  let attempted: number[] = [];
  try {
    return await inTransaction(db, async (tx) => {
      const rows = await lockNextRows(tx, batchId, range);
      if (!rows.length) return [];
      attempted = rows.map(({ row }) => row);
      const [first, ...others] = (await payBatchRows(tx, rows)).map(({ application, problem, after }) => {
        const entry = { record: applicationRecordRef(application), before: { payment: "pending" }, after };
        return systemAuditRow("grant.payRow", entry, problem);
      });
      if (first) await appendAudit(tx, first, ...others);
      return attempted;
    });
  } catch (error) {
    // The database is unreachable, so no row was locked. The next run retries.
    if (!attempted.length) throw error;
    log.error({ err: error, batchId, rows: attempted }, "rows of a payout batch could not be paid");
    if (attempted.length === 1) for (const row of attempted) await countRowError(db, batchId, row);
    // Tries each row in its own transaction, because an error of one row has rolled back the whole group.
    else for (const row of attempted) await attemptNextRows(db, batchId, { after: row - 1, upTo: row, most: 1 });
    return attempted;
  }
}

/** Locks the next pending rows that no other server has locked, in batch order. */
function lockNextRows(tx: Transaction, batchId: string, { after, upTo, most }: RowRange): Promise<PayoutRowRecord[]> {
  const { row, state } = grantBatchRows;
  return tx
    .select()
    .from(grantBatchRows)
    .where(
      and(
        eq(grantBatchRows.batchId, batchId),
        eq(state, "pending"),
        gt(row, after),
        upTo === undefined ? undefined : lte(row, upTo),
      ),
    )
    .orderBy(asc(row))
    .limit(most)
    .for("update", { skipLocked: true });
}

/** Marks a batch as done once every row is paid, failed or removed. */
async function finishBatch(db: Database, batchId: string): Promise<void> {
  if (await hasOpenRows(db, batchId)) return;
  await inTransaction(db, async (tx) => {
    const batch = await lockPayoutBatch(tx, batchId);
    // Checks again under the lock, because an admin may have just retried failed rows, under the same lock.
    if (batch.state !== "paying" || (await hasOpenRows(tx, batchId))) return;
    await updatePayoutBatch(tx, batch, { state: "done", doneAt: new Date() });
    const { paid, failed } = (await rowSumsByState(tx, batchId)).sums;
    const after = {
      state: "done",
      paid: paid.rows,
      paid_amount: formatMoney(paid.amount),
      failed: failed.rows,
      failed_amount: formatMoney(failed.amount),
    };
    const entry = { record: batchRecordRef(batch), before: { state: batch.state }, after };
    await appendAudit(tx, systemAuditRow("grant.finishBatch", entry));
  });
}

async function hasOpenRows(db: Database | Transaction, batchId: string): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from grant_batch_rows where batch_id = ${batchId} and state in ('pending', 'sent') limit 1`);
  return found.rows.length > 0;
}
