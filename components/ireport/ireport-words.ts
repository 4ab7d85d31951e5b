import {
  IREPORT_REJECTION_WORDS,
  IREPORT_STATES,
  type IreportMessageKind,
  type IreportPriority,
  type IreportRejection,
  type IreportState,
} from "@/lib/contract/ireport.values";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import { adminWords, optionsOf, titleCase } from "@/lib/format";

export const IREPORTS_URL = "/dashboard/ireports";
export const REPORTS_URL = `${IREPORTS_URL}/all`;
export const CATEGORIES_URL = `${IREPORTS_URL}/categories`;

/** Display names of the module's values. */
export const stateWords = (state: IreportState) => titleCase(state);
export const priorityWords = (priority: IreportPriority) => titleCase(priority);

export const rejectionWords = (reason: IreportRejection) => IREPORT_REJECTION_WORDS[reason] ?? titleCase(reason);

/** Display names of the kinds of message. */
const MESSAGE_WORDS: Record<IreportMessageKind, string> = {
  update: "Public update",
  question: "Question to the citizen",
  answer: "Citizen's answer",
  resolution: "Resolution",
  rejection: "Rejection",
  duplicate: "Closed as a duplicate",
  reopening: "Reopened",
};
export const messageWords = (kind: IreportMessageKind) => MESSAGE_WORDS[kind];

/** Actions that may log several steps under their name. Intermediate steps are named by their target state. */
const STEPPING = ["changeState", "changeStates", "ask", "resolve", "reject", "markDuplicate"].map(
  (call) => `ireport.${call}`,
);
const STEP_WORDS: Record<string, string> = {
  acknowledged: "Acknowledged",
  in_progress: "Work started",
};

function stepWords(changes: TimelineEntry["changes"]): string | undefined {
  const state = changes.find(({ field }) => field === "state");
  if (!state?.after) return undefined;
  return state.before === "waiting_for_citizen" ? "Continued without an answer" : STEP_WORDS[state.after];
}

/** Describes an entry of a report's history. */
export const historyWords = ({ action, words, changes }: Pick<TimelineEntry, "action" | "words" | "changes">) =>
  (STEPPING.includes(action) && stepWords(changes)) || words;

const BY_CITIZENS = ["ireport.file", "ireport.answer", "ireport.rate", "ireport.reopenAsCitizen"];

/** Names the actor of an entry. Anonymous reporters and the task that escalates late reports have no name. */
export const actorWords = ({ by, action }: Pick<TimelineEntry, "by" | "action">) =>
  (by && adminWords(by)) ?? (BY_CITIZENS.includes(action) ? "Citizen" : "System");

export const STATE_OPTIONS = optionsOf(IREPORT_STATES, stateWords);
