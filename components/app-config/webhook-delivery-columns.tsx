import { DateTime } from "@/components/common/date-time";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { Button } from "@/components/ui/button";
import type { WebhookDelivery } from "@/lib/contract/app-config-webhooks";
import { DELIVERY_STATE_LABELS, describeLastDeliveryAttempt, formatMilliseconds } from "./webhook-words";

type Handlers = { onOpen: (id: string) => void; preload: () => void; onReplay?: (id: string) => void };

/** Returns the table columns of webhook deliveries. @param onReplay omitted if the admin may not replay events */
export const webhookDeliveryColumns = ({
  onOpen,
  preload,
  onReplay,
}: Handlers): readonly TableColumn<WebhookDelivery>[] => [
  {
    id: "type",
    header: "Event",
    cell: ({ type, endpoint }) => (
      <span className="block min-w-0">
        <span className="block font-semibold">{type}</span>
        <span className="block truncate font-normal text-muted md:max-w-56" title={endpoint.name}>
          {endpoint.name}
        </span>
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    phone: "title",
    cell: ({ state }) => <StatusBadge status={state} label={DELIVERY_STATE_LABELS[state]} />,
  },
  { id: "attempts", header: "Attempts", align: "end", cell: ({ attempts }) => attempts },
  {
    id: "status",
    header: "Response",
    wraps: true,
    cell: (row) => <span className="block wrap-anywhere md:max-w-56">{describeLastDeliveryAttempt(row)}</span>,
  },
  {
    id: "duration",
    header: "Duration",
    align: "end",
    cell: ({ duration_ms }) =>
      duration_ms === null ? <span className="text-muted">–</span> : formatMilliseconds(duration_ms),
  },
  {
    id: "created_at",
    header: "Created",
    sort: "created_at",
    cell: ({ created_at }) => <DateTime at={created_at} seconds />,
  },
  {
    id: "next",
    header: "Next attempt",
    optional: true,
    cell: ({ next_attempt_at }) =>
      next_attempt_at ? <DateTime at={next_attempt_at} seconds /> : <span className="text-muted">–</span>,
  },
  {
    id: "actions",
    header: "Actions",
    quiet: true,
    hideable: false,
    align: "end",
    phone: "line",
    cell: ({ id, type, state }) => (
      <div className="flex gap-1 md:justify-end">
        <Button size="sm" onPointerEnter={preload} onFocus={preload} onClick={() => onOpen(id)}>
          Details<span className="sr-only"> of {type}</span>
        </Button>
        {onReplay && (
          <Button size="sm" disabled={state === "pending"} onClick={() => onReplay(id)}>
            Replay<span className="sr-only"> {type}</span>
          </Button>
        )}
      </div>
    ),
  },
];
