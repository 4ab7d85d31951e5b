import type { TimelineEntry } from "@/lib/contract/system-logs";
import type { TransactionEvent } from "@/lib/contract/transaction";

/** One happening: as the change log has it, with what the payment itself noted of it. */
export type Happening = TimelineEntry & { event?: TransactionEvent };

/** The kinds of event that a call leaves on a payment. */
const EVENTS_OF: Record<string, readonly string[]> = {
  "transaction.beginFromApp": ["attempt"],
  "event.payOrder": ["attempt"],
  "transaction.refund": ["refund", "request"],
  "transaction.refundTaken": ["taken"],
  "transaction.requery": ["requery"],
  "transaction.dispute": ["dispute"],
  "transaction.webhook": ["webhook"],
  "approvals.decide": ["approval", "refund", "dispute"],
};

const EVENT_WORDS: Record<string, string> = {
  attempt: "Attempt",
  webhook: "The provider reported",
  requery: "Status checked with the provider",
  refund: "Refund",
  dispute: "Dispute",
  request: "Refund requested",
  approval: "Approved",
  taken: "Accepted by provider",
};

/** An event and the row of the change log about it are written together. */
const TOGETHER_MS = 5_000;

/** What the event beside it says already, and better. */
const SAID_BY_EVENT = ["state", "provider_event", "provider_says"];

/** Who did what the change log has no row of; of the rest it is not known. */
const ACTORS: Record<string, string> = { webhook: "Payment provider", taken: "Payment provider" };

/** Attempts, reports and changes as one history, newest first; what both say of one happening stands there once. */
export function historyOf(events: readonly TransactionEvent[], timeline: readonly TimelineEntry[]): Happening[] {
  const left = new Set(timeline);
  const told = events.map((event): Happening => {
    const entry = [...left].find(
      ({ action, at }) =>
        EVENTS_OF[action]?.includes(event.kind) && Math.abs(Date.parse(at) - Date.parse(event.at)) <= TOGETHER_MS,
    );
    const id = `event ${event.id}`;
    const words = EVENT_WORDS[event.kind] ?? event.kind;
    if (!entry) {
      const actor = ACTORS[event.kind] ?? "";
      return { id, at: event.at, by: null, actor, action: event.kind, words, outcome: "done", changes: [], event };
    }
    left.delete(entry);
    return { ...entry, id, words, changes: entry.changes.filter(({ field }) => !SAID_BY_EVENT.includes(field)), event };
  });
  return [...told, ...left].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
