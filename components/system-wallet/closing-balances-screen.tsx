"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { DateRangeButton } from "@/components/common/dates-button";
import { ExportButton } from "@/components/common/export/export-button";
import { Money } from "@/components/common/money";
import { LoadFailed } from "@/components/common/states";
import type { TableColumn } from "@/components/common/table/column";
import { RowsTable } from "@/components/common/table/rows-table";
import { Card } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { isApiErrorWithStatus } from "@/lib/client/api-error";
import { readDateRange } from "@/lib/client/list-params";
import type { SystemAccount } from "@/lib/contract/ledger.values";
import { routes } from "@/lib/contract/routes";
import { formatDay, formatMoney, titleCase } from "@/lib/format";
import { useExportAccess } from "@/lib/queries/exports";
import { closingBalancesQuery, exportClosingBalances } from "@/lib/queries/system-wallet";
import { SystemAccountHeader } from "./account-header";
import { systemAccountUrl } from "./wallet-words";

type ClosingBalance = { day: string; came: number; went: number; closing: number };

const closingBalanceColumns = (account: SystemAccount): readonly TableColumn<ClosingBalance>[] => [
  {
    id: "day",
    header: "Day",
    cell: ({ day }) => (
      <HoverLink
        href={`${systemAccountUrl(account)}?from=${day}&to=${day}`}
        className="rounded-sm font-semibold text-primary hover:underline"
      >
        {formatDay(day)}
      </HoverLink>
    ),
  },
  { id: "in", header: "In", align: "end", cell: ({ came }) => (came ? formatMoney(came) : "–") },
  { id: "out", header: "Out", align: "end", cell: ({ went }) => (went ? <Money kobo={went} /> : "–") },
  {
    id: "closing",
    header: "Closing balance",
    align: "end",
    phone: "title",
    cell: ({ closing }) => <Money kobo={closing} className="font-semibold" />,
  },
];

/** Lists a system account's inflow, outflow and closing balance of each Lagos day in the URL's range, by default the last 31 days. */
export function ClosingBalancesScreen({ account }: { account: SystemAccount }) {
  const search = useSearchParams();
  const days = readDateRange((name) => search.get(name));
  const input = { account, ...days };
  const exportAccess = useExportAccess(routes.systemWallet.exportClosingBalances);
  const { data, error, isFetching, refetch } = useQuery(closingBalancesQuery(input));
  const [last, first] = [data?.items[0], data?.items.at(-1)];
  return (
    <>
      <SystemAccountHeader account={account} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{first && last && `${formatDay(first.day)} to ${formatDay(last.day)}`}</p>
        <div className="flex flex-wrap items-center gap-2">
          {exportAccess && (
            <ExportButton
              {...exportAccess}
              what={["day", "days"]}
              list={data && { total: data.items.length, totalIsCapped: false }}
              filtered={Boolean(days.from || days.to)}
              create={(format) => exportClosingBalances(input, format)}
            />
          )}
          <DateRangeButton path={`${systemAccountUrl(account)}/closing-balances`} {...days} />
        </div>
      </div>
      <Card>
        {error && !data && (
          <LoadFailed
            message={error.message}
            busy={isFetching}
            onRetry={isApiErrorWithStatus(error, 400) ? undefined : refetch}
          />
        )}
        {(data || !error) && (
          <RowsTable
            label={`Closing balances of ${titleCase(account).toLowerCase()} by day`}
            columns={closingBalanceColumns(account)}
            rows={data?.items}
            rowId={({ day }) => day}
            expected={31}
            busy={isFetching}
          />
        )}
      </Card>
    </>
  );
}
