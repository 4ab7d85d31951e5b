"use client";

import { useQuery } from "@tanstack/react-query";
import { CompactMoney } from "@/components/common/money";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { LoadFailedCard } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { Skeleton } from "@/components/ui/skeleton";
import type { ExceptionReason } from "@/lib/contract/reconciliation.values";
import { EXCEPTION_REASON_WORDS } from "@/lib/contract/reconciliation-items.values";
import { formatCount, pluralize } from "@/lib/format";
import { reconciliationItemFiguresQuery } from "@/lib/queries/reconciliation-items";

export const RECONCILIATION_URL = "/dashboard/wallets/reconciliation";

type Figure = { count: number; amount: number };
const sumOf = (figures: readonly Figure[]): Figure => ({
  count: figures.reduce((sum, { count }) => sum + count, 0),
  amount: figures.reduce((sum, { amount }) => sum + amount, 0),
});

/** Shows number and sum of the exceptions by reason, and of expected and matched items. Each tile links to its items. */
export function ReconciliationTiles() {
  const { data, error, isFetching, refetch } = useQuery(reconciliationItemFiguresQuery());
  if (!data)
    return error ? (
      <LoadFailedCard message={error.message} busy={isFetching} onRetry={refetch} />
    ) : (
      <Skeleton className="h-28 w-full" />
    );
  const reasons = [...new Set(data.exceptions.map(({ reason }) => reason))];
  return (
    <div className="mb-5 space-y-3">
      {data.asked_me > 0 && (
        <Alert
          tone="info"
          title={`You are asked about ${pluralize(data.asked_me, "item")}`}
          action={
            <ButtonLink size="sm" href={`${RECONCILIATION_URL}?asked=me`}>
              Show
            </ButtonLink>
          }
        />
      )}
      <StatTiles>
        {reasons.map((reason) => (
          <ReasonTile key={reason} reason={reason} figures={data.exceptions.filter((each) => each.reason === reason)} />
        ))}
        <FigureTile label="Expected" figure={sumOf(data.expected)} href={`${RECONCILIATION_URL}?state=expected`} />
        <FigureTile
          label="Matched in open days"
          figure={sumOf(data.matched)}
          href={`${RECONCILIATION_URL}?state=matched`}
        />
      </StatTiles>
    </div>
  );
}

const ReasonTile = ({ reason, figures }: { reason: ExceptionReason; figures: readonly Figure[] }) => (
  <FigureTile
    label={EXCEPTION_REASON_WORDS[reason]}
    figure={sumOf(figures)}
    href={`${RECONCILIATION_URL}?state=exception&reason=${reason}`}
    tone="danger"
  />
);

type FigureTileProps = { label: string; figure: Figure; href: string; tone?: "danger" };

const FigureTile = ({ label, figure, href, tone }: FigureTileProps) => (
  <StatTile
    label={label}
    value={formatCount(figure.count)}
    href={href}
    tone={tone}
    note={<CompactMoney kobo={figure.amount} />}
  />
);
