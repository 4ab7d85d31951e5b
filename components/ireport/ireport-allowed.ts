import type { IreportSingle } from "@/lib/contract/ireport";
import { isOpenIreport } from "@/lib/contract/ireport.values";

/** What needs no text: the next state on a report's way, or back from waiting. */
export type IreportStep = "acknowledged" | "in_progress" | "resume";
/** What an officer says with a text, or with another report, in a dialog. */
export const IREPORT_DECISIONS = ["ask", "resolve", "reject", "duplicate", "reopen"] as const;
export type IreportDecision = (typeof IREPORT_DECISIONS)[number];
export type IreportAction = "claim" | IreportStep | IreportDecision;

type Standing = Pick<IreportSingle, "state" | "owner" | "reopen_until">;

/** The next step that needs no text; null where there is none. */
export function stepOf({ state }: Pick<Standing, "state">): IreportStep | null {
  if (state === "submitted") return "acknowledged";
  if (state === "acknowledged") return "in_progress";
  return state === "waiting_for_citizen" ? "resume" : null;
}

/**
 * What the state allows (docs/rules.md), no matter who owns it, in the order of the bar. Rejecting and marking as a duplicate may be done from every open
 * state: the API walks the steps between. Resolving needs work that was begun.
 */
export function actionsOf({ state, owner, reopen_until }: Standing): IreportAction[] {
  if (!isOpenIreport(state)) return state === "resolved" && reopen_until ? ["reopen"] : [];
  const actions: IreportAction[] = [];
  if (!owner) actions.push("claim");
  const step = stepOf({ state });
  if (step) actions.push(step);
  if (state === "in_progress") actions.push("resolve");
  if (state !== "waiting_for_citizen") actions.push("ask");
  return [...actions, "reject", "duplicate"];
}

/** Whether somebody else works on it: only its owner acts on an open report. */
export const isTaken = ({ state, owner }: Pick<Standing, "state" | "owner">, me: string | undefined) =>
  isOpenIreport(state) && owner !== null && owner.id !== me;
