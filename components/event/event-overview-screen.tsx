"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { BarChart } from "@/components/common/chart/bar-chart";
import { CompactMoney } from "@/components/common/money";
import { PeriodLengthLinks } from "@/components/common/period-links";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { LoadFailedCard } from "@/components/common/states";
import { Card, CardHeader } from "@/components/ui/card";
import { parseOverviewDays } from "@/lib/client/overview-days";
import type { EventOverview } from "@/lib/contract/event";
import { OVERVIEW_PERIOD_DAYS } from "@/lib/contract/transaction.values";
import { formatCount, formatDay, formatMoney, pluralize } from "@/lib/format";
import { eventOverviewQuery } from "@/lib/queries/event";
import { EventListPreviewCard, IncompleteRefundsList } from "./event-overview-lists";
import { EVENTS_OVERVIEW_URL, EVENTS_URL, TICKETS_URL } from "./event-urls";

/** Renders the overview of events: sales of the period and the next events. */
export function EventOverviewScreen() {
  const days = parseOverviewDays(useSearchParams().get("days"));
  const { data, error, isFetching, refetch } = useQuery(eventOverviewQuery({ days }));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-muted">
          Last {days} days, vs previous {days} days
        </p>
        <PeriodLengthLinks
          all={OVERVIEW_PERIOD_DAYS}
          current={days}
          urlOf={(each) => `${EVENTS_OVERVIEW_URL}?days=${each}`}
        />
      </div>
      {data ? (
        <Overview data={data} />
      ) : (
        error && <LoadFailedCard message={error.message} busy={isFetching} onRetry={refetch} />
      )}
    </>
  );
}

function Overview({ data }: { data: EventOverview }) {
  const { now, before, live, drafts, seats, sold, by_day: days } = data;
  return (
    <>
      <StatTiles wide className="mb-5">
        <StatTile
          label="Live events"
          value={formatCount(live)}
          href={`${EVENTS_URL}?state=live&sort=starts_at`}
          note={`${pluralize(drafts, "draft")}, ${formatCount(sold)} of ${formatCount(seats)} seats sold`}
        />
        <StatTile
          label="Tickets sold"
          value={formatCount(now.tickets)}
          href={`${TICKETS_URL}?state=valid,checked_in&from=${days[0]?.day}&to=${days.at(-1)?.day}`}
          change={{ now: now.tickets, before: before.tickets }}
        />
        <StatTile
          label="Revenue"
          value={<CompactMoney kobo={now.revenue} />}
          note={formatMoney(now.revenue)}
          change={{ now: now.revenue, before: before.revenue }}
        />
        <StatTile
          label="Checked in"
          value={formatCount(now.checked_in)}
          href={`${TICKETS_URL}?state=checked_in&sort=-checked_in_at`}
          change={{ now: now.checked_in, before: before.checked_in }}
        />
      </StatTiles>
      <IncompleteRefundsList items={data.refunding} />
      <div className="mb-5 grid items-start gap-5 xl:grid-cols-2">
        <EventListPreviewCard
          title="Next events"
          events={data.next}
          empty="No live events are coming up."
          all={{ href: `${EVENTS_URL}?state=live&sort=starts_at`, label: "All live events" }}
        />
        <EventListPreviewCard
          title="Drafts"
          events={data.newest_drafts}
          empty="No drafts."
          all={{ href: `${EVENTS_URL}?state=draft&sort=-updated_at`, label: "All drafts" }}
        />
      </div>
      <Card className="mb-5">
        <CardHeader title="Tickets sold by day" description="Without refunded and void tickets" />
        <div className="px-5 pb-5">
          <BarChart
            caption="Tickets sold on each day"
            axis="Day"
            series={[{ name: "Tickets", className: "fill-primary" }]}
            points={days.map(({ day, tickets }) => ({ label: formatDay(day), values: [tickets] }))}
          />
        </div>
      </Card>
    </>
  );
}
