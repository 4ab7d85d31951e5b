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

/** How the module's values read on screen. */
export const stateWords = (state: IreportState) => titleCase(state);
export const priorityWords = (priority: IreportPriority) => titleCase(priority);

export const rejectionWords = (reason: IreportRejection) => IREPORT_REJECTION_WORDS[reason] ?? titleCase(reason);

/** What each text of the conversation is; the last three are the citizen's or say what became of the report. */
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

/** One press may go several steps, each on record under its name: such a one is called by the state that it led to. */
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

/** What happened to a report, in its history. */
export const historyWords = ({ action, words, changes }: Pick<TimelineEntry, "action" | "words" | "changes">) =>
  (STEPPING.includes(action) && stepWords(changes)) || words;

const BY_CITIZENS = ["ireport.file", "ireport.answer", "ireport.rate", "ireport.reopenAsCitizen"];

/** Who did it. Who reports anonymously is named nowhere, and nor is the clock that escalates. */
export const actorWords = ({ by, action }: Pick<TimelineEntry, "by" | "action">) =>
  (by && adminWords(by)) ?? (BY_CITIZENS.includes(action) ? "Citizen" : "System");

export const STATE_OPTIONS = optionsOf(IREPORT_STATES, stateWords);
