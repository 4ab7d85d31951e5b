import "server-only";
import type { IreportState } from "@/lib/contract/ireport.values";
import type { HandlerContext, WriteContext } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { conflict, STATE_WORDS } from "./refuse-conflict";
import { mayEnter } from "./report-clocks";
import type { Report } from "./rows";
import { ireportSingle } from "./single";
import { step } from "./step";
import { takeReport } from "./take-report";
import { tellReporter } from "./tell-reporter";

type Wanted = { ireportId: string; version: number; state: "acknowledged" | "in_progress" | "resume" };

/**
 * Acknowledges a report, starts work on it, or goes on without the citizen's answer. Anyone who does that to a report that
 * nobody has takes it on.
 * @throws 404; 409 with the fresh record when it is closed, somebody else's, changed, or can't go that way
 */
export async function changeState(context: WriteContext, input: Wanted) {
  const { admin, audit } = context;
  const { tx, report, now } = await takeReport(context, input);
  const why = whyNot(report, input.state, now);
  if (why) await conflict(tx, admin, report, why);
  await goTo(tx, audit, report, input.state, { now, ownerId: admin.id });
  return ireportSingle(tx, admin, report.id);
}

/** The change itself, of a report that the caller has locked and asked `whyNot` about; its reporter hears of it. */
export async function goTo(
  tx: Transaction,
  audit: HandlerContext["audit"],
  report: Report,
  state: Wanted["state"],
  { now, ownerId }: { now: Date; ownerId: string },
): Promise<Report> {
  const to = state === "resume" ? (report.resumeState ?? report.state) : state;
  if (to === "acknowledged" && state !== "resume") await tellReporter(tx, report, "acknowledged");
  return step(tx, audit, report, to, { now, values: { ownerId } });
}

/** Why an open report can't go there, in words; null when it can. */
export function whyNot(report: Report, to: Wanted["state"], now: Date): string | null {
  if (to === "resume")
    return report.state === "waiting_for_citizen"
      ? null
      : "This report is not waiting for the citizen, so there is nothing to resume.";
  if (report.state === "waiting_for_citizen") return "The citizen has been asked. Go on without an answer first.";
  if (mayEnter(report, to, now)) return null;
  if (report.state === to) return `This report is ${STATE_WORDS[to]} already.`;
  if (report.state === "submitted") return "This report is new. Acknowledge it first, then start work on it.";
  return `This report is ${STATE_WORDS[report.state]}, so it can't become ${STATE_WORDS[to]}.`;
}

/** States on the way to an end, in their order. */
const WAY = ["acknowledged", "in_progress"] as const satisfies readonly IreportState[];

/**
 * Brings an open report to where it can be ended in one press: goes on from waiting, acknowledges, starts. Each step is a
 * row of the trail.
 * @returns it in progress and the caller's
 */
export async function walkToProgress(
  { admin, audit }: HandlerContext,
  tx: Transaction,
  report: Report,
  now: Date,
): Promise<Report> {
  const values = { ownerId: admin.id };
  let at = report;
  if (at.resumeState) at = await step(tx, audit, at, at.resumeState, { now, values });
  for (const state of WAY) if (mayEnter(at, state, now)) at = await step(tx, audit, at, state, { now, values });
  return at;
}
