import "server-only";
import type { IreportPriority } from "@/lib/contract/ireport.values";
import type { WriteContext } from "@/lib/server/api/context";
import { lockReportForOfficer } from "./lock-report-for-officer";
import { ireportRecordRef, updateIreport } from "./record";
import { throwReportConflict } from "./refuse-conflict";
import { readIreportDetails } from "./single";

type PriorityInput = { ireportId: string; version: number; priority: IreportPriority };

/**
 * Changes a report's priority. Does not claim the report and does not change its deadlines.
 * @throws 404; 409 with the current report if it is closed, another officer's or changed, or already has this priority
 */
export async function changeIreportPriority(context: WriteContext, input: PriorityInput) {
  const { admin, audit } = context;
  const { tx, report } = await lockReportForOfficer(context, input);
  if (report.priority === input.priority)
    await throwReportConflict(tx, admin, report, `The priority of this report is ${input.priority} already.`);
  await updateIreport(tx, report, { priority: input.priority });
  audit({
    record: ireportRecordRef(report),
    before: { priority: report.priority },
    after: { priority: input.priority },
  });
  return readIreportDetails(tx, admin, report.id);
}
