import "server-only";
import type { IreportState } from "@/lib/contract/ireport.values";
import type { HandlerContext } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { categoryOf, changeReport, ireportRecord } from "./record";
import { entered } from "./report-clocks";
import type { Report } from "./rows";

/**
 * One change of state, on record. The caller has locked the report and refused what can't be.
 * @param more what else changes with it; `noted` is what the trail says of that: never a title or a text.
 * @throws when the report can't go this way.
 */
export async function step(
  tx: Transaction,
  audit: HandlerContext["audit"],
  report: Report,
  to: IreportState,
  more: { now: Date; values?: Partial<Report>; noted?: Record<string, unknown> },
): Promise<Report> {
  const clocks = entered(report, to, more.now, await categoryOf(tx, report));
  const changed = await changeReport(tx, report, {
    state: clocks.state,
    resumeState: clocks.resumeState,
    stateSince: clocks.stateSince,
    stoppedAt: clocks.stoppedAt,
    stoppedMs: clocks.stoppedMs,
    stateStoppedMs: clocks.stateStoppedMs,
    dueAt: clocks.dueAt,
    stateDueAt: clocks.stateDueAt,
    acknowledgedAt: clocks.acknowledgedAt,
    resolvedAt: clocks.resolvedAt,
    reopened: clocks.reopened,
    reopenedAt: clocks.reopenedAt,
    ...more.values,
  });
  const owners =
    changed.ownerId === report.ownerId ? [{}, {}] : [{ owner: report.ownerId }, { owner: changed.ownerId }];
  audit({
    record: ireportRecord(report),
    before: { state: report.state, ...owners[0] },
    after: { state: changed.state, ...owners[1], ...more.noted },
  });
  return changed;
}
