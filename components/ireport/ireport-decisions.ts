import type { IreportState } from "@/lib/contract/ireport.values";
import type { IreportDecision, IreportStep } from "./ireport-actions";

/** Label, shortcut key and colour of the button for each action that opens a dialog. */
export const IREPORT_DECISION_BUTTONS: Record<
  IreportDecision,
  { label: string; key?: string; variant: "primary" | "danger" | "secondary" }
> = {
  ask: { label: "Ask citizen", key: "q", variant: "secondary" },
  resolve: { label: "Resolve", key: "r", variant: "primary" },
  reject: { label: "Reject", key: "x", variant: "danger" },
  duplicate: { label: "Duplicate of…", key: "d", variant: "secondary" },
  reopen: { label: "Reopen", variant: "secondary" },
};

/** Button label of each state change, and the text of its success toast. */
export const IREPORT_STEP_LABELS: Record<IreportStep, { label: string; done: string }> = {
  acknowledged: { label: "Acknowledge", done: "acknowledged" },
  in_progress: { label: "Start work", done: "work started" },
  resume: { label: "Continue without answer", done: "continued without an answer" },
};

/** Returns the report states whose reply templates a dialog offers: the state after the action; for a question also the current state. */
export const templateStatesForDecision = (
  decision: "ask" | "resolve" | "reject",
  state: IreportState,
): IreportState[] => {
  if (decision === "ask") return ["waiting_for_citizen", state];
  return [decision === "resolve" ? "resolved" : "rejected"];
};

/** Returns the name under which a dialog's typed text is stored when the session ends or the admin views a newer version of the report. */
export const ireportDecisionDraftName = (ireportId: string, decision: IreportDecision) =>
  `ireport.${decision}:${ireportId}`;
