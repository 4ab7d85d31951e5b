import {
  APPLICATION_STATE_WORDS,
  APPLICATION_STATES,
  type ApplicationState,
  DUPLICATE_KINDS,
  DUPLICATE_WORDS,
  type DuplicateKind,
  type GrantDecision,
  REVIEWERS_NEEDED,
} from "@/lib/contract/grant.values";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import { selectOptions } from "@/lib/format";

export const applicationStateLabel = (state: ApplicationState) => APPLICATION_STATE_WORDS[state];
export const APPLICATION_STATE_OPTIONS = selectOptions(APPLICATION_STATES, APPLICATION_STATE_WORDS);

/** Describes what two applications have in common, such as the same bank account. */
export const duplicateLabel = (kind: DuplicateKind) => DUPLICATE_WORDS[kind];
export const DUPLICATE_KIND_OPTIONS = selectOptions(DUPLICATE_KINDS, DUPLICATE_WORDS);

/** Formats a mean score given in hundredths: 7050 becomes "70.5". */
export const formatMeanScore = (hundredths: number) => String(hundredths / 100);

type DecisionTexts = {
  action: string;
  /** Past participle of the decision, as in "12 applications shortlisted". */
  done: string;
  key: string;
  variant: "primary" | "secondary" | "danger";
  becomes: ApplicationState;
};
/** Texts, shortcut key and resulting state of each decision on a grant application. */
export const DECISION_TEXTS: Record<GrantDecision, DecisionTexts> = {
  shortlist: { action: "Shortlist", done: "shortlisted", key: "s", variant: "secondary", becomes: "shortlisted" },
  approve: { action: "Approve", done: "approved", key: "a", variant: "primary", becomes: "approved" },
  reject: { action: "Reject", done: "rejected", key: "r", variant: "danger", becomes: "rejected" },
};

/** Describes how many of the required scores an application has. */
export function describeScoreCount(reviews: number): string {
  if (reviews >= REVIEWERS_NEEDED) return "Both scores are in.";
  return `Two scores are needed: ${reviews === 0 ? "none" : "one"} is in.`;
}

type HistoryEntry = Pick<TimelineEntry, "action" | "words" | "changes">;
const newStateOf = ({ changes }: Pick<HistoryEntry, "changes">, field: string) =>
  changes.find((change) => change.field === field)?.after;
const isApplicationState = (value: string | null | undefined): value is ApplicationState =>
  value != null && value in APPLICATION_STATE_WORDS;

/** Describes an entry of an application's history. A decision is named by the state to which it led. */
export function describeApplicationAction(entry: HistoryEntry): string {
  if (entry.action !== "grant.decide") return entry.words;
  const state = newStateOf(entry, "state");
  if (isApplicationState(state)) return APPLICATION_STATE_WORDS[state];
  return newStateOf(entry, "not_decided") ? "Decision refused" : entry.words;
}
