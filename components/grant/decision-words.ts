import type { GrantDecision } from "@/lib/contract/grant.values";
import type { DecisionResult } from "@/lib/contract/grant-applications";
import { pluralize } from "@/lib/format";
import type { ApplicationForDecision } from "./decision-rules";
import { DECISION_TEXTS } from "./grant-words";

/** Returns the title of the decision dialog: "Approve Ada Obi's application?" */
export function decisionTitle(decision: GrantDecision, rows: readonly ApplicationForDecision[]): string {
  const [onlyRow] = rows;
  const { action } = DECISION_TEXTS[decision];
  return rows.length === 1 && onlyRow
    ? `${action} ${onlyRow.applicant.name}'s application?`
    : `${action} ${pluralize(rows.length, "application")}?`;
}

/** Describes what a decision on grant applications causes, for the confirmation dialog. */
export function decisionConsequenceText(decision: GrantDecision, rows: readonly ApplicationForDecision[]): string {
  const notified = rows.length === 1 ? "The applicant is notified by mail." : "The applicants are notified by mail.";
  if (decision === "shortlist") return `${notified} No money is promised yet.`;
  if (decision === "approve")
    return `The amount is taken from the programme's budget and paid with a payout batch. ${notified}`;
  const isCommitted = rows.some(({ state }) => state === "approved" || state === "payment_failed");
  return `${notified} ${isCommitted ? "The approved amount returns to the programme's budget. " : ""}This can't be undone.`;
}

/** Describes the result of a decision: "GRA-12: approved." or "3 applications approved." */
export function decisionDoneText(decision: GrantDecision, results: readonly DecisionResult[]): string {
  const [onlyRow] = results;
  const { done: doneLabel } = DECISION_TEXTS[decision];
  return results.length === 1 && onlyRow
    ? `${onlyRow.reference}: ${doneLabel}.`
    : `${pluralize(results.length, "application")} ${doneLabel}.`;
}
