import { DateTime } from "@/components/common/date-time";
import { Card, CardHeader } from "@/components/ui/card";
import type { TransactionEvent } from "@/lib/contract/transaction";
import { titleCase } from "@/lib/format";

const KINDS: Record<string, string> = {
  attempt: "Attempt",
  webhook: "The provider reported",
  requery: "The provider answered",
  refund: "Refund",
  dispute: "Dispute",
  request: "Requested",
  approval: "Approved",
  taken: "Taken by the provider",
};

/** Attempts and what the provider said, newest first, with its raw words where it sent some. */
export function TransactionEvents({ events }: { events: readonly TransactionEvent[] }) {
  return (
    <Card>
      <CardHeader title="Attempts and events" />
      {events.length === 0 && <p className="px-5 pb-5 text-muted">No attempts are logged.</p>}
      <ol className="divide-y divide-border text-sm">
        {events.map((event) => (
          <li key={event.id} className="px-5 py-3">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-semibold">{KINDS[event.kind] ?? titleCase(event.kind)}</span>
              <span className="text-muted">
                <DateTime at={event.at} />
              </span>
            </p>
            <p>
              {event.message}
              {event.to_state && (
                <span className="text-muted">
                  {" "}
                  ({titleCase(event.from_state ?? "").toLowerCase()} → {titleCase(event.to_state).toLowerCase()})
                </span>
              )}
            </p>
            {event.raw && (
              <details className="mt-1">
                <summary className="cursor-pointer rounded-sm text-muted">Raw provider data</summary>
                <pre className="mt-1 overflow-x-auto rounded-md bg-sunken p-3 text-xs">
                  {JSON.stringify(event.raw, null, 2)}
                </pre>
              </details>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
