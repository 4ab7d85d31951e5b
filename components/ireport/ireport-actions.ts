import type { IreportDetails } from "@/lib/contract/ireport";
import { isOpenIreport } from "@/lib/contract/ireport.values";

/** State change of a report without a dialog. `resume`: back to "in progress" from waiting for the citizen's reply. */
export type IreportStep = "acknowledged" | "in_progress" | "resume";
/** Actions that open a dialog, to enter a text or to choose the original of a duplicate. */
export const IREPORT_DECISIONS = ["ask", "resolve", "reject", "duplicate", "reopen"] as const;
/** Action on a report that opens a dialog. */
export type IreportDecision = (typeof IREPORT_DECISIONS)[number];
/** Any action on a report that the action bar offers. */
export type IreportAction = "claim" | IreportStep | IreportDecision;

type ReportStatus = Pick<IreportDetails, "state" | "owner" | "reopen_until">;

/** Returns the state change that a report's state allows without a dialog, or null if there is none. */
export function nextIreportStep({ state }: Pick<ReportStatus, "state">): IreportStep | null {
  if (state === "submitted") return "acknowledged";
  if (state === "acknowledged") return "in_progress";
  return state === "waiting_for_citizen" ? "resume" : null;
}

/**
 * Lists the actions that a report's state allows (docs/rules.md) regardless of its owner, in the order of the buttons. Every open report
 * can be rejected or marked as a duplicate, because the API makes the state changes in between. Resolving requires started work.
 */
export function allowedIreportActions({ state, owner, reopen_until }: ReportStatus): IreportAction[] {
  if (!isOpenIreport(state)) return state === "resolved" && reopen_until ? ["reopen"] : [];
  const actions: IreportAction[] = [];
  if (!owner) actions.push("claim");
  const step = nextIreportStep({ state });
  if (step) actions.push(step);
  if (state === "in_progress") actions.push("resolve");
  if (state !== "waiting_for_citizen") actions.push("ask");
  return [...actions, "reject", "duplicate"];
}

/** Returns whether another admin owns the open report. If so, this admin may not act on the report. */
export const isReportOwnedByOtherAdmin = (
  { state, owner }: Pick<ReportStatus, "state" | "owner">,
  myId: string | undefined,
) => isOpenIreport(state) && owner !== null && owner.id !== myId;
