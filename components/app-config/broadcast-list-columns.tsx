import { DateTime } from "@/components/common/date-time";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import type { BroadcastRow } from "@/lib/contract/app-config-broadcasts";
import { formatCount } from "@/lib/format";
import { BROADCAST_STATE_LABELS, failedDeliveryCount, formatPeopleCount } from "./broadcast-words";

/** Columns of the list of notifications to citizens. */
export const BROADCAST_COLUMNS: readonly TableColumn<BroadcastRow>[] = [
  {
    id: "title",
    header: "Notification",
    sort: "title",
    phone: "line",
    cell: (row) => (
      <span className="block md:max-w-72">
        <span className="block truncate font-semibold max-md:whitespace-normal" title={row.title}>
          {row.title}
        </span>
        <span className="block truncate font-normal text-muted text-sm" title={row.text}>
          {row.text}
        </span>
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    phone: "title",
    cell: (row) => <StatusBadge status={row.state} label={BROADCAST_STATE_LABELS[row.state]} />,
  },
  {
    id: "audience",
    header: "Audience",
    cell: (row) => (
      <span className="block md:max-w-48">
        <span className="block truncate" title={row.audience_words}>
          {row.audience_words}
        </span>
        {row.started_at && <span className="block text-muted text-sm">{formatPeopleCount(row.people)}</span>}
      </span>
    ),
  },
  { id: "when", header: "When", sort: "scheduled_for", cell: (row) => <SendTime row={row} /> },
  { id: "sent", header: "Sent", align: "end", cell: (row) => <SentCount row={row} /> },
  { id: "failed", header: "Failed", align: "end", cell: (row) => formatCountOrDash(row, failedDeliveryCount(row)) },
  { id: "opened", header: "Opened", align: "end", cell: (row) => formatCountOrDash(row, row.opened) },
  { id: "updated_at", header: "Updated", sort: "updated_at", cell: (row) => <DateTime at={row.updated_at} /> },
];

/** Formats a count, or a dash before the notification was sent. */
const formatCountOrDash = (row: BroadcastRow, value: number) =>
  row.started_at ? formatCount(value) : <span className="text-muted">–</span>;

function SendTime({ row }: { row: BroadcastRow }) {
  if (row.ended_at) return <DateTime at={row.ended_at} />;
  if (row.started_at)
    return (
      <>
        Since <DateTime at={row.started_at} />
      </>
    );
  if (row.scheduled_for) return <DateTime at={row.scheduled_for} />;
  return <span className="text-muted">Not scheduled</span>;
}

function SentCount({ row }: { row: BroadcastRow }) {
  if (!row.started_at) return <span className="text-muted">–</span>;
  const isActive = row.state === "sending" || row.state === "paused";
  return (
    <span className="tabular-nums">
      {formatCount(row.sent)}
      {isActive && <span className="text-muted"> of {formatCount(row.devices)}</span>}
    </span>
  );
}
