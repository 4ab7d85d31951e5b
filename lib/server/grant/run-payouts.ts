import "server-only";
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { formatMoney } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/spine";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemRow } from "@/lib/server/audit/system-row";
import { log } from "@/lib/server/base/log";
import type { Database, Transaction } from "@/lib/server/db/client";
import { grantBatches, grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { isStopping } from "@/lib/server/process/stopping";
import { applicationRecord } from "./application-record";
import { type BatchRowRecord, batchRecord, changeBatch, lockBatch } from "./batch-record";
import { sumsByState } from "./batch-sums";
import { countFault } from "./count-fault";
import { payRows } from "./pay-rows";

/** Rows of one batch that are paid until the next batch gets its turn. */
const TURN = 200;
/** Rows of one transaction, which share the commit, the ledger's locks and the head of the audit trail; a crash undoes these. */
const GROUP = 50;

/**
 * Pays the rows of approved payout batches, a few in one transaction: a server that crashes has paid a row wholly or not at
 * all, and the next run goes on. Several servers may run it at once. Each row that is pending is tried once in a run; run
 * every few seconds (process/timed-tasks.ts).
 * @returns how many were tried
 */
export async function runPayouts(db: Database): Promise<number> {
  const places = new Map<string, number>();
  for (let count = 0; ; ) {
    // Read again for each round: a batch that is approved in the meantime does not wait for the others.
    const paying = await db
      .select({ id: grantBatches.id })
      .from(grantBatches)
      .where(eq(grantBatches.state, "paying"))
      .orderBy(asc(grantBatches.approvedAt), asc(grantBatches.id));
    let tried = 0;
    for (const { id } of paying) tried += await payTurn(db, id, places);
    count += tried;
    if (tried === 0 || isStopping()) return count;
  }
}

/** @returns how many rows were tried */
async function payTurn(db: Database, batchId: string, places: Map<string, number>): Promise<number> {
  for (let count = 0; count < TURN; ) {
    if (isStopping()) return count;
    const tried = await tryNext(db, batchId, { after: places.get(batchId) ?? 0, most: GROUP });
    const last = tried.at(-1);
    if (last === undefined) {
      if (count === 0) await finishBatch(db, batchId);
      return count;
    }
    places.set(batchId, last);
    count += tried.length;
  }
  return TURN;
}

/** `after`: the row that this run tried last; `upTo`: the last that may be tried. */
type Wanted = { after: number; upTo?: number; most: number };

/** @returns the rows that were tried */
async function tryNext(db: Database, batchId: string, wanted: Wanted): Promise<number[]> {
  let tried: number[] = [];
  try {
    return await inTransaction(db, async (tx) => {
      const rows = await takeNext(tx, batchId, wanted);
      if (!rows.length) return [];
      tried = rows.map(({ row }) => row);
      const [first, ...others] = (await payRows(tx, rows)).map(({ application, problem, after }) => {
        const entry = { record: applicationRecord(application), before: { payment: "pending" }, after };
        return systemRow("grant.payRow", entry, problem);
      });
      if (first) await appendAudit(tx, first, ...others);
      return tried;
    });
  } catch (error) {
    // Not even taken: the database is away, and the next run comes.
    if (!tried.length) throw error;
    log.error({ err: error, batchId, rows: tried }, "rows of a payout batch could not be paid");
    if (tried.length === 1) for (const row of tried) await countFault(db, batchId, row);
    // A fault of one has undone all: each by itself.
    else for (const row of tried) await tryNext(db, batchId, { after: row - 1, upTo: row, most: 1 });
    return tried;
  }
}

/** The next in the order of the batch, which nobody else has taken. */
function takeNext(tx: Transaction, batchId: string, { after, upTo, most }: Wanted): Promise<BatchRowRecord[]> {
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

/** A batch is done once each of its rows is paid, failed or taken out. */
async function finishBatch(db: Database, batchId: string): Promise<void> {
  if (await hasOpenRows(db, batchId)) return;
  await inTransaction(db, async (tx) => {
    const batch = await lockBatch(tx, batchId);
    // Under the lock, which anyone who retries rows takes too.
    if (batch.state !== "paying" || (await hasOpenRows(tx, batchId))) return;
    await changeBatch(tx, batch, { state: "done", doneAt: new Date() });
    const { paid, failed } = (await sumsByState(tx, batchId)).sums;
    const after = {
      state: "done",
      paid: paid.rows,
      paid_amount: formatMoney(paid.amount),
      failed: failed.rows,
      failed_amount: formatMoney(failed.amount),
    };
    const entry = { record: batchRecord(batch), before: { state: batch.state }, after };
    await appendAudit(tx, systemRow("grant.finishBatch", entry));
  });
}

async function hasOpenRows(db: Database | Transaction, batchId: string): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from grant_batch_rows where batch_id = ${batchId} and state in ('pending', 'sent') limit 1`);
  return found.rows.length > 0;
}
