"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { BarChart } from "@/components/common/chart/bar-chart";
import { DateTime } from "@/components/common/date-time";
import { DateRangeButton } from "@/components/common/dates-button";
import { CompactMoney } from "@/components/common/money";
import { describePeriodComparison, PeriodLengthLinks } from "@/components/common/period-links";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { LoadFailedCard } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { isApiErrorWithStatus } from "@/lib/client/api-error";
import { transactionListLinks } from "@/lib/contract/payment-links";
import type { TransactionOverview, TransactionRow } from "@/lib/contract/transaction";
import { OVERVIEW_PERIOD_DAYS } from "@/lib/contract/transaction.values";
import { formatCount, formatDay, formatMoney, pluralize } from "@/lib/format";
import { transactionOverviewQuery } from "@/lib/queries/transaction";
import { parseTransactionPeriod } from "./transaction-period";
import { TransactionOutcomes, TransactionVolumeShares } from "./transaction-shares";
import { ALL_TRANSACTIONS_URL, TRANSACTIONS_URL, transactionLabel } from "./transaction-words";

const successRate = ({ succeeded, failed }: { succeeded: number; failed: number }) =>
  succeeded + failed ? (succeeded / (succeeded + failed)) * 100 : null;

/** Compares payment figures of a period with the period before. Each figure links to the transactions that it counts. */
export function TransactionOverviewScreen() {
  const search = useSearchParams();
  const period = parseTransactionPeriod((name) => search.get(name));
  const { data, error, isFetching, refetch } = useQuery(transactionOverviewQuery(period));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-muted">{data && describePeriodComparison(data, data.by_day.length)}</p>
        <PeriodLengthLinks
          all={OVERVIEW_PERIOD_DAYS}
          current={period.days}
          urlOf={(each) => `${TRANSACTIONS_URL}?days=${each}`}
        />
        <DateRangeButton path={TRANSACTIONS_URL} from={period.from} to={period.to} />
      </div>
      {data ? (
        <Overview data={data} />
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

function Overview({ data }: { data: TransactionOverview }) {
  const { now, before } = data;
  const links = transactionListLinks(data);
  const [rate, previousRate] = [successRate(now), successRate(before)];
  return (
    <>
      <StatTiles wide className="mb-5">
        <StatTile
          label="Volume"
          value={<CompactMoney kobo={now.volume} />}
          href={links.paid}
          note={pluralize(now.succeeded, "transaction")}
          change={{ now: now.volume, before: before.volume }}
        />
        <StatTile
          label="Fees earned"
          value={<CompactMoney kobo={now.fees} />}
          note={formatMoney(now.fees)}
          change={{ now: now.fees, before: before.fees }}
        />
        <StatTile
          label="Success rate"
          value={rate === null ? "–" : `${rate.toFixed(1)}%`}
          href={links.failed}
          tone={rate !== null && rate < 80 ? "warning" : "neutral"}
          note={previousRate === null ? `${formatCount(now.failed)} failed` : `previously ${previousRate.toFixed(1)}%`}
        />
        <StatTile
          label="Refunded"
          value={<CompactMoney kobo={now.refunds} />}
          href={links.refunded}
          change={{ now: now.refunds, before: before.refunds }}
        />
      </StatTiles>
      <Card className="mb-5">
        <CardHeader title="Volume by day" description={`Total: ${formatMoney(now.volume)}`} />
        <div className="px-5 pb-5">
          <BarChart
            caption="Volume of successful transactions on each day, and up to the same point of the previous period"
            axis="Day"
            series={[
              { name: "Volume", className: "fill-primary" },
              { name: "Previous period", className: "fill-muted/40" },
            ]}
            points={data.by_day.map(({ day, volume }, index) => ({
              label: formatDay(day),
              values: [volume, data.by_day_before[index]?.volume ?? 0],
            }))}
            unit="money"
          />
        </div>
      </Card>
      <div className="mb-5 grid items-start gap-5 xl:grid-cols-3">
        <TransactionVolumeShares title="By type" hrefOf={links.ofType} slices={data.by_type} />
        <TransactionVolumeShares title="By channel" hrefOf={links.ofChannel} slices={data.by_channel} />
        <TransactionOutcomes title="By status" hrefOf={links.inState} slices={data.by_state} />
      </div>
      <FailedPayments rows={data.newest_failures} />
    </>
  );
}

function FailedPayments({ rows }: { rows: readonly TransactionRow[] }) {
  return (
    <Card>
      <CardHeader title="Newest failures" />
      {rows.length === 0 ? (
        <p className="px-5 pb-5 text-muted">Nothing has failed.</p>
      ) : (
        <ul className="divide-y divide-border border-t border-border text-sm">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
              <HoverLink
                href={`${ALL_TRANSACTIONS_URL}/${row.id}`}
                className="rounded-sm font-semibold text-primary hover:underline"
              >
                {row.reference}
              </HoverLink>
              <StatusBadge status={row.state} label={transactionLabel(row.state)} />
              <span className="min-w-0 grow">{row.user.name}</span>
              <span className="font-semibold tabular-nums">{formatMoney(row.amount)}</span>
              <span className="text-muted">
                <DateTime at={row.created_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
