import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/spine";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemRow } from "@/lib/server/audit/system-row";
import { log } from "@/lib/server/base/log";
import type { Database, Transaction } from "@/lib/server/db/client";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { grantBatchRows as table } from "@/lib/server/db/schema/grant-payout";
import { applicationRecord } from "./application-record";
import type { BatchRowRecord } from "./batch-record";
import { changeRows, moveApplications } from "./change-rows";
import { tellPayouts } from "./tell-payouts";

/** Faults of ours, not refusals, that a row meets until it waits for somebody to retry it. */
const MOST_FAULTS = 5;
const OUR_FAULT = "Something went wrong on the server. Retry; if it fails again, ask operations to check the log.";

/** Counts a fault that undid the try of a row. Others come first; what fails again and again waits for somebody, and says so. */
export async function countFault(db: Database, batchId: string, place: number): Promise<void> {
  try {
    await inTransaction(db, (tx) => count(tx, batchId, place, true));
  } catch (error) {
    // What is broken may be the letter: the row gives up without it, or it would hold up the batch for ever.
    log.error({ err: error, batchId, row: place }, "a fault of a payout could not be told");
    await inTransaction(db, (tx) => count(tx, batchId, place, false));
  }
}

async function count(tx: Transaction, batchId: string, place: number, tells: boolean): Promise<void> {
  const [row] = await tx
    .update(table)
    .set({ tries: sql`${table.tries} + 1`, faults: sql`${table.faults} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(table.batchId, batchId), eq(table.row, place), eq(table.state, "pending")))
    .returning();
  if (row && row.faults >= MOST_FAULTS) await giveUp(tx, row, tells);
}

async function giveUp(tx: Transaction, row: BatchRowRecord, tells: boolean): Promise<void> {
  const [found] = await tx
    .select({ application: grantApplications, programme: { name: grantProgrammes.name } })
    .from(grantApplications)
    .innerJoin(grantProgrammes, eq(grantProgrammes.id, grantApplications.programmeId))
    .where(eq(grantApplications.id, row.applicationId))
    .for("no key update", { of: grantApplications });
  if (!found) throw new Error(`Application ${row.applicationId} vanished.`);
  const { application } = found;
  await changeRows(tx, [{ row, state: "failed", problem: OUR_FAULT }]);
  // One that failed before has been told.
  const isNews = application.state === "approved";
  if (isNews) await moveApplications(tx, [application], "payment_failed");
  if (isNews && tells) await tellPayouts(tx, [{ ...found, amount: row.amount }], "delayed");
  const after = { payment: "failed", problem: OUR_FAULT };
  const entry = { record: applicationRecord(application), before: { payment: "pending" }, after };
  await appendAudit(tx, systemRow("grant.payRow", entry, OUR_FAULT));
}
