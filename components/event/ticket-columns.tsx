import { DateTime } from "@/components/common/date-time";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import type { Facet } from "@/components/common/table/facet";
import type { TicketRow } from "@/lib/contract/event-tickets";
import { formatTicketPrice, TICKET_STATE_OPTIONS } from "./event-words";

/** Filters of the list of tickets. */
export const TICKET_FACETS: readonly Facet[] = [
  { kind: "choices", key: "state", label: "Status", options: TICKET_STATE_OPTIONS },
  { kind: "days", from: "from", to: "to", label: "Sold" },
];

/** Columns of the list of tickets. */
export const TICKET_COLUMNS: readonly TableColumn<TicketRow>[] = [
  { id: "reference", header: "Ticket", width: "11rem", cell: (row) => row.reference },
  { id: "state", header: "Status", phone: "title", cell: (row) => <StatusBadge status={row.state} /> },
  { id: "holder", header: "Holder", cell: (row) => row.holder.name },
  { id: "event", header: "Event", cell: (row) => row.event.title },
  { id: "type", header: "Type", cell: (row) => row.type.name },
  { id: "price", header: "Price", align: "end", cell: (row) => formatTicketPrice(row.price) },
  { id: "code", header: "Code", phone: "hidden", cell: (row) => <TicketCodeEnding end={row.code_end} /> },
  { id: "created_at", header: "Sold", sort: "created_at", cell: (row) => <DateTime at={row.created_at} /> },
  {
    id: "checked_in_at",
    header: "Checked in",
    sort: "checked_in_at",
    cell: (row) => (row.checked_in_at ? <DateTime at={row.checked_in_at} /> : "–"),
  },
];

/** Shows only the end of a ticket code, because the whole code admits anyone who knows it. */
export function TicketCodeEnding({ end }: { end: string }) {
  return (
    <span className="tabular-nums">
      <span className="sr-only">Code ends in </span>
      <span aria-hidden="true">…</span>
      {end}
    </span>
  );
}
