import {
  APPLICATION_STATE_WORDS,
  APPLICATION_STATES,
  type ApplicationState,
  type Decision,
  DUPLICATE_KINDS,
  DUPLICATE_WORDS,
  type DuplicateKind,
  REVIEWERS,
} from "@/lib/contract/grant.values";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import { optionsOf, titleCase } from "@/lib/format";

export const stateWords = (state: ApplicationState) => APPLICATION_STATE_WORDS[state];
export const APPLICATION_STATE_OPTIONS = optionsOf(APPLICATION_STATES, APPLICATION_STATE_WORDS);

export const duplicateWords = (kind: DuplicateKind) => DUPLICATE_WORDS[kind];
export const DUPLICATE_OPTIONS = optionsOf(DUPLICATE_KINDS, DUPLICATE_WORDS);

/** A mean score in hundredths: 7050 → "70.5". */
export const scoreWords = (hundredths: number) => String(hundredths / 100);

type DecisionWords = {
  action: string;
  /** "12 applications shortlisted" */
  done: string;
  key: string;
  variant: "primary" | "secondary" | "danger";
  becomes: ApplicationState;
};
export const DECISION_WORDS: Record<Decision, DecisionWords> = {
  shortlist: { action: "Shortlist", done: "shortlisted", key: "s", variant: "secondary", becomes: "shortlisted" },
  approve: { action: "Approve", done: "approved", key: "a", variant: "primary", becomes: "approved" },
  reject: { action: "Reject", done: "rejected", key: "r", variant: "danger", becomes: "rejected" },
};

/** How many of the scores that an approval needs are there. */
export function scoresWords(reviews: number): string {
  if (reviews >= REVIEWERS) return "Both scores are in.";
  return `Two scores are needed: ${reviews === 0 ? "none" : "one"} is in.`;
}

const ACTION_WORDS: Record<string, string> = {
  "grant.apply": "Application submitted",
  "grant.answerForApp": "Applicant answered",
  "grant.askApplicant": "Information requested",
  "grant.review": "Scored",
  "grant.declareConflict": "Conflict of interest declared",
  "grant.clearDuplicates": "Confirmed as not the same person",
  "grant.createBatch": "Added to a payout batch",
  "grant.removeRows": "Removed from its payout batch",
  "grant.cancelBatch": "Payout batch cancelled",
  "grant.retryRows": "Payment retried",
  "grant.payRow": "Payment",
};

type Entry = Pick<TimelineEntry, "changes">;
const afterOf = ({ changes }: Entry, field: string) => changes.find((change) => change.field === field)?.after;
const isState = (word: string | null | undefined): word is ApplicationState =>
  word != null && word in APPLICATION_STATE_WORDS;
const plain = (action: string) =>
  titleCase((action.split(".").at(-1) ?? action).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

/** What happened to an application, as its change log says it; an action that is not named here by its plain name. */
export function applicationActionWords(action: string, entry: Entry): string {
  if (action !== "grant.decide") return ACTION_WORDS[action] ?? plain(action);
  const state = afterOf(entry, "state");
  if (isState(state)) return APPLICATION_STATE_WORDS[state];
  return afterOf(entry, "not_decided") ? "Decision refused" : "Decided";
}
