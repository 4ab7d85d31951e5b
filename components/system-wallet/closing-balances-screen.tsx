"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { DatesButton } from "@/components/common/dates-button";
import { LoadFailed } from "@/components/common/states";
import { Card } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { isStatus } from "@/lib/client/api-error";
import { readDays } from "@/lib/client/list-params";
import type { SystemAccount } from "@/lib/contract/ledger.values";
import { formatDay, formatMoney, titleCase } from "@/lib/format";
import { closingBalancesQuery } from "@/lib/queries/system-wallet";
import { AccountHeader } from "./account-header";
import { accountUrl } from "./wallet-words";

/** On a phone what came and went stands below the day. */
const HEADS = [
  ["Day", "text-left"],
  ["In", "text-right max-md:hidden"],
  ["Out", "text-right max-md:hidden"],
  ["Closing balance", "text-right"],
] as const;

/**
 * Each of the Lagos days that the address says, the last 31 unless it does: what came, what went, and what was there at
 * its end.
 */
export function ClosingBalancesScreen({ account }: { account: SystemAccount }) {
  const search = useSearchParams();
  const days = readDays((name) => search.get(name));
  const { data, error, isFetching, refetch } = useQuery(closingBalancesQuery({ account, ...days }));
  const [last, first] = [data?.items[0], data?.items.at(-1)];
  return (
    <>
      <AccountHeader account={account} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{first && last && `${formatDay(first.day)} to ${formatDay(last.day)}`}</p>
        <DatesButton path={`${accountUrl(account)}/closing-balances`} {...days} />
      </div>
      <Card>
        {error && !data && (
          <LoadFailed message={error.message} busy={isFetching} onRetry={isStatus(error, 400) ? undefined : refetch} />
        )}
        {data && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
          <section aria-label="Closing balances" tabIndex={0} className="overflow-x-auto rounded-lg -outline-offset-2">
            <table className="w-full text-sm">
              <caption className="sr-only">Closing balances of {titleCase(account).toLowerCase()} by day</caption>
              <thead>
                <tr className="border-b border-border text-xs text-muted">
                  {HEADS.map(([head, look]) => (
                    <th key={head} scope="col" className={`px-3 py-2.5 font-semibold first:pl-5 last:pr-5 ${look}`}>
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.items.map(({ day, came, went, closing }) => (
                  <tr key={day} className="border-b border-border whitespace-nowrap tabular-nums last:border-b-0">
                    <th scope="row" className="px-3 py-2.5 pl-5 text-left font-semibold">
                      <HoverLink
                        href={`${accountUrl(account)}?from=${day}&to=${day}`}
                        className="block w-fit rounded-sm text-primary hover:underline"
                      >
                        {formatDay(day)}
                      </HoverLink>
                      <span className="block text-xs font-normal text-muted md:hidden">
                        {came ? `came ${formatMoney(came)}` : "nothing came"}
                        <br />
                        {went ? `went ${formatMoney(went)}` : "nothing went"}
                      </span>
                    </th>
                    <td className="px-3 py-2.5 text-right max-md:hidden">{came ? formatMoney(came) : "–"}</td>
                    <td className="px-3 py-2.5 text-right max-md:hidden">{went ? formatMoney(went) : "–"}</td>
                    <td className="px-3 py-2.5 pr-5 text-right font-semibold">{formatMoney(closing)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Card>
    </>
  );
}
