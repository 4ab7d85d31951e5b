"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartColumn, FileUp, Plus } from "lucide-react";
import { Suspense } from "react";
import { ExportButton } from "@/components/common/export/export-button";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { useRecordInUrl } from "@/components/common/table/use-record-in-url";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { RevenueHeadRow } from "@/lib/contract/revenue-heads";
import { HEAD_CODE_PATTERN, REVENUE_HEAD_LIST } from "@/lib/contract/revenue-heads.values";
import { routes } from "@/lib/contract/routes";
import { formatDay } from "@/lib/format";
import { useExportAccess } from "@/lib/queries/exports";
import { exportHeads, revenueHeadListQuery } from "@/lib/queries/revenue-heads";
import { useAccess } from "@/lib/queries/rp";
import { RevenueHeadDayFilterPanel } from "./day-panel";
import { REVENUE_HEAD_STATE_OPTIONS, REVENUE_REPORT_URL, revenueHeadAccountText } from "./head-words";

const NewRevenueHeadDialog = lazyWithPreload(() => import("./head-dialogs"), "NewRevenueHeadDialog");
const RevenueHeadImportDialog = lazyWithPreload(() => import("./import-dialog"), "RevenueHeadImportDialog");
const RevenueHeadDrawer = lazyWithPreload(() => import("./head-drawer"), "RevenueHeadDrawer");

const FACETS: readonly Facet[] = [
  { kind: "choices", key: "state", label: "State", options: REVENUE_HEAD_STATE_OPTIONS },
  {
    kind: "choices",
    key: "account",
    label: "Account",
    single: true,
    options: [
      { value: "with", label: "With an account" },
      { value: "without", label: "Without an account" },
    ],
  },
  { kind: "text", key: "ministry", label: "Ministry", placeholder: "Ministry of Lands" },
  {
    kind: "own",
    keys: ["on"],
    label: "As of",
    summary: ({ on }) => (on ? `as of ${formatDay(on)}` : ""),
    panel: (props) => <RevenueHeadDayFilterPanel {...props} />,
  },
];

const HEAD_COLUMNS: readonly TableColumn<RevenueHeadRow>[] = [
  { id: "code", header: "Code", sort: "code", width: "8rem", cell: (row) => row.code },
  { id: "name", header: "Name", sort: "name", wraps: true, cell: (row) => row.name },
  { id: "ministry", header: "Ministry", wraps: true, cell: (row) => row.ministry },
  {
    id: "account",
    header: "Account",
    cell: (row) =>
      row.account_number ? (
        <>
          {row.account_number}
          <span className="block text-muted">{row.bank_name}</span>
        </>
      ) : (
        <span className="font-semibold text-warning">{revenueHeadAccountText(row)}</span>
      ),
  },
  { id: "state", header: "State", cell: (row) => <StatusBadge status={row.state} />, phone: "title" },
  { id: "starts_on", header: "From", cell: (row) => formatDay(row.starts_on), phone: "hidden" },
  {
    id: "changes_on",
    header: "Next change",
    cell: (row) => (row.changes_on ? formatDay(row.changes_on) : "–"),
    phone: "hidden",
  },
];

/** Lists the revenue heads of taxes and levies, each with ministry and bank account. A row opens the head in a drawer. */
export function RevenueHeadListScreen() {
  const list = useListParams(REVENUE_HEAD_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(revenueHeadListQuery(input));
  const exportAccess = useExportAccess(routes.revenueHeads.export);
  const mayCreate = useAccess(routes.revenueHeads.create);
  const { entry, addressOf, open, close } = useRecordInUrl("head");
  return (
    <>
      <DataTable
        label="Revenue heads"
        columns={HEAD_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.code}
        rowHref={(row) => addressOf(row.code)}
        searchLabel="Search by code, name, ministry or account"
        facets={FACETS}
        empty={{ text: "What taxes and levies are paid for appears here, with the ministry and its account." }}
        actions={
          <>
            <ButtonLink href={REVENUE_REPORT_URL}>
              <ChartColumn aria-hidden="true" /> Report
            </ButtonLink>
            {exportAccess && (
              <ExportButton
                {...exportAccess}
                what={["revenue head", "revenue heads"]}
                list={query.data}
                filtered={hasSearchOrFilters(list.state)}
                create={(format) => exportHeads(input, format)}
              />
            )}
            {mayCreate && (
              <>
                <Button
                  onPointerEnter={RevenueHeadImportDialog.preload}
                  onFocus={RevenueHeadImportDialog.preload}
                  onClick={() => open("import")}
                >
                  <FileUp aria-hidden="true" /> Import
                </Button>
                <Button
                  variant="primary"
                  onPointerEnter={NewRevenueHeadDialog.preload}
                  onFocus={NewRevenueHeadDialog.preload}
                  onClick={() => open("new")}
                >
                  <Plus aria-hidden="true" /> New revenue head
                </Button>
              </>
            )}
          </>
        }
      />
      <Suspense>
        {entry === "new" && mayCreate && <NewRevenueHeadDialog onClose={close} />}
        {entry === "import" && mayCreate && <RevenueHeadImportDialog onClose={close} />}
        {entry && HEAD_CODE_PATTERN.test(entry) && <RevenueHeadDrawer key={entry} code={entry} onClose={close} />}
      </Suspense>
    </>
  );
}
