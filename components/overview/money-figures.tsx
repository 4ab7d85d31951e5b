import { BarChart } from "@/components/common/chart/bar-chart";
import { CompactMoney } from "@/components/common/money";
import { describeHold } from "@/components/common/on-hold";
import { PeriodLinks } from "@/components/common/period-links";
import { ShareList } from "@/components/common/share-list";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { Card, CardHeader } from "@/components/ui/card";
import { HOME_DAYS, type HomeDays } from "@/lib/contract/overview.values";
import { paymentLinks, TRANSACTIONS_LIST } from "@/lib/contract/payment-links";
import { OPEN_STATES, TRANSACTION_LABELS } from "@/lib/contract/transaction.values";
import { formatCount, formatDay, formatMoney, formatTotal, pluralize, titleCase } from "@/lib/format";
import type { OverviewFigures } from "@/lib/queries/overview";

const PERIOD_LABELS: Record<HomeDays, string> = { 1: "Today", 7: "7 days", 30: "30 days" };

type MoneyData = NonNullable<OverviewFigures["money"]>;
type MoneyProps = Pick<OverviewFigures, "money" | "wallet"> & { days: HomeDays };

/** Renders payments of the chosen days compared with the same number of days before, and current balances. */
export function MoneyFigures({ money, wallet, days }: MoneyProps) {
  const comparedTo = days === "1" ? "all of yesterday" : `previous ${days} days`;
  return (
    <section aria-labelledby="money">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="money" className="text-lg font-bold">
          Money {money && <span className="text-sm font-normal text-muted max-md:block">vs {comparedTo}</span>}
        </h2>
        {money && (
          <PeriodLinks
            periods={HOME_DAYS.map((each) => ({
              label: PERIOD_LABELS[each],
              href: `/dashboard?days=${each}`,
              current: each === days,
            }))}
          />
        )}
      </div>
      <StatTiles className="mb-5">
        {money && <MoneyTiles money={money} />}
        {wallet && (
          <StatTile
            label="Settlement float"
            value={<CompactMoney kobo={wallet.balance} />}
            href="/dashboard/wallets/settlement-float"
            note={describeHold(wallet)}
          />
        )}
      </StatTiles>
      {money && <MoneyCharts money={money} days={days} />}
    </section>
  );
}

const successRate = ({ succeeded, failed }: MoneyData["now"]) =>
  succeeded + failed ? (succeeded / (succeeded + failed)) * 100 : null;

function MoneyTiles({ money: { from, to, now, before, open, open_is_capped } }: { money: MoneyData }) {
  const links = paymentLinks({ from, to });
  const [rate, rateBefore] = [successRate(now), successRate(before)];
  return (
    <>
      <StatTile
        label="Volume"
        value={<CompactMoney kobo={now.volume} />}
        href={links.paid}
        note={pluralize(now.succeeded, "transaction")}
        change={{ now: now.volume, before: before.volume }}
      />
      <StatTile
        label="Success rate"
        value={rate === null ? "–" : `${rate.toFixed(1)}%`}
        href={links.failed}
        tone={rate !== null && rate < 80 ? "warning" : "neutral"}
        note={`${formatCount(now.failed)} failed${rateBefore === null ? "" : `, previously ${rateBefore.toFixed(1)}%`}`}
      />
      <StatTile
        label="In progress"
        value={formatTotal(open, open_is_capped)}
        href={`${TRANSACTIONS_LIST}?state=${OPEN_STATES.join(",")}&sort=created_at`}
        note="Pending or processing"
      />
    </>
  );
}

function MoneyCharts({ money: { from, to, now, by_day, by_type }, days }: { money: MoneyData; days: HomeDays }) {
  const links = paymentLinks({ from, to });
  const types = (
    <ShareList
      title="Volume by type"
      empty="Nothing was paid in this period."
      shares={by_type.map(({ name, volume, count }) => ({
        key: name,
        label: TRANSACTION_LABELS[name] ?? titleCase(name),
        count,
        amount: volume,
        href: links.ofType(name),
      }))}
    />
  );
  if (days === "1") return <div className="mb-8">{types}</div>;
  return (
    <div className="mb-8 grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card>
        <CardHeader
          title="Volume by day"
          description={`${formatDay(from)} to ${formatDay(to)}: ${formatMoney(now.volume)}`}
        />
        <div className="px-5 pb-5">
          <BarChart
            caption={`Volume of successful transactions on each of the last ${days} days`}
            axis="Day"
            series={[{ name: "Volume", className: "fill-primary" }]}
            points={by_day.map(({ day, volume }) => ({ label: formatDay(day), values: [volume] }))}
            unit="money"
          />
        </div>
      </Card>
      {types}
    </div>
  );
}
