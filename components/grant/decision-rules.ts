import { APPLICATION_TRANSITIONS, type GrantDecision, REVIEWERS_NEEDED } from "@/lib/contract/grant.values";
import type { ApplicationDetails, ApplicationRow } from "@/lib/contract/grant-applications";
import { applicationStateLabel, DECISION_TEXTS } from "./grant-words";

/** Application with the fields that determine which decisions are possible. */
export type ApplicationForDecision = Pick<
  ApplicationRow,
  | "id"
  | "reference"
  | "programme"
  | "applicant"
  | "state"
  | "amount_asked"
  | "reviews"
  | "duplicates"
  | "duplicates_cleared"
  | "waits_for_applicant"
  | "version"
> & {
  /** Payout destination of the grant; undefined for rows of a list. */
  payout?: { kind: "wallet" | "bank" };
};

/** Returns whether a decision is possible in an application's state. */
export const isDecisionAllowedInState = (decision: GrantDecision, { state }: Pick<ApplicationForDecision, "state">) =>
  APPLICATION_TRANSITIONS[state].includes(DECISION_TEXTS[decision].becomes);

/**
 * Returns whether an application may be a duplicate of another application and no admin has confirmed that the applicants differ.
 */
export const hasOpenDuplicates = (row: Pick<ApplicationForDecision, "duplicates" | "duplicates_cleared">) =>
  row.duplicates.length > 0 && !row.duplicates_cleared;

/** Explains why a decision on an application is blocked; null if it is not. Needs only the data of a list row; the API checks further rules. */
export function decisionBlockedReason(decision: GrantDecision, row: ApplicationForDecision): string | null {
  if (!isDecisionAllowedInState(decision, row)) {
    if (decision === "approve" && row.state === "submitted") return "Shortlist it first.";
    return `It is ${applicationStateLabel(row.state).toLowerCase()} already.`;
  }
  if (decision !== "approve") return null;
  if (row.reviews < REVIEWERS_NEEDED) return "It needs two scores first.";
  if (row.waits_for_applicant) return "The applicant's answer is still missing.";
  if (hasOpenDuplicates(row)) return "Check its duplicates first.";
  return null;
}

/** Like `decisionBlockedReason`, but also checks data that only the application's page has, such as the remaining budget. */
export function singleDecisionBlockedReason(decision: GrantDecision, application: ApplicationDetails): string | null {
  const { my_conflict: conflict, state, batch, ineligible, budget_left: budgetLeft } = application;
  if (conflict) return `${conflict}. Another admin has to decide.`;
  if (decision === "reject" && state === "approved" && batch) return `It is in payout batch ${batch.name}.`;
  const blocked = decisionBlockedReason(decision, application);
  if (blocked || decision !== "approve") return blocked;
  const [first] = ineligible;
  if (first) return `No longer eligible: ${first.message}`;
  return budgetLeft <= 0 ? "The programme's budget is used up." : null;
}
