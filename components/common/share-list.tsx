import type { ReactNode } from "react";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { formatCount, formatMoney } from "@/lib/format";
import { PercentChange } from "./history/percent-change";

/** One part of a total, such as a revenue source with its amount. */
export type ShareOfTotal = {
  key: string;
  label: string;
  count: number;
  /** Amount of this part in kobo. */
  amount: number;
  href: string;
  /** Amount of this part in the previous period, in kobo. */
  before?: number;
};

type ShareListProps = { title: string; shares: readonly ShareOfTotal[]; empty: ReactNode };

/** Lists the parts of a total, largest first, each with a bar and a link to the records in this part. Shows the sum of the parts below. */
export function ShareOfTotalList({ title, shares, empty }: ShareListProps) {
  const total = sumOfShares(shares).amount;
  return (
    <Card>
      <CardHeader title={title} />
      {shares.length === 0 ? (
        <p className="px-5 pb-5 text-muted">{empty}</p>
      ) : (
        <div className="px-5 pb-5 text-sm">
          <ul className="space-y-3">
            {shares.map((share) => (
              <ShareOfTotalLine key={share.key} share={share}>
                <div className="mt-1 h-1.5 rounded-full bg-sunken" aria-hidden="true">
                  <div
                    className="h-full rounded-full bg-primary"
                    style={{ width: `${total > 0 ? (share.amount / total) * 100 : 0}%` }}
                  />
                </div>
              </ShareOfTotalLine>
            ))}
          </ul>
          <ShareOfTotalSum shares={shares} />
        </div>
      )}
    </Card>
  );
}

/** Renders one part of the total. `children` is its bar. */
export function ShareOfTotalLine({ share, children }: { share: ShareOfTotal; children?: ReactNode }) {
  const { label, count, amount, href, before } = share;
  return (
    <li>
      <div className="flex flex-wrap justify-between gap-x-3">
        <HoverLink href={href} className="rounded-sm font-medium text-primary hover:underline">
          {label} <span className="font-normal text-muted">({formatCount(count)})</span>
        </HoverLink>
        <span className="font-semibold tabular-nums">{formatMoney(amount)}</span>
      </div>
      {children}
      {before !== undefined && (
        <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-muted tabular-nums">
          <span>{before === 0 ? "No previous data" : `previously ${formatMoney(before)}`}</span>
          <PercentChange now={amount} before={before} />
        </p>
      )}
    </li>
  );
}

/** Renders the sum of all parts of the total, which equals the amount on the tile at the top of the page. */
export function ShareOfTotalSum({ shares }: { shares: readonly ShareOfTotal[] }) {
  const { count, amount } = sumOfShares(shares);
  return (
    <p className="mt-3 flex flex-wrap justify-between gap-x-3 border-border border-t pt-3 font-semibold tabular-nums">
      <span>
        Total <span className="font-normal text-muted">({formatCount(count)})</span>
      </span>
      <span>{formatMoney(amount)}</span>
    </p>
  );
}

const sumOfShares = (shares: readonly ShareOfTotal[]) =>
  shares.reduce((sum, { count, amount }) => ({ count: sum.count + count, amount: sum.amount + amount }), {
    count: 0,
    amount: 0,
  });
