import type { PromotionDetails } from "@/lib/contract/promotion";
import {
  PROMOTABLE_TYPES,
  PROMOTION_ABUSE_SHARED_DATA,
  REDEMPTION_STATE_WORDS,
  REDEMPTION_STATES,
  type SharedDataKind,
} from "@/lib/contract/promotion.values";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import { PAYMENT_CHANNELS, TRANSACTION_LABELS } from "@/lib/contract/transaction.values";
import { selectOptions, titleCase } from "@/lib/format";

/** Payment types that promotions can apply to, as options. */
export const PAYMENT_TYPE_OPTIONS = selectOptions(
  PROMOTABLE_TYPES,
  (type) => TRANSACTION_LABELS[type] ?? titleCase(type),
);
/** Payment channels, such as card or wallet, as options. */
export const PAYMENT_CHANNEL_OPTIONS = selectOptions(PAYMENT_CHANNELS);

/** Options for how citizens get a promotion: automatically or by a code. */
export const PROMOTION_TRIGGER_OPTIONS = [
  { value: "automatic", label: "Automatic: no code needed" },
  { value: "code", label: "With a code that the citizen types" },
];

/** States of a promotion's uses, as options of a filter. */
export const REDEMPTION_STATE_OPTIONS = selectOptions(REDEMPTION_STATES, REDEMPTION_STATE_WORDS);

/** Labels of data that several accounts may share, such as a device. */
export const SHARED_DATA_LABELS: Record<SharedDataKind, string> = {
  device: "Device",
  phone: "Phone number",
  identity_number: "Identity number",
};
/** Kinds of data that several accounts may share, as options of a filter. */
export const SHARED_DATA_OPTIONS = selectOptions(PROMOTION_ABUSE_SHARED_DATA, SHARED_DATA_LABELS);

type PromotionStatus = Pick<PromotionDetails, "state" | "pause_cause" | "end_cause">;

/** Explains why a promotion does not run. Returns null if its state already explains it. */
export function promotionNotRunningReason({ state, pause_cause, end_cause }: PromotionStatus): string | null {
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

/** Describes the promotion's new state from the changes in a history entry. A citizen's payment can also start, pause or end a promotion. */
function describeState({ changes }: Pick<TimelineEntry, "changes">): string | undefined {
  const newValueOf = (field: string) => changes.find((change) => change.field === field)?.after ?? "";
  const state = newValueOf("state");
  return state === "ended" ? (END_TEXTS[newValueOf("end_cause")] ?? "Ended") : STATE_TEXTS[state];
}

/** Describes an entry of a promotion's change log. A change by a payment is described by the new state. */
export const describePromotionAction = (entry: Pick<TimelineEntry, "action" | "words" | "changes">): string => {
  const isByPayment = !entry.action.startsWith("promotion.");
  return ((isByPayment || entry.action === "promotion.end") && describeState(entry)) || entry.words;
};
