import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { log } from "@/lib/server/base/log";
import type { Database, Transaction } from "@/lib/server/db/client";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { grantBatchRows as table } from "@/lib/server/db/schema/grant-payout";
import { applicationRecordRef } from "./application-record";
import type { PayoutRowRecord } from "./batch-record";
import { changeBatchRows, setApplicationStates } from "./change-rows";
import { notifyPayouts } from "./notify-payouts";

/** Number of unexpected errors (not refusals) after which a payout row fails and an admin must retry it. */
const MAX_FAULTS = 5;
const SERVER_ERROR = "Something went wrong on the server. Retry; if it fails again, ask operations to check the log.";

/** Counts an unexpected error that rolled back the payment of a row. After `MAX_FAULTS` errors, the row fails. */
export async function countRowError(db: Database, batchId: string, rowNumber: number): Promise<void> {
  try {
    await inTransaction(db, (tx) => countAndFail(tx, batchId, rowNumber, true));
  } catch (error) {
    // Probably the applicant could not be notified. Fails the row without a notification, so that the batch can finish.
    log.error({ err: error, batchId, row: rowNumber }, "an applicant could not be notified of a failed payout");
    await inTransaction(db, (tx) => countAndFail(tx, batchId, rowNumber, false));
  }
}

async function countAndFail(tx: Transaction, batchId: string, rowNumber: number, notifies: boolean): Promise<void> {
  const [row] = await tx
    .update(table)
    .set({ tries: sql`${table.tries} + 1`, faults: sql`${table.faults} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(table.batchId, batchId), eq(table.row, rowNumber), eq(table.state, "pending")))
    .returning();
  if (row && row.faults >= MAX_FAULTS) await failRow(tx, row, notifies);
}

async function failRow(tx: Transaction, row: PayoutRowRecord, notifies: boolean): Promise<void> {
  const [found] = await tx
    .select({ application: grantApplications, programme: { name: grantProgrammes.name } })
    .from(grantApplications)
    .innerJoin(grantProgrammes, eq(grantProgrammes.id, grantApplications.programmeId))
    .where(eq(grantApplications.id, row.applicationId))
    .for("no key update", { of: grantApplications });
  if (!found) throw new Error(`Application ${row.applicationId} vanished.`);
  const { application } = found;
  await changeBatchRows(tx, [{ row, state: "failed", problem: SERVER_ERROR }]);
  // An application whose payment failed before has another state. Its applicant was notified of the first failure.
  const isFirstFailure = application.state === "approved";
  if (isFirstFailure) await setApplicationStates(tx, [application], "payment_failed");
  if (isFirstFailure && notifies) await notifyPayouts(tx, [{ ...found, amount: row.amount }], "delayed");
  const after = { payment: "failed", problem: SERVER_ERROR };
  const entry = { record: applicationRecordRef(application), before: { payment: "pending" }, after };
  await appendAudit(tx, systemAuditRow("grant.payRow", entry, SERVER_ERROR));
}
