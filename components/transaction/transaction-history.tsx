import { Timeline } from "@/components/common/history/timeline";
import { Card, CardHeader } from "@/components/ui/card";
import type { TransactionEvent, TransactionSingle } from "@/lib/contract/transaction";
import { type Happening, historyOf } from "./history";
import { wordsOf } from "./transaction-words";

const EVENTS: Record<string, string> = {
  attempt: "Attempt",
  webhook: "The provider reported",
  requery: "Status checked with the provider",
  refund: "Refund",
  dispute: "Dispute",
  request: "Refund requested",
  approval: "Approved",
  taken: "Accepted by provider",
};

/** What left no event on the payment. */
const ACTIONS: Record<string, string> = {
  "transaction.beginFromApp": "Begun in the app",
  "event.payOrder": "Begun in the app for tickets",
  "transaction.refund": "Refund",
  "transaction.refundTaken": "Accepted by provider",
  "transaction.receipt": "Receipt downloaded",
  "transaction.requery": "Status checked with the provider",
  "transaction.dispute": "Dispute recorded",
  "transaction.webhook": "The provider reported",
  "approvals.decide": "Request decided",
  "approvals.cancel": "Request withdrawn",
  "approvals.expire": "Request expired",
  "rp.setAdminStatus": "Request withdrawn: its admin was suspended",
  "rp.deleteAdmins": "Request withdrawn: its admin was deleted",
};

/** What happened to a payment, newest first: attempts, what the provider said, and what people did. */
export function TransactionHistory({ transaction }: { transaction: TransactionSingle }) {
  const happenings: Happening[] = historyOf(transaction.events, transaction.timeline);
  return (
    <Card>
      <CardHeader title="History" />
      <div className="px-5 pb-5">
        <Timeline
          entries={happenings}
          actionLabel={(action, { event }) => (event && EVENTS[event.kind]) ?? ACTIONS[action] ?? wordsOf(action)}
          more={({ event }) => event && <EventWords event={event} />}
        />
      </div>
    </Card>
  );
}

/** What was said, where it took the payment, and the provider's own words folded. */
function EventWords({ event: { message, from_state, to_state, raw } }: { event: TransactionEvent }) {
  return (
    <div className="mt-1 text-sm">
      <p className="break-words">
        {message}
        {to_state && (
          <span className="text-muted">
            {" "}
            ({from_state ? `${wordsOf(from_state).toLowerCase()} → ` : ""}
            {wordsOf(to_state).toLowerCase()})
          </span>
        )}
      </p>
      {raw && (
        <details className="mt-1">
          <summary className="cursor-pointer rounded-sm text-muted">Raw provider data</summary>
          <pre className="mt-1 overflow-x-auto rounded-md bg-sunken p-3 text-xs">{JSON.stringify(raw, null, 2)}</pre>
        </details>
      )}
    </div>
  );
}
