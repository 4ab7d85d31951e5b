import type { IreportState } from "@/lib/contract/ireport.values";
import type { IreportDecision, IreportStep } from "./ireport-actions";

export const DECISION_LABELS: Record<
  IreportDecision,
  { label: string; key?: string; variant: "primary" | "danger" | "secondary" }
> = {
  ask: { label: "Ask citizen", key: "q", variant: "secondary" },
  resolve: { label: "Resolve", key: "r", variant: "primary" },
  reject: { label: "Reject", key: "x", variant: "danger" },
  duplicate: { label: "Duplicate of…", key: "d", variant: "secondary" },
  reopen: { label: "Reopen", variant: "secondary" },
};

export const STEP_LABELS: Record<IreportStep, { label: string; done: string }> = {
  acknowledged: { label: "Acknowledge", done: "acknowledged" },
  in_progress: { label: "Start work", done: "work started" },
  resume: { label: "Continue without answer", done: "continued without an answer" },
};

/** Returns the states whose reply templates are offered: the target state; for a question also the current state. */
export const templateStates = (decision: "ask" | "resolve" | "reject", state: IreportState): IreportState[] => {
  if (decision === "ask") return ["waiting_for_citizen", state];
  return [decision === "resolve" ? "resolved" : "rejected"];
};

/** Returns the draft's storage name. Text is saved when the session ends or the admin views the new version. */
export const decisionDraftName = (ireportId: string, decision: IreportDecision) => `ireport.${decision}:${ireportId}`;
