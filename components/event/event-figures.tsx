"use client";

import { useQuery } from "@tanstack/react-query";
import { BarChart } from "@/components/common/chart/bar-chart";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { LoadFailed } from "@/components/common/states";
import type { TableColumn } from "@/components/common/table/column";
import { RowsTable } from "@/components/common/table/rows-table";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { EventDetails, EventFigures } from "@/lib/contract/event";
import {
  formatCount,
  formatDateTime,
  formatDay,
  formatMoney,
  formatMoneyCompact,
  formatTime,
  lagosDay,
  pluralize,
} from "@/lib/format";
import { eventFiguresQuery } from "@/lib/queries/event";
import { TICKETS_URL } from "./event-urls";
import { formatTicketPrice } from "./event-words";

/** Refetch interval in ms while the event is live. */
const POLL_INTERVAL_MS = 20_000;

/** Shows an event's sales by ticket type and day, and its check-ins by minute. */
export function EventSalesFigures({ event }: { event: EventDetails }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...eventFiguresQuery(event.id),
    refetchInterval: event.state === "live" && POLL_INTERVAL_MS,
  });
  if (!data && error) return <LoadFailed message={error.message} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96" />;
  const hrefOf = (state = "") => `${TICKETS_URL}?event=${event.id}${state && `&state=${state}`}`;
  const percent = data.sold > 0 ? Math.round((data.checked_in / data.sold) * 100) : 0;
  return (
    <div className="space-y-5">
      <StatTiles>
        <StatTile
          label="Sold"
          value={formatCount(data.sold)}
          href={hrefOf("valid,checked_in")}
          note={`of ${pluralize(event.seats, "seat")}`}
        />
        <StatTile label="Left" value={formatCount(data.left)} />
        <StatTile label="Revenue" value={formatMoneyCompact(data.revenue)} note={revenueText(data)} />
        <StatTile
          label="Checked in"
          value={formatCount(data.checked_in)}
          href={hrefOf("checked_in")}
          note={data.sold > 0 && `${percent}% of those sold`}
        />
      </StatTiles>
      <Card>
        <CardHeader
          title="By ticket type"
          description={cancelledText(data)}
          actions={
            <ButtonLink href={hrefOf()} size="sm">
              All tickets
            </ButtonLink>
          }
        />
        <TicketTypesTable figures={data} />
      </Card>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Card>
          <CardHeader title="Tickets sold by day" />
          <div className="px-5 pb-5">
            {data.by_day.length === 0 ? (
              <p className="text-muted">No ticket is sold yet.</p>
            ) : (
              <BarChart
                caption="Tickets sold by day"
                axis="Day"
                series={[{ name: "Tickets", className: "fill-primary" }]}
                points={data.by_day.map(({ day, tickets }) => ({ label: formatDay(day), values: [tickets] }))}
              />
            )}
          </div>
        </Card>
        <Card>
          <CardHeader title={data.step > 1 ? `Check-ins by ${data.step} minutes` : "Check-ins by minute"} />
          <div className="px-5 pb-5">
            {data.by_minute.length === 0 ? (
              <p className="text-muted">Nobody is checked in yet.</p>
            ) : (
              <BarChart
                caption="Check-ins over time"
                axis="From"
                series={[{ name: "Check-ins", className: "fill-success" }]}
                points={checkInsByMinute(data)}
              />
            )}
          </div>
        </Card>
      </div>
    </div>
  );
}

const revenueText = ({ revenue, refunded_amount }: EventFigures) =>
  [`Total: ${formatMoney(revenue)}`, ...(refunded_amount > 0 ? [`${formatMoney(refunded_amount)} refunded`] : [])].join(
    ", ",
  );

const cancelledText = ({ refunded, voided }: EventFigures) =>
  refunded + voided > 0 ? `${formatCount(refunded)} refunded, ${formatCount(voided)} voided` : undefined;

/** Formats the check-ins of each minute for a chart. Labels contain the day if the check-ins span several days. */
function checkInsByMinute({ by_minute }: EventFigures) {
  const days = new Set(by_minute.map(({ at }) => lagosDay(Date.parse(at))));
  const label = days.size > 1 ? formatDateTime : formatTime;
  return by_minute.map(({ at, count }) => ({ label: label(at), values: [count] }));
}

const TYPE_COLUMNS: readonly TableColumn<EventFigures["types"][number]>[] = [
  { id: "type", header: "Ticket type", cell: ({ name }) => <span className="font-semibold">{name}</span> },
  { id: "price", header: "Price", align: "end", cell: ({ price }) => formatTicketPrice(price) },
  {
    id: "sold",
    header: "Sold",
    align: "end",
    cell: ({ sold, quantity }) => `${formatCount(sold)} of ${formatCount(quantity)}`,
  },
  { id: "left", header: "Left", align: "end", cell: ({ left }) => formatCount(left) },
  { id: "checked-in", header: "Checked in", align: "end", cell: ({ checked_in }) => formatCount(checked_in) },
  { id: "refunded", header: "Refunded", align: "end", cell: ({ refunded }) => formatCount(refunded) },
  { id: "revenue", header: "Revenue", align: "end", cell: ({ revenue }) => formatMoney(revenue) },
];

function TicketTypesTable({ figures: { types } }: { figures: EventFigures }) {
  if (types.length === 0) return <p className="px-5 pb-5 text-muted">No ticket types yet.</p>;
  return <RowsTable label="Figures by ticket type" columns={TYPE_COLUMNS} rows={types} rowId={({ id }) => id} />;
}
