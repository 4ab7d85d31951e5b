import {
  DISPUTE_DUE_FILTERS,
  DISPUTE_LABELS,
  DISPUTE_PROVIDERS,
  PROVIDER_DISPUTE_STATES,
} from "@/lib/contract/dispute.values";
import { DISPUTES_URL as LIST_URL } from "@/lib/contract/payment-links";
import { selectOptions, titleCase } from "@/lib/format";

export const DISPUTES_URL = LIST_URL;
/** URL of the list of disputes that wait for our answer. */
export const DISPUTES_TO_ANSWER_URL = `${LIST_URL}?needs_answer=true`;

/** Returns the display name of a dispute's state, answer or provider. */
export const disputeLabel = (value: string) => DISPUTE_LABELS[value] ?? titleCase(value);

export const DISPUTE_STATE_OPTIONS = selectOptions(PROVIDER_DISPUTE_STATES, disputeLabel);
export const DISPUTE_PROVIDER_OPTIONS = selectOptions(DISPUTE_PROVIDERS, disputeLabel);
/** Options of the filter by due time: the answer to the dispute is due soon, or late. */
export const DISPUTE_DUE_OPTIONS = selectOptions(DISPUTE_DUE_FILTERS, disputeLabel);

type StatusFields = {
  state: string;
  answer: string | null;
  sent_at: string | null;
  outcome: "won" | "lost" | null;
};

/** Returns a dispute's state as one label, with our answer or the bank's decision, and the badge status that colours the label. */
export function disputeStatus({ state, answer, sent_at, outcome }: StatusFields): { status: string; label: string } {
  if (outcome) return { status: outcome, label: outcome === "won" ? "Bank: won" : "Bank: lost" };
  if (state === "needs_answer" && answer)
    return sent_at
      ? { status: "sent", label: disputeLabel(answer) }
      : { status: "processing", label: `${disputeLabel(answer)}, being sent` };
  if (state === "needs_answer") return { status: "due", label: disputeLabel(state) };
  return { status: state === "resolved" ? "done" : "processing", label: disputeLabel(state) };
}
