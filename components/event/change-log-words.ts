import type { TimelineEntry } from "@/lib/contract/system-logs";

/** What waits for another admin's approval has not happened yet: first what was requested, then what was done. */
const EITHER: Record<string, readonly [requested: string, done: string]> = {
  "event.cancel": ["Requested a cancellation", "Cancelled"],
  "event.refundTicket": ["Requested a refund", "Refunded"],
};

/** What happened to an event or a ticket, in its history. */
export function historyWords({ action, words, changes }: Pick<TimelineEntry, "action" | "words" | "changes">): string {
  const [requested, done] = EITHER[action] ?? [words, words];
  return changes.some(({ field }) => field === "awaiting_approval") ? requested : done;
}
