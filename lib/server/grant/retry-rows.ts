import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { BatchRowState } from "@/lib/contract/grant.values";
import type { grantPayoutCalls as contract } from "@/lib/contract/grant-payouts";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { refusalAuditEntries } from "@/lib/server/audit/refused-records";
import type { Transaction } from "@/lib/server/db/client";
import { applicationRecordRef } from "./application-record";
import { BATCH_STATE_TEXTS, batchRecordRef, lockPayoutBatch, updatePayoutBatch } from "./batch-record";
import { readPayoutBatchDetails } from "./batch-single";
import { ALREADY_PAID_OUT_MESSAGE, wasFailedRowPaidOut } from "./late-payments";

type RetryInput = InputOf<typeof contract.retryRows>;
const RESULTS_MAX = 1_000;

/**
 * Marks failed rows of a payout batch, the given rows or all, so that the next run pays them again. A row that can't be retried gets a result with
 * the reason, and a refused audit row.
 * @returns number of retried rows, and a result per given row; without given rows, results only of refused rows (at most 1,000)
 * @throws 404; 409 with the current batch if it was never approved
 */
export async function retryBatchRows({ tx, admin, audit }: WriteContext, { batchId, rows }: RetryInput) {
  const batch = await lockPayoutBatch(tx, batchId);
  if (batch.state !== "done" && batch.state !== "paying")
    throw refuse.conflict(
      `This payout batch is ${BATCH_STATE_TEXTS[batch.state]}, so none of its rows can be retried.`,
      await readPayoutBatchDetails(tx, batch.id),
    );
  const wanted = rows ? sql`r.row = any(${sql.param([...new Set(rows)])}::int[])` : sql`r.state = 'failed'`;
  await lockRows(tx, batch.id, wanted);
  const selection: RetrySelection = { batchId: batch.id, wanted, adminId: admin.id };
  const results = [
    ...(await readResults(tx, selection, rows === undefined)),
    ...(rows ? await unknownRows(tx, batch.id, rows) : []),
  ].sort((a, b) => a.row - b.row);
  const retried = await retryFailed(tx, selection);
  if (retried && batch.state === "done") await updatePayoutBatch(tx, batch, { state: "paying", doneAt: null });
  const record = batchRecordRef(batch);
  const refused = results.filter(({ done }) => !done);
  if (retried)
    audit({
      record,
      before: { state: batch.state },
      after: { state: "paying", retried, ...(rows && { rows: [...rows].sort((a, b) => a - b) }) },
    });
  const refusals = refused.map(({ row, message, application }) => ({
    record: application ?? { ...record, name: `${record.name}, row ${row} (unknown)` },
    refusal: message,
  }));
  for (const row of refusalAuditEntries(refusals, record)) audit(row);
  if (!retried && !refused.length) audit({ record, refusal: "No row of this payout batch has failed." });
  return { retried, results: results.map(({ application: _application, ...result }) => result) };
}

/** Locks the rows, because another admin may reject an application in parallel, which removes its row from the batch. */
const lockRows = (tx: Transaction, batchId: string, wanted: SQL) =>
  tx.execute(sql`
    select count(*) from (
      select 1 from grant_batch_rows r where r.batch_id = ${batchId} and ${wanted} order by r.row for no key update) held`);

const isApplicationUnpaid = sql`exists (select 1 from grant_applications a where a.id = r.application_id and a.state in ('approved', 'payment_failed'))`;
/**
 * Returns an SQL condition: the admin has a conflict of interest, so they may not retry the row. A retry leads to a payment, as an approval
 * does.
 */
const hasConflictOfInterest = (adminId: string) =>
  sql`exists (select 1 from grant_reviews v where v.application_id = r.application_id and v.reviewer_id = ${adminId} and v.conflict is not null)`;
const canRowBeRetried = (adminId: string) =>
  sql`r.state = 'failed' and ${isApplicationUnpaid} and not ${hasConflictOfInterest(adminId)} and not ${wasFailedRowPaidOut}`;

/** `wanted`: SQL condition that selects rows `r` of the batch. */
type RetrySelection = { batchId: string; wanted: SQL; adminId: string };

async function retryFailed(tx: Transaction, { batchId, wanted, adminId }: RetrySelection): Promise<number> {
  const changed = await tx.execute(sql`
    update grant_batch_rows r set state = 'pending', problem = null, faults = 0, updated_at = clock_timestamp()
    where r.batch_id = ${batchId} and ${wanted} and ${canRowBeRetried(adminId)}`);
  return changed.rowCount ?? 0;
}

const NOT_FAILED_MESSAGES: Record<Exclude<BatchRowState, "failed">, string> = {
  pending: "It is waiting for its turn. It is paid in a moment.",
  sent: "The provider has it, but has not reported the result.",
  paid: "It is paid already.",
  removed: "It was removed from the batch.",
};

type RowWithApplication = {
  row: number;
  id: string;
  reference: string;
  name: string;
  state: BatchRowState;
  waits: boolean;
  moved: boolean;
  conflict: boolean;
  unaccepted: boolean;
};

async function readResults(tx: Transaction, { batchId, wanted, adminId }: RetrySelection, refusedOnly: boolean) {
  const found = await tx.execute<RowWithApplication>(sql`
    select r.row, a.id, a.reference, u.first_name || ' ' || u.last_name as name, r.state, ${isApplicationUnpaid} as waits, ${wasFailedRowPaidOut} as moved, ${hasConflictOfInterest(adminId)} as conflict,
      r.state = 'sent' and not exists (
        select 1 from transactions t where t.id = r.transaction_id and t.provider_reference is not null) as unaccepted
    from grant_batch_rows r join grant_applications a on a.id = r.application_id join users u on u.id = a.user_id
    where r.batch_id = ${batchId} and ${wanted} ${refusedOnly ? sql`and not (${canRowBeRetried(adminId)})` : sql``}
    order by r.row limit ${RESULTS_MAX}`);
  return found.rows.map((each) => {
    const refusal = retryRefusalOf(each);
    const message = refusal ?? "It is paid in a moment.";
    return { row: each.row, name: each.name, done: refusal === null, message, application: applicationRecordRef(each) };
  });
}

function retryRefusalOf({ state, waits, moved, conflict, unaccepted }: RowWithApplication): string | null {
  if (unaccepted) return "The order has not been accepted yet.";
  if (state !== "failed") return NOT_FAILED_MESSAGES[state];
  if (!waits) return NOT_WAITING_MESSAGE;
  if (conflict) return "You declared a conflict of interest on this application.";
  return moved ? ALREADY_PAID_OUT_MESSAGE : null;
}

const NOT_WAITING_MESSAGE = "Its application has been rejected since, or paid in another way.";

async function unknownRows(tx: Transaction, batchId: string, rows: number[]) {
  const found = await tx.execute<{ row: number }>(sql`
    select w.row from unnest(${sql.param([...new Set(rows)])}::int[]) w (row)
    where not exists (select 1 from grant_batch_rows r where r.batch_id = ${batchId} and r.row = w.row)`);
  const message = "The batch has no such row.";
  return found.rows.map(({ row }) => ({ row, name: "", done: false, message, application: null }));
}
