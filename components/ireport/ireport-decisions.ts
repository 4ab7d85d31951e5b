import type { IreportState } from "@/lib/contract/ireport.values";
import type { IreportDecision, IreportStep } from "./ireport-allowed";

export const DECISIONS: Record<
  IreportDecision,
  { label: string; key?: string; variant: "primary" | "danger" | "secondary" }
> = {
  ask: { label: "Ask citizen", key: "q", variant: "secondary" },
  resolve: { label: "Resolve", key: "r", variant: "primary" },
  reject: { label: "Reject", key: "x", variant: "danger" },
  duplicate: { label: "Duplicate of…", key: "d", variant: "secondary" },
  reopen: { label: "Reopen", variant: "secondary" },
};

export const STEPS: Record<IreportStep, { label: string; done: string }> = {
  acknowledged: { label: "Acknowledge", done: "acknowledged" },
  in_progress: { label: "Start work", done: "work started" },
  resume: { label: "Continue without answer", done: "continued without an answer" },
};

/** The states whose templates fit each text: those that it leads to, and where it may come from. */
export const templateStates = (decision: "ask" | "resolve" | "reject", state: IreportState): IreportState[] => {
  if (decision === "ask") return ["waiting_for_citizen", state];
  return [decision === "resolve" ? "resolved" : "rejected"];
};

/** Under this name a text that a session's end or a look at the newer version interrupted is found again. */
export const draftName = (ireportId: string, decision: IreportDecision) => `ireport.${decision}:${ireportId}`;
