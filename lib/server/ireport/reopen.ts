import "server-only";
import type { z } from "zod";
import type { ireportReopening } from "@/lib/contract/ireport";
import { IREPORT_REOPEN_DAYS } from "@/lib/contract/ireport.values";
import type { WriteContext } from "@/lib/server/api/context";
import { lockReportForOfficer } from "./lock-report-for-officer";
import { addIreportMessage } from "./messages";
import { notifyReportersOfReportAndDuplicates } from "./notify-reporter";
import { REPORT_STATE_TEXTS, throwReportConflict } from "./refuse-conflict";
import { mayEnterState } from "./report-clocks";
import type { IreportRecord } from "./rows";
import { readIreportDetails } from "./single";
import { updateReportState } from "./transition";

/** Returns why a report can't be reopened, as a message, or null if it can. */
export function refusalOfReopening(report: IreportRecord, now: Date): string | null {
  if (report.state !== "resolved")
    return `This report is ${REPORT_STATE_TEXTS[report.state]}. Only a resolved report can be reopened.`;
  if (mayEnterState(report, "in_progress", now)) return null;
  return `This report was resolved more than ${IREPORT_REOPEN_DAYS} days ago, so it can't be reopened. File a new one.`;
}

/**
 * Reopens a resolved report as an officer, within 14 days. The deadline clocks continue where they were paused, and reporters get the
 * reason.
 * @throws 404; 409 with the current report if it is not resolved, the 14 days are over, or it has changed
 */
export async function reopenIreport(context: WriteContext, input: z.output<typeof ireportReopening>) {
  const { admin, audit } = context;
  const { tx, report, now } = await lockReportForOfficer(context, input, "any");
  const reason = refusalOfReopening(report, now);
  if (reason) await throwReportConflict(tx, admin, report, reason);
  await updateReportState(tx, audit, report, "in_progress", {
    now,
    values: { ownerId: admin.id },
    noted: { message: "reopening" },
  });
  await addIreportMessage(tx, report.id, { kind: "reopening", text: input.reason, adminId: admin.id, at: now });
  await notifyReportersOfReportAndDuplicates(tx, report, "reopening", input.reason);
  return readIreportDetails(tx, admin, report.id);
}
