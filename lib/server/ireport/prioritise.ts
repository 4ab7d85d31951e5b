import "server-only";
import type { IreportPriority } from "@/lib/contract/ireport.values";
import type { WriteContext } from "@/lib/server/api/context";
import { changeReport, ireportRecord } from "./record";
import { conflict } from "./refuse-conflict";
import { ireportSingle } from "./single";
import { takeReport } from "./take-report";

type Wanted = { ireportId: string; version: number; priority: IreportPriority };

/**
 * Sorting what comes in takes nothing on and touches no clock.
 * @throws 404; 409 with the fresh record when it is closed, somebody else's, changed, or has this priority already
 */
export async function prioritise(context: WriteContext, input: Wanted) {
  const { admin, audit } = context;
  const { tx, report } = await takeReport(context, input);
  if (report.priority === input.priority)
    await conflict(tx, admin, report, `The priority of this report is ${input.priority} already.`);
  await changeReport(tx, report, { priority: input.priority });
  audit({
    record: ireportRecord(report),
    before: { priority: report.priority },
    after: { priority: input.priority },
  });
  return ireportSingle(tx, admin, report.id);
}
