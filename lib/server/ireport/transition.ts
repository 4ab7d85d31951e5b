import "server-only";
import type { IreportState } from "@/lib/contract/ireport.values";
import type { HandlerContext } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { emitReportWebhooks } from "@/lib/server/webhooks/record-events";
import { ireportRecordRef, readReportCategory, updateIreport } from "./record";
import { clocksAfterTransition } from "./report-clocks";
import type { IreportRecord } from "./rows";

/**
 * Changes a report's state and writes the audit row. The caller must have locked the report and checked the transition.
 * @param change further column values; `noted` is added to the audit row and must never contain a title or text
 * @throws if the transition is not allowed
 */
export async function updateReportState(
  tx: Transaction,
  audit: HandlerContext["audit"],
  report: IreportRecord,
  to: IreportState,
  change: { now: Date; values?: Partial<IreportRecord>; noted?: Record<string, unknown> },
): Promise<IreportRecord> {
  const clocks = clocksAfterTransition(report, to, change.now, await readReportCategory(tx, report));
  const changed = await updateIreport(tx, report, {
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
    ...change.values,
  });
  await emitReportWebhooks(tx, [changed]);
  const ownerChange =
    changed.ownerId === report.ownerId ? [{}, {}] : [{ owner: report.ownerId }, { owner: changed.ownerId }];
  audit({
    record: ireportRecordRef(report),
    before: { state: report.state, ...ownerChange[0] },
    after: { state: changed.state, ...ownerChange[1], ...change.noted },
  });
  return changed;
}
