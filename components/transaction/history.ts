import type { TimelineEntry } from "@/lib/contract/system-logs";
import type { TransactionEvent } from "@/lib/contract/transaction-event";

/** Entry of a transaction's history: a change-log row and, if there is one, the payment event of the same action. */
export type TransactionHistoryItem = TimelineEntry & { event?: TransactionEvent };

/** Kinds of payment events that each API call adds. */
const CALL_EVENTS: Record<string, readonly string[]> = {
  "transaction.beginFromApp": ["attempt"],
  "event.payOrder": ["attempt"],
  "transaction.refund": ["refund", "request"],
  "transaction.refundTaken": ["taken"],
  "transaction.refundDelayed": ["delayed"],
  "transaction.refundRefused": ["refused"],
  "transaction.retryRefund": ["attempt"],
  "transaction.requery": ["requery"],
  "transaction.verified": ["requery"],
  "transaction.decideAccount": ["attempt"],
  "transaction.dispute": ["dispute"],
  "transaction.webhook": ["webhook"],
  "approvals.decide": ["approval", "refund", "dispute"],
};

const EVENT_TEXTS: Record<string, string> = {
  attempt: "Attempt",
  webhook: "The provider reported",
  requery: "Status checked with the provider",
  refund: "Refund",
  dispute: "Dispute",
  request: "Refund requested",
  approval: "Approved",
  taken: "Accepted by provider",
  delayed: "Delayed at the provider",
  refused: "Refused by the provider",
};

/** Maximum time in ms between an event and its change-log row, which are written in the same transaction. */
const SAME_ACTION_MS = 5_000;

/** Changed fields that are not shown, because the event in the same entry shows them in more detail. */
const HIDDEN_FIELDS = ["state", "provider_event", "provider_says"];

/** Who caused payment events that have no change-log row. For other kinds of events without a row, the history names nobody. */
const EVENT_ACTORS: Record<string, string> = { webhook: "Payment provider", taken: "Payment provider" };

/** Merges payment events and change-log rows into one history, newest first. An event and its row become one entry. */
export function mergeTransactionHistory(
  events: readonly TransactionEvent[],
  timeline: readonly TimelineEntry[],
): TransactionHistoryItem[] {
  const remaining = new Set(timeline);
  const items = events.map((event): TransactionHistoryItem => {
    const entry = [...remaining].find(
      ({ action, at }) =>
        CALL_EVENTS[action]?.includes(event.kind) && Math.abs(Date.parse(at) - Date.parse(event.at)) <= SAME_ACTION_MS,
    );
    const id = `event ${event.id}`;
    const words = EVENT_TEXTS[event.kind] ?? event.kind;
    if (!entry) {
      const actor = EVENT_ACTORS[event.kind] ?? "";
      return { id, at: event.at, by: null, actor, action: event.kind, words, outcome: "done", changes: [], event };
    }
    remaining.delete(entry);
    return { ...entry, id, words, changes: entry.changes.filter(({ field }) => !HIDDEN_FIELDS.includes(field)), event };
  });
  return [...items, ...remaining].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
