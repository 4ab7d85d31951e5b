"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { BarChart } from "@/components/common/chart/bar-chart";
import { CompactMoney } from "@/components/common/money";
import { PeriodLengthLinks } from "@/components/common/period-links";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { LoadFailedCard } from "@/components/common/states";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { parseOverviewDays } from "@/lib/client/overview-days";
import type { PromotionOverview } from "@/lib/contract/promotion-figures";
import { OVERVIEW_PERIOD_DAYS } from "@/lib/contract/transaction.values";
import { formatCount, formatDay, formatMoney, formatMoneyCompact } from "@/lib/format";
import { promotionOverviewQuery } from "@/lib/queries/promotion";
import { EmptyPromotionsPoolNotice, PromotionAbuseNotice, TopPromotionsList } from "./promotion-overview-lists";
import { PROMOTION_ABUSE_URL, PROMOTIONS_OVERVIEW_URL, PROMOTIONS_URL } from "./promotion-urls";

/** Renders the overview of promotions: amounts given in the period, remaining budgets, and the balance of the promotions pool. */
export function PromotionOverviewScreen() {
  const days = parseOverviewDays(useSearchParams().get("days"));
  const { data, error, isFetching, refetch } = useQuery(promotionOverviewQuery({ days }));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-muted">
          Last {days} days, vs previous {days} days
        </p>
        <HoverLink href={PROMOTION_ABUSE_URL} className="rounded-sm font-semibold text-primary text-sm hover:underline">
          Shared accounts
        </HoverLink>
        <PeriodLengthLinks
          all={OVERVIEW_PERIOD_DAYS}
          current={days}
          urlOf={(each) => `${PROMOTIONS_OVERVIEW_URL}?days=${each}`}
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

function Overview({ data }: { data: PromotionOverview }) {
  const { now, before, active, scheduled, paused, drafts, by_day: days } = data;
  const isShort = data.pool_available < data.budget_left;
  return (
    <>
      <StatTiles wide className="mb-5">
        <StatTile
          label="Active promotions"
          value={formatCount(active)}
          href={`${PROMOTIONS_URL}?state=active`}
          note={`${formatCount(scheduled)} scheduled, ${formatCount(paused)} paused, ${formatCount(drafts)} in draft`}
        />
        <StatTile
          label="Uses"
          value={formatCount(now.uses)}
          note={`of ${formatCount(now.payments)} payments, by ${formatCount(now.users)} users`}
          change={{ now: now.uses, before: before.uses }}
        />
        <StatTile
          label="Given away"
          value={<CompactMoney kobo={now.given} />}
          note={formatMoney(now.given)}
          change={{ now: now.given, before: before.given }}
        />
        <StatTile
          label="In the promotions pool"
          value={<CompactMoney kobo={data.pool_available} />}
          tone={isShort ? "warning" : "neutral"}
          note={`${isShort ? "Less than" : "Covers"} the ${formatMoneyCompact(data.budget_left)} left of running budgets`}
        />
      </StatTiles>
      <EmptyPromotionsPoolNotice promotions={data.out_of_pool} />
      <PromotionAbuseNotice clusters={data.abuse} />
      <TopPromotionsList promotions={data.top} />
      <Card className="mb-5">
        <CardHeader title="Given away by day" description="Minus refunds" />
        <div className="px-5 pb-5">
          <BarChart
            caption="Given away on each day"
            axis="Day"
            series={[{ name: "Given away", className: "fill-primary" }]}
            points={days.map(({ day, amount }) => ({ label: formatDay(day), values: [amount] }))}
            unit="money"
          />
        </div>
      </Card>
    </>
  );
}
