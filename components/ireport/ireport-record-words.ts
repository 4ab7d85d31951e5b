import {
  IREPORT_REJECTION_REASON_WORDS,
  type IreportMessageKind,
  type IreportRejectionReason,
} from "@/lib/contract/ireport.values";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import { adminLabel, titleCase } from "@/lib/format";

/** Returns the display name of a reason for rejecting a report. */
export const rejectionReasonLabel = (reason: IreportRejectionReason) =>
  IREPORT_REJECTION_REASON_WORDS[reason] ?? titleCase(reason);

const MESSAGE_LABELS: Record<IreportMessageKind, string> = {
  update: "Public update",
  question: "Question to the citizen",
  answer: "Citizen's answer",
  resolution: "Resolution",
  rejection: "Rejection",
  duplicate: "Closed as a duplicate",
  reopening: "Reopened",
};
/** Returns the label of a message in a report's conversation, such as "Public update". */
export const messageKindLabel = (kind: IreportMessageKind) => MESSAGE_LABELS[kind];

/** API calls that may change a report's state several times. The history describes each intermediate change by the state that it led to. */
const STATE_CHANGING_ACTIONS = ["changeState", "changeStates", "ask", "resolve", "reject", "markDuplicate"].map(
  (call) => `ireport.${call}`,
);
const STEP_TEXTS: Record<string, string> = {
  acknowledged: "Acknowledged",
  in_progress: "Work started",
};

function describeStep(changes: TimelineEntry["changes"]): string | undefined {
  const state = changes.find(({ field }) => field === "state");
  if (!state?.after) return undefined;
  return state.before === "waiting_for_citizen" ? "Continued without an answer" : STEP_TEXTS[state.after];
}

/** Describes what happened in an entry of a report's history. */
export const describeIreportAction = ({
  action,
  words,
  changes,
}: Pick<TimelineEntry, "action" | "words" | "changes">) =>
  (STATE_CHANGING_ACTIONS.includes(action) && describeStep(changes)) || words;

const CITIZEN_ACTIONS = ["ireport.file", "ireport.answer", "ireport.rate", "ireport.reopenAsCitizen"];

/** Returns who made a history entry: an admin's name, "Citizen" for anonymous reporters, or "System" for scheduled tasks. */
export const ireportActorName = ({ by, action }: Pick<TimelineEntry, "by" | "action">) =>
  (by && adminLabel(by)) ?? (CITIZEN_ACTIONS.includes(action) ? "Citizen" : "System");
