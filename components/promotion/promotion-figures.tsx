"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BarChart } from "@/components/common/chart/bar-chart";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { LoadFailed } from "@/components/common/states";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { PromotionDetails } from "@/lib/contract/promotion";
import type { PromotionFigures } from "@/lib/contract/promotion-figures";
import { formatCount, formatDate, formatDay, formatMoney, formatMoneyCompact, pluralize } from "@/lib/format";
import { promotionFiguresQuery } from "@/lib/queries/promotion";
import { promotionTabUrl } from "./promotion-screen-words";

/** Interval in ms for refetching the figures while the promotion is active. */
const POLL_INTERVAL_MS = 20_000;

/** Shows a promotion's amounts given to citizens, uses, pace and payments. */
export function PromotionFiguresPanel({
  promotion,
}: {
  promotion: Pick<PromotionDetails, "id" | "state" | "ends_at">;
}) {
  const { data, error, isFetching, refetch } = useQuery({
    ...promotionFiguresQuery(promotion.id),
    refetchInterval: promotion.state === "active" && POLL_INTERVAL_MS,
  });
  if (!data && error) return <LoadFailed message={error.message} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96" />;
  return (
    <div className="space-y-5">
      <StatTiles>
        <StatTile
          label="Uses"
          value={formatCount(data.uses)}
          href={`${promotionTabUrl(promotion.id, "redemptions")}&state=redeemed`}
          note={`by ${pluralize(data.users, "user")}`}
        />
        <StatTile label="Given away" value={formatMoneyCompact(data.given)} note={givenText(data)} />
        <StatTile
          label="Budget left"
          value={formatMoneyCompact(data.left)}
          note={data.reserved > 0 && `${formatMoney(data.reserved)} for payments in progress`}
        />
        <StatTile
          label="Pace per day"
          value={formatMoneyCompact(data.pace)}
          note={describePromotionPace(data, promotion)}
        />
      </StatTiles>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <ChartCard title="Given away by day" isEmpty={data.by_day.length === 0} empty="Nobody has used it yet.">
          <BarChart
            caption="Given away by day"
            axis="Day"
            series={[{ name: "Given away", className: "fill-primary" }]}
            points={data.by_day.map(({ day, amount }) => ({ label: formatDay(day), values: [amount] }))}
            unit="money"
          />
        </ChartCard>
        <ChartCard title="Uses by day" isEmpty={data.by_day.length === 0} empty="Nobody has used it yet.">
          <BarChart
            caption="Uses by day"
            axis="Day"
            series={[{ name: "Uses", className: "fill-success" }]}
            points={data.by_day.map(({ day, uses }) => ({ label: formatDay(day), values: [uses] }))}
          />
        </ChartCard>
      </div>
      <ChartCard
        title="Payments with and without it"
        description={describePayments(data)}
        isEmpty={data.payments.length === 0}
        empty="No payment of these types since it started."
      >
        <BarChart
          caption="Payments with and without the promotion"
          axis="Day"
          series={[
            { name: "With", className: "fill-primary" },
            { name: "Without", className: "fill-info" },
          ]}
          points={data.payments.map((each) => ({ label: formatDay(each.day), values: [each.with, each.without] }))}
        />
      </ChartCard>
    </div>
  );
}

type ChartCardProps = { title: string; description?: string; isEmpty: boolean; empty: string; children: ReactNode };

const ChartCard = ({ title, description, isEmpty, empty, children }: ChartCardProps) => (
  <Card>
    <CardHeader title={title} description={description} />
    <div className="px-5 pb-5">{isEmpty ? <p className="text-muted">{empty}</p> : children}</div>
  </Card>
);

const givenText = ({ given, returned }: PromotionFigures) =>
  [`Total: ${formatMoney(given)}`, ...(returned > 0 ? [`${formatMoney(returned)} returned by refunds`] : [])].join(
    ", ",
  );

/** Describes whether, at the current pace, the end date or the end of the budget is reached first. Undefined if not active. */
export const describePromotionPace = (
  { pace, ends_at_this_pace }: Pick<PromotionFigures, "pace" | "ends_at_this_pace">,
  { state, ends_at }: Pick<PromotionDetails, "state" | "ends_at">,
) => {
  if (state !== "active") return undefined;
  if (pace === 0) return "Nothing given in the last 7 days";
  if (ends_at && (!ends_at_this_pace || Date.parse(ends_at) < Date.parse(ends_at_this_pace)))
    return `Ends on ${formatDate(ends_at)}, before the budget is used up at this pace`;
  return ends_at_this_pace
    ? `Budget used up on ${formatDate(ends_at_this_pace)} at this pace`
    : "The budget lasts over a year at this pace";
};

function describePayments({ payments }: PromotionFigures) {
  const sum = (pickValue: (each: PromotionFigures["payments"][number]) => number) =>
    payments.reduce((total, each) => total + pickValue(each), 0);
  const formatPart = (count: number, amount: number) => `${formatCount(count)} (${formatMoneyCompact(amount)})`;
  return `With: ${formatPart(
    sum((each) => each.with),
    sum((each) => each.with_amount),
  )}, without: ${formatPart(
    sum((each) => each.without),
    sum((each) => each.without_amount),
  )}`;
}
