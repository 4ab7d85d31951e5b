"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { BarChart } from "@/components/common/chart/bar-chart";
import { DateRangeButton } from "@/components/common/dates-button";
import { describePeriodComparison, PeriodLengthLinks } from "@/components/common/period-links";
import { LoadFailedCard } from "@/components/common/states";
import { Card, CardHeader } from "@/components/ui/card";
import { isApiErrorWithStatus } from "@/lib/client/api-error";
import { useListParams } from "@/lib/client/use-list-params";
import type { IreportStats } from "@/lib/contract/ireport-figures";
import { OVERVIEW_PERIOD_DAYS } from "@/lib/contract/transaction.values";
import { formatDay } from "@/lib/format";
import { ireportStatsQuery } from "@/lib/queries/ireport";
import { IreportOverviewEscalations } from "./ireport-overview-escalations";
import { IreportOverviewMap } from "./ireport-overview-map";
import { IreportOverviewNewest } from "./ireport-overview-newest";
import {
  ireportOverviewParams,
  ireportStatsInput,
  parseIreportOverviewDays,
  submittedReportsFilter,
} from "./ireport-overview-params";
import { IreportOverviewTable } from "./ireport-overview-table";
import { IreportOverviewTiles } from "./ireport-overview-tiles";
import { IREPORTS_URL } from "./ireport-words";

/** Compares report figures of a period with the period before. Each figure links to the reports that it counts. */
export function IreportOverviewScreen() {
  const search = useSearchParams();
  const days = parseIreportOverviewDays((name) => search.get(name));
  const { data, error, isFetching, refetch } = useQuery(ireportStatsQuery(ireportStatsInput(days)));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-muted">{data && describePeriodComparison(data, data.by_day.length)}</p>
        <PeriodLengthLinks
          all={OVERVIEW_PERIOD_DAYS}
          current={days.days}
          urlOf={(each) => searchWithDays(search, each)}
        />
        <DateRangeButton path={IREPORTS_URL} {...(days.days ? {} : ireportStatsInput(days))} />
      </div>
      {data ? (
        <Overview stats={data} />
      ) : (
        error && (
          <LoadFailedCard
            message={error.message}
            busy={isFetching}
            onRetry={isApiErrorWithStatus(error, 400) ? undefined : refetch}
          />
        )
      )}
    </>
  );
}

/** Returns the query string for another number of days. Keeps the selected LGA. */
function searchWithDays(search: URLSearchParams, days: string) {
  const next = new URLSearchParams(search);
  next.delete("from");
  next.delete("to");
  next.set("days", days);
  return `${IREPORTS_URL}?${next}`;
}

function Overview({ stats }: { stats: IreportStats }) {
  const list = useListParams(ireportOverviewParams);
  const { lga, shade } = list.state.filters;
  const period = submittedReportsFilter(stats);
  return (
    <>
      <h2 className="sr-only">Figures</h2>
      <IreportOverviewTiles stats={stats} />
      <div className="mb-5 grid gap-5 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,32rem)_minmax(0,1fr)]">
        <IreportOverviewMap
          lgas={stats.by_lga}
          shade={shade ?? "open"}
          onShade={(newShade) => list.setFilters({ shade: newShade === "open" ? undefined : newShade })}
          selected={lga ?? null}
          onSelect={(selectedLga) => list.setFilters({ lga: selectedLga ?? undefined })}
        />
        <IreportOverviewNewest lga={lga} onClear={() => list.setFilters({ lga: undefined })} />
      </div>
      <div className="mb-5 grid items-start gap-5 xl:grid-cols-2">
        <IreportOverviewTable
          title="By LGA"
          of="LGA"
          period={period}
          rows={stats.by_lga.map((each) => ({ ...each, key: each.lga, name: each.lga, filter: { lga: each.lga } }))}
        />
        <div className="grid gap-5">
          <IreportOverviewEscalations reports={stats.escalations} total={stats.escalated} />
          <IreportOverviewTable
            title="By department"
            of="Department"
            period={period}
            rows={stats.by_department.map((each) => ({
              ...each,
              key: each.id ?? "none",
              filter: each.id ? { department: each.id } : undefined,
            }))}
          />
        </div>
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <IreportOverviewTable
          title="By category"
          of="Category"
          period={period}
          rows={stats.by_category.map((each) => ({ ...each, key: each.id, filter: { category: each.id } }))}
        />
        <Card className="min-w-0">
          <CardHeader title="By day" />
          <div className="px-5 pb-5">
            <BarChart
              caption="Reports submitted and resolved on each day"
              axis="Day"
              series={[
                { name: "Submitted", className: "fill-primary" },
                { name: "Resolved", className: "fill-muted/40" },
              ]}
              points={stats.by_day.map(({ day, submitted, resolved }) => ({
                label: formatDay(day),
                values: [submitted, resolved],
              }))}
            />
          </div>
        </Card>
      </div>
    </>
  );
}
