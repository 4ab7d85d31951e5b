import type { TimelineEntry } from "@/lib/contract/system-logs";

/** Texts for actions that may need approval: the first for the request, the second for the completed action. */
const ACTION_TEXTS: Record<string, readonly [requested: string, done: string]> = {
  "event.cancel": ["Requested a cancellation", "Cancelled"],
  "event.refundTicket": ["Requested a refund", "Refunded"],
};

/** Describes an entry of an event's or ticket's history. */
export function describeAction({
  action,
  words,
  changes,
}: Pick<TimelineEntry, "action" | "words" | "changes">): string {
  const [requested, done] = ACTION_TEXTS[action] ?? [words, words];
  return changes.some(({ field }) => field === "awaiting_approval") ? requested : done;
}
