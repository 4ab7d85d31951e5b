import { DateTime } from "@/components/common/date-time";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import type { EventRow } from "@/lib/contract/event";
import { formatMoney } from "@/lib/format";
import { EventCategoryLabel } from "./category-icon";
import { formatEventDates } from "./event-words";
import { SoldSeatsBar } from "./sold-bar";

/** Table columns of the list of events. */
export const EVENT_COLUMNS: readonly TableColumn<EventRow>[] = [
  {
    id: "title",
    header: "Event",
    sort: "title",
    grows: true,
    cell: (row) => row.title,
  },
  { id: "state", header: "Status", phone: "title", cell: (row) => <StatusBadge status={row.state} /> },
  {
    id: "starts_at",
    header: "When",
    sort: "starts_at",
    cell: (row) => (
      // Wraps the dates of an event that spans two days to two lines.
      <span className={row.starts_at ? "block md:w-44 md:whitespace-normal" : "text-muted"}>
        {formatEventDates(row.starts_at, row.ends_at)}
      </span>
    ),
  },
  { id: "sold", header: "Sold", cell: (row) => <SoldSeatsBar sold={row.sold} seats={row.seats} /> },
  { id: "revenue", header: "Revenue", align: "end", cell: (row) => formatMoney(row.revenue) },
  {
    id: "category",
    header: "Category",
    cell: (row) =>
      row.category ? <EventCategoryLabel category={row.category} /> : <span className="text-muted">None</span>,
  },
  {
    id: "venue",
    header: "Where",
    cell: (row) => {
      const placeText = [row.venue, row.lga].filter(Boolean).join(", ");
      if (!placeText) return <span className="text-muted">No venue yet</span>;
      return (
        <span className="block truncate md:max-w-36" title={placeText}>
          {placeText}
        </span>
      );
    },
  },
  {
    id: "updated_at",
    header: "Changed",
    sort: "updated_at",
    optional: true,
    phone: "hidden",
    cell: (row) => <DateTime at={row.updated_at} />,
  },
];
