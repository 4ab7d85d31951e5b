import type { PromotionSingle } from "@/lib/contract/promotion";
import {
  ABUSE_KINDS,
  type AbuseKind,
  PROMOTABLE_TYPES,
  REDEMPTION_STATE_WORDS,
  REDEMPTION_STATES,
} from "@/lib/contract/promotion.values";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import { CHANNELS, TRANSACTION_LABELS } from "@/lib/contract/transaction.values";
import { selectOptions, titleCase } from "@/lib/format";

export const PAYMENT_TYPE_OPTIONS = selectOptions(
  PROMOTABLE_TYPES,
  (type) => TRANSACTION_LABELS[type] ?? titleCase(type),
);
export const PAYMENT_CHANNEL_OPTIONS = selectOptions(CHANNELS);

export const TRIGGER_OPTIONS = [
  { value: "automatic", label: "Automatic: no code needed" },
  { value: "code", label: "With a code that the citizen types" },
];

export const REDEMPTION_STATE_OPTIONS = selectOptions(REDEMPTION_STATES, REDEMPTION_STATE_WORDS);

export const ABUSE_LABELS: Record<AbuseKind, string> = {
  device: "Device",
  phone: "Phone number",
  identity_number: "Identity number",
};
export const ABUSE_OPTIONS = selectOptions(ABUSE_KINDS, ABUSE_LABELS);

type PromotionStatus = Pick<PromotionSingle, "state" | "pause_cause" | "end_cause">;

/** Explains why a promotion does not run. Returns null if its state already explains it. */
export function notRunningReason({ state, pause_cause, end_cause }: PromotionStatus): string | null {
  if (state === "paused")
    return pause_cause === "pool" ? "Paused: the promotions pool can't cover it." : "Paused by an admin.";
  if (state !== "ended" && state !== "archived") return null;
  if (end_cause === "budget") return "Ended: its budget is spent.";
  if (end_cause === "uses") return "Ended: all its uses are taken.";
  return end_cause === "clock" ? "Ended: its end date has passed." : "Ended by an admin.";
}

const END_TEXTS: Record<string, string> = {
  budget: "Ended: budget spent",
  uses: "Ended: all uses taken",
  clock: "Ended: end date passed",
};
const STATE_TEXTS: Record<string, string> = { active: "Started", paused: "Paused" };

/** Describes a new state by the changes of a history entry. A citizen's payment can start, pause or end a promotion, too. */
function describeState({ changes }: Pick<TimelineEntry, "changes">): string | undefined {
  const newValueOf = (field: string) => changes.find((change) => change.field === field)?.after ?? "";
  const state = newValueOf("state");
  return state === "ended" ? (END_TEXTS[newValueOf("end_cause")] ?? "Ended") : STATE_TEXTS[state];
}

export const describeAction = (entry: Pick<TimelineEntry, "action" | "words" | "changes">): string => {
  const isByPayment = !entry.action.startsWith("promotion.");
  return ((isByPayment || entry.action === "promotion.end") && describeState(entry)) || entry.words;
};
