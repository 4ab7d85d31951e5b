"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { AdminName } from "@/components/common/admin-name";
import { DateTime } from "@/components/common/date-time";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { BATCH_LIST } from "@/lib/contract/grant.values";
import type { PayoutBatchListRow } from "@/lib/contract/grant-payouts";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatCount, formatMoney } from "@/lib/format";
import { programmeQuery } from "@/lib/queries/grant";
import { payoutBatchListQuery } from "@/lib/queries/grant-payouts";
import { useAccess } from "@/lib/queries/rp";

import { PAYOUT_BATCH_STATE_OPTIONS, payoutBatchStateLabel } from "./payout-words";

const ApplicationProgrammeFilterPanel = lazyWithPreload(
  () => import("./application-programme-panel"),
  "ApplicationProgrammeFilterPanel",
);
const PayoutNewDialog = lazyWithPreload(() => import("./payout-new-dialog"), "PayoutNewDialog");

/** Refetch interval in ms while a payout on screen is being paid. */
const POLL_INTERVAL_MS = 5_000;

const BATCH_COLUMNS: readonly TableColumn<PayoutBatchListRow>[] = [
  { id: "reference", header: "Reference", width: "11rem", cell: (row) => row.reference },
  {
    id: "state",
    header: "Status",
    phone: "title",
    hideable: false,
    cell: (row) => <StatusBadge status={row.state} label={payoutBatchStateLabel(row.state)} />,
  },
  { id: "programme", header: "Programme", phone: "line", grows: true, cell: (row) => row.programme.name },
  { id: "rows", header: "Rows", align: "end", cell: (row) => formatCount(row.rows) },
  { id: "amount", header: "Amount", align: "end", sort: "amount", cell: (row) => formatMoney(row.amount) },
  { id: "paid", header: "Paid", align: "end", cell: (row) => <SumCell {...row.paid} /> },
  {
    id: "failed",
    header: "Failed",
    align: "end",
    cell: (row) => <SumCell {...row.failed} tone="danger" />,
  },
  { id: "created_by", header: "Created by", cell: (row) => <AdminName admin={row.created_by} narrow /> },
  { id: "created_at", header: "Created", sort: "created_at", cell: (row) => <DateTime at={row.created_at} /> },
];

/** Shows an amount in kobo with its number of rows. */
function SumCell({ rows, amount, tone }: { rows: number; amount: number; tone?: "danger" }) {
  if (rows === 0) return <span className="text-muted">None</span>;
  return (
    <span className={tone === "danger" ? "font-semibold text-danger" : ""}>
      {formatMoney(amount)} <span className="font-normal text-muted">({formatCount(rows)})</span>
    </span>
  );
}

/** Lists payout batches of all programmes, newest first. */
export function PayoutListScreen() {
  const list = useListParams(BATCH_LIST);
  const query = useQuery({
    ...payoutBatchListQuery(toApiInput(list.state)),
    refetchInterval: ({ state }) => state.data?.items.some((row) => row.state === "paying") && POLL_INTERVAL_MS,
  });
  const client = useQueryClient();
  const mayCreate = useAccess(routes.grant.createBatch);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { programme } = list.state.filters;
  // Takes the programme's name from the cache, which the programme's page fills, because an empty list does not contain it.
  const cachedName = programme ? client.getQueryData(programmeQuery(programme).queryKey)?.name : undefined;
  const name = query.data?.items.find((row) => row.programme.id === programme)?.programme.name ?? cachedName;
  const facets: readonly Facet[] = [
    {
      kind: "own",
      keys: ["programme"],
      label: "Programme",
      summary: (filters) => (filters.programme ? `Programme: ${name ?? "one programme"}` : ""),
      panel: (props) => <ApplicationProgrammeFilterPanel {...props} />,
    },
    { kind: "choices", key: "state", label: "Status", options: PAYOUT_BATCH_STATE_OPTIONS },
  ];
  return (
    <>
      <DataTable
        label="Payouts"
        columns={BATCH_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => recordUrl("grant_batch", row.id)}
        searchLabel="Search by reference or programme"
        facets={facets}
        actions={
          mayCreate && (
            <Button
              variant="primary"
              onPointerEnter={PayoutNewDialog.preload}
              onFocus={PayoutNewDialog.preload}
              onClick={() => setIsDialogOpen(true)}
            >
              <Plus aria-hidden="true" /> New payout
            </Button>
          )
        }
        empty={{
          text: "Payouts of approved applications appear here.",
          action: <ButtonLink href="/dashboard/grants/applications">Applications</ButtonLink>,
        }}
      />
      {isDialogOpen && (
        <Suspense>
          <PayoutNewDialog onClose={() => setIsDialogOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
