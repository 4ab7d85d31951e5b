"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { BarChart } from "@/components/common/chart/bar-chart";
import { PeriodLinks } from "@/components/common/period-links";
import { StatTile } from "@/components/common/stat-tile";
import { LoadFailed } from "@/components/common/states";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { PromotionOverview } from "@/lib/contract/promotion-figures";
import { OVERVIEW_DAYS } from "@/lib/contract/transaction.values";
import { formatCount, formatDay, formatMoney, formatMoneyCompact } from "@/lib/format";
import { promotionOverviewQuery } from "@/lib/queries/promotion";
import { OutOfPool, PromotionAbuseNotice, TopPromotions } from "./promotion-overview-lists";
import { promotionOverviewPeriod } from "./promotion-overview-params";
import { PROMOTION_ABUSE_URL, PROMOTIONS_OVERVIEW_URL, PROMOTIONS_URL } from "./promotion-urls";

/** What promotions give away, and what they have left. */
export function PromotionOverviewScreen() {
  const period = promotionOverviewPeriod(useSearchParams().get("days"));
  const { data, error, isFetching, refetch } = useQuery(promotionOverviewQuery(period));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-muted">
          Last {period.days} days, vs previous {period.days} days
        </p>
        <HoverLink href={PROMOTION_ABUSE_URL} className="rounded-sm font-semibold text-primary text-sm hover:underline">
          Shared accounts
        </HoverLink>
        <PeriodLinks
          periods={OVERVIEW_DAYS.map((each) => ({
            label: `${each} days`,
            href: `${PROMOTIONS_OVERVIEW_URL}?days=${each}`,
            current: each === period.days,
          }))}
        />
      </div>
      {data ? (
        <Overview data={data} />
      ) : (
        error && (
          <Card>
            <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
          </Card>
        )
      )}
    </>
  );
}

function Overview({ data }: { data: PromotionOverview }) {
  const { now, before, active, scheduled, paused, drafts, by_day: days } = data;
  const isShort = data.pool_available < data.budget_left;
  return (
    <>
      <div className="mb-5 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
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
          value={<span title={formatMoney(now.given)}>{formatMoneyCompact(now.given)}</span>}
          note={formatMoney(now.given)}
          change={{ now: now.given, before: before.given }}
        />
        <StatTile
          label="In the promotions pool"
          value={<span title={formatMoney(data.pool_available)}>{formatMoneyCompact(data.pool_available)}</span>}
          tone={isShort ? "warning" : "neutral"}
          note={`${isShort ? "Less than" : "Covers"} the ${formatMoneyCompact(data.budget_left)} left of running budgets`}
        />
      </div>
      <OutOfPool promotions={data.out_of_pool} />
      <PromotionAbuseNotice clusters={data.abuse} />
      <TopPromotions promotions={data.top} />
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
