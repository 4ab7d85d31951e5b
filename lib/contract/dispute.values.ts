import { anyOfFilter, dayFilter, declareList, flagFilter, oneOfFilter } from "./list.values";
import { nairaFilter } from "./naira-filter.values";
/** Values of disputes that screens, contract and tables share (docs/rules.md, Disputes). */

/** States of a dispute at the provider. `at_bank`: the payer's bank has our answer. */
export const PROVIDER_DISPUTE_STATES = ["needs_answer", "at_bank", "pending", "resolved"] as const;
export type ProviderDisputeState = (typeof PROVIDER_DISPUTE_STATES)[number];

/** Our answers to a dispute. */
export const DISPUTE_ANSWERS = ["accept", "contest"] as const;
export type DisputeAnswerKind = (typeof DISPUTE_ANSWERS)[number];

/** Providers that report disputes. */
export const DISPUTE_PROVIDERS = ["paystack", "simulated"] as const;

/** Values of the filter for disputes without our answer: due in the next 24 hours, or late. */
export const DISPUTE_DUE_FILTERS = ["soon", "late"] as const;
/** Hours before the due time from which a dispute without an answer is due soon. */
export const DISPUTE_DUE_SOON_HOURS = 24;
/** Hours to answer a dispute for which the provider reports no deadline: the Central Bank's rule for POS and web payments. */
export const DISPUTE_ANSWER_DEADLINE_HOURS = 72;

/** Labels of states, answers, providers and due filters of disputes. */
export const DISPUTE_LABELS: Record<string, string> = {
  needs_answer: "Needs an answer",
  at_bank: "At the bank",
  pending: "In progress",
  resolved: "Decided",
  accept: "Accepted",
  contest: "Contested",
  paystack: "Paystack",
  simulated: "Simulated provider",
  soon: "Due in 24 hours",
  late: "Late",
};

/** Maximum length of our answer, and of a text as evidence. */
export const DISPUTE_MESSAGE_MAX = 1_000;
export const EVIDENCE_TEXT_MAX = 4_000;
export const EVIDENCE_NAME_MAX = 120;
/** Maximum number of texts and files of a dispute. */
export const DISPUTE_EVIDENCE_MAX = 10;

/** Resolutions of providers by which our side won or lost. */
const OUTCOMES: Readonly<Record<string, "won" | "lost">> = {
  won: "won",
  declined: "won",
  lost: "lost",
  "merchant-accepted": "lost",
  "auto-accepted": "lost",
};
/** Returns whether the provider's resolution means won or lost; null without a resolution, or if `OUTCOMES` does not list it. */
export const disputeOutcomeOf = (resolution: string | null) => OUTCOMES[resolution?.toLowerCase() ?? ""] ?? null;

export const DISPUTE_LIST = declareList({
  name: "disputes",
  sorts: ["due_at", "opened_at", "amount"],
  defaultSort: "due_at",
  filters: {
    needs_answer: flagFilter,
    due: oneOfFilter(DISPUTE_DUE_FILTERS),
    state: anyOfFilter(PROVIDER_DISPUTE_STATES),
    provider: anyOfFilter(DISPUTE_PROVIDERS),
    min: nairaFilter,
    max: nairaFilter,
    from: dayFilter,
    to: dayFilter,
  },
});
