"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { DateRangeButton } from "@/components/common/dates-button";
import { ExportButton } from "@/components/common/export/export-button";
import { Money } from "@/components/common/money";
import { PageHeader } from "@/components/common/page-header";
import { PeriodLinks } from "@/components/common/period-links";
import { EmptyListState, LoadFailed } from "@/components/common/states";
import type { TableColumn } from "@/components/common/table/column";
import { RowsTable } from "@/components/common/table/rows-table";
import { Card } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { isApiErrorWithStatus } from "@/lib/client/api-error";
import { recordUrl } from "@/lib/contract/records";
import type { RevenueReport } from "@/lib/contract/revenue-heads";
import { REVENUE_REPORT_GROUPINGS, type RevenueReportGrouping } from "@/lib/contract/revenue-heads.values";
import { routes } from "@/lib/contract/routes";
import { TRANSACTION_LABELS } from "@/lib/contract/transaction.values";
import { formatCount, formatDay, formatMoney, titleCase } from "@/lib/format";
import { useExportAccess } from "@/lib/queries/exports";
import { exportRevenueReport, revenueReportQuery } from "@/lib/queries/revenue-heads";
import { REVENUE_HEADS_URL, REVENUE_REPORT_URL } from "./head-words";
import { parseRevenueReportParams } from "./report-params";

const GROUP_LABELS: Record<RevenueReportGrouping, string> = {
  head: "Head",
  lga: "LGA",
  channel: "Channel",
  day: "Day",
};

type Row = RevenueReport["items"][number] & { isTotal?: true };

function RowName({ row, by }: { row: Row; by: RevenueReportGrouping }) {
  if (row.isTotal) return <span className="font-bold">Total</span>;
  if (row.key === null) return <span className="font-semibold text-warning">Without a revenue head</span>;
  if (by === "day") return formatDay(row.key);
  if (by === "channel") return TRANSACTION_LABELS[row.key] ?? titleCase(row.key);
  if (by === "lga") return row.key;
  return (
    <>
      <HoverLink
        href={recordUrl("revenue_head", row.key)}
        className="rounded-sm font-semibold text-primary hover:underline"
      >
        {row.key} {row.name}
      </HoverLink>
      <span className="block text-muted">{row.ministry}</span>
    </>
  );
}

const reportColumns = (by: RevenueReportGrouping): readonly TableColumn<Row>[] => [
  { id: "name", header: GROUP_LABELS[by], wraps: true, cell: (row) => <RowName row={row} by={by} /> },
  { id: "count", header: "Payments", align: "end", cell: ({ count }) => formatCount(count) },
  { id: "amount", header: "Amount", align: "end", cell: ({ amount }) => formatMoney(amount) },
  {
    id: "refunded",
    header: "Refunded",
    align: "end",
    cell: ({ refunded }) => (refunded ? <Money kobo={-refunded} /> : "–"),
  },
  {
    id: "net",
    header: "Net",
    align: "end",
    phone: "title",
    cell: ({ net }) => <Money kobo={net} className="font-semibold" />,
  },
];

/** Sums the taxes and levies of a period by revenue head, local government area, channel or day. */
export function RevenueReportScreen() {
  const search = useSearchParams();
  const input = parseRevenueReportParams((name) => search.get(name));
  const { by, from, to } = input;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(revenueReportQuery(input));
  const exportAccess = useExportAccess(routes.revenueHeads.exportReport);
  const urlOf = (group: RevenueReportGrouping) =>
    `${REVENUE_REPORT_URL}?${new URLSearchParams({ by: group, ...(from && { from }), ...(to && { to }) })}`;
  const rows: Row[] | undefined = data && [
    ...data.items,
    { key: null, name: null, ministry: null, ...data.total, isTotal: true },
  ];
  return (
    <>
      <PageHeader
        title="Taxes and levies"
        breadcrumbs={[
          { label: "System Wallet", href: "/dashboard/wallets" },
          { label: "Reconciliation", href: "/dashboard/wallets/reconciliation" },
          { label: "Revenue heads", href: REVENUE_HEADS_URL },
        ]}
        description="Settled payments by the day on which they were paid. Refunds are deducted from the net."
      />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-muted">{data && `${formatDay(data.from)} to ${formatDay(data.to)}`}</p>
        <PeriodLinks
          label="Group by"
          periods={REVENUE_REPORT_GROUPINGS.map((group) => ({
            label: GROUP_LABELS[group],
            href: urlOf(group),
            current: group === by,
          }))}
        />
        <DateRangeButton path={REVENUE_REPORT_URL} from={from} to={to} extra={{ by }} />
        {exportAccess && (
          <ExportButton
            {...exportAccess}
            what={["payment", "payments"]}
            list={data && { total: data.total.count, totalIsCapped: false }}
            filtered={Boolean(from || to)}
            create={(format) => exportRevenueReport(input, format)}
          />
        )}
      </div>
      <Card>
        {error && !data && (
          <LoadFailed
            message={error.message}
            busy={isFetching}
            onRetry={isApiErrorWithStatus(error, 400) ? undefined : refetch}
          />
        )}
        {data?.items.length === 0 && <EmptyListState>No taxes or levies were paid in this period.</EmptyListState>}
        {(data ? data.items.length > 0 : !error) && (
          <RowsTable
            label={`Taxes and levies by ${GROUP_LABELS[data?.by ?? by].toLowerCase()}`}
            columns={reportColumns(data?.by ?? by)}
            rows={rows}
            rowId={({ key, name, ministry, isTotal }) => (isTotal ? "total" : `${key}|${name}|${ministry}`)}
            expected={8}
            busy={isFetching}
            dimmed={isPlaceholderData}
          />
        )}
      </Card>
    </>
  );
}
