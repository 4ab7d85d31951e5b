import type { TimelineEntry } from "@/lib/contract/system-logs";

/** Texts for actions that may need approval: one for the request, one for the completed action. */
const ACTION_TEXTS: Record<string, readonly [requested: string, done: string]> = {
  "event.cancel": ["Requested a cancellation", "Cancelled"],
  "event.refundTicket": ["Requested a refund", "Refunded"],
};

/** Describes an entry in the history of an event or ticket. */
export function describeEventAction({
  action,
  words,
  changes,
}: Pick<TimelineEntry, "action" | "words" | "changes">): string {
  const [requested, done] = ACTION_TEXTS[action] ?? [words, words];
  return changes.some(({ field }) => field === "awaiting_approval") ? requested : done;
}
