import { FreeText } from "@/components/common/free-text";
import { Timeline } from "@/components/common/history/timeline";
import { Card, CardHeader } from "@/components/ui/card";
import type { TransactionDetails } from "@/lib/contract/transaction";
import type { TransactionEvent } from "@/lib/contract/transaction-event";
import { mergeTransactionHistory, type TransactionHistoryItem } from "./history";
import { transactionLabel } from "./transaction-words";

/** Lists the history of a payment, newest first: attempts, provider reports and actions of admins. */
export function TransactionHistory({ transaction }: { transaction: TransactionDetails }) {
  const items: TransactionHistoryItem[] = mergeTransactionHistory(transaction.events, transaction.timeline);
  return (
    <Card>
      <CardHeader title="History" />
      <div className="px-5 pb-5">
        <Timeline entries={items} more={({ event }) => event && <EventDetails event={event} />} />
      </div>
    </Card>
  );
}

/** Renders a payment event's message and change of state, with the provider's raw response collapsed. */
function EventDetails({ event: { message, from_state, to_state, raw } }: { event: TransactionEvent }) {
  return (
    <div className="mt-1 text-sm">
      <FreeText as="p">
        {message}
        {to_state && (
          <span className="text-muted">
            {" "}
            ({from_state ? `${transactionLabel(from_state).toLowerCase()} → ` : ""}
            {transactionLabel(to_state).toLowerCase()})
          </span>
        )}
      </FreeText>
      {raw && (
        <details className="mt-1">
          <summary className="cursor-pointer rounded-sm text-muted">Raw provider data</summary>
          <pre className="mt-1 overflow-x-auto rounded-md bg-sunken p-3 text-xs">{JSON.stringify(raw, null, 2)}</pre>
        </details>
      )}
    </div>
  );
}
