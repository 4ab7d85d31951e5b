import "server-only";
import type { IreportState } from "@/lib/contract/ireport.values";
import type { HandlerContext, WriteContext } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import type { MailKind } from "@/lib/server/outbox/queue";
import { lockReportForOfficer } from "./lock-report-for-officer";
import { notifyReporter } from "./notify-reporter";
import { REPORT_STATE_TEXTS, throwReportConflict } from "./refuse-conflict";
import { mayEnterState } from "./report-clocks";
import type { IreportRecord } from "./rows";
import { readIreportDetails } from "./single";
import { updateReportState } from "./transition";

type StateInput = { ireportId: string; version: number; state: "acknowledged" | "in_progress" | "resume" };

/**
 * Acknowledges a report, starts work on it, or resumes work although the citizen has not answered a question. Claims an unassigned report for the
 * caller.
 * @throws 404; 409 with the current report if it is closed, another officer's or changed, or if the transition is not allowed
 */
export async function changeIreportState(context: WriteContext, input: StateInput) {
  const { admin, audit } = context;
  const { tx, report, now } = await lockReportForOfficer(context, input);
  const reason = stateRefusalReason(report, input.state, now);
  if (reason) await throwReportConflict(tx, admin, report, reason);
  await transitionAndNotify(tx, audit, report, input.state, { now, ownerId: admin.id });
  return readIreportDetails(tx, admin, report.id);
}

/** Changes the state of a locked report, for which `stateRefusalReason` returned null. Notifies the reporter of an acknowledgement. */
export async function transitionAndNotify(
  tx: Transaction,
  audit: HandlerContext["audit"],
  report: IreportRecord,
  state: StateInput["state"],
  { now, ownerId, mailKind }: { now: Date; ownerId: string; mailKind?: MailKind },
): Promise<IreportRecord> {
  const to = state === "resume" ? (report.resumeState ?? report.state) : state;
  if (to === "acknowledged" && state !== "resume") await notifyReporter(tx, report, { kind: "acknowledged", mailKind });
  return updateReportState(tx, audit, report, to, { now, values: { ownerId } });
}

/** Returns why an open report can't enter a state, as a message, or null if it can. */
export function stateRefusalReason(report: IreportRecord, to: StateInput["state"], now: Date): string | null {
  if (to === "resume")
    return report.state === "waiting_for_citizen"
      ? null
      : "This report is not waiting for the citizen, so there is nothing to resume.";
  if (report.state === "waiting_for_citizen")
    return "The report waits for the citizen's answer. Continue without an answer first.";
  if (mayEnterState(report, to, now)) return null;
  if (report.state === to) return `This report is ${REPORT_STATE_TEXTS[to]} already.`;
  if (report.state === "submitted") return "This report is new. Acknowledge it first, then start work on it.";
  return `This report is ${REPORT_STATE_TEXTS[report.state]}, so it can't become ${REPORT_STATE_TEXTS[to]}.`;
}

/** States that a report must pass in this order before an officer can close the report. */
const NEXT_STEPS = ["acknowledged", "in_progress"] as const satisfies readonly IreportState[];

/**
 * Moves an open report through the states required before closing: resume, acknowledge, start. Writes one audit row per state.
 * @returns the report, in progress and assigned to the caller
 */
export async function advanceToInProgress(
  { admin, audit }: HandlerContext,
  tx: Transaction,
  report: IreportRecord,
  now: Date,
): Promise<IreportRecord> {
  const values = { ownerId: admin.id };
  let at = report;
  if (at.resumeState) at = await updateReportState(tx, audit, at, at.resumeState, { now, values });
  for (const state of NEXT_STEPS)
    if (mayEnterState(at, state, now)) at = await updateReportState(tx, audit, at, state, { now, values });
  return at;
}
