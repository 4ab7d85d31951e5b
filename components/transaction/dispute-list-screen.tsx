"use client";

import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import { Deadline } from "@/components/common/due";
import { ExportButton } from "@/components/common/export/export-button";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { DisputeRow } from "@/lib/contract/dispute";
import { DISPUTE_LIST } from "@/lib/contract/dispute.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatMoney } from "@/lib/format";
import { disputeListQuery, exportDisputes } from "@/lib/queries/dispute";
import { useExportAccess } from "@/lib/queries/exports";
import {
  DISPUTE_DUE_OPTIONS,
  DISPUTE_PROVIDER_OPTIONS,
  DISPUTE_STATE_OPTIONS,
  disputeLabel,
  disputeStatus,
} from "./dispute-words";
import { ALL_TRANSACTIONS_URL, TRANSACTIONS_URL } from "./transaction-words";

const FACETS: readonly Facet[] = [
  { kind: "toggle", key: "needs_answer", label: "Needs an answer" },
  { kind: "choices", key: "due", label: "Due", options: DISPUTE_DUE_OPTIONS, single: true },
  { kind: "choices", key: "state", label: "State", options: DISPUTE_STATE_OPTIONS },
  { kind: "choices", key: "provider", label: "Provider", options: DISPUTE_PROVIDER_OPTIONS },
  { kind: "amounts", min: "min", max: "max", label: "Claimed" },
  { kind: "days", from: "from", to: "to", label: "Opened" },
];

const COLUMNS: readonly TableColumn<DisputeRow>[] = [
  { id: "reference", header: "Payment", cell: (row) => row.reference, width: "11rem" },
  { id: "user", header: "User", grows: true, cell: (row) => row.user?.name ?? "Unknown payment" },
  { id: "amount", header: "Claimed", sort: "amount", align: "end", cell: (row) => formatMoney(row.amount) },
  {
    id: "state",
    header: "State",
    phone: "title",
    cell: (row) => <StatusBadge {...disputeStatus(row)} />,
  },
  {
    id: "due_at",
    header: "Answer due",
    sort: "due_at",
    cell: (row) => (row.needs_answer ? <Deadline at={row.due_at} /> : <DateTime at={row.due_at} />),
  },
  { id: "reason", header: "Reason of the bank", optional: true, phone: "line", cell: (row) => row.reason || "–" },
  { id: "provider", header: "Provider", phone: "hidden", cell: (row) => disputeLabel(row.provider) },
  { id: "opened_at", header: "Opened", sort: "opened_at", cell: (row) => <DateTime at={row.opened_at} /> },
];

/** Lists the disputes that providers report, those without an answer first. */
export function DisputeListScreen() {
  const list = useListParams(DISPUTE_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(disputeListQuery(input));
  const exportAccess = useExportAccess(routes.transaction.exportDisputes);
  return (
    <>
      <PageHeader
        title="Disputes"
        breadcrumbs={[
          { label: "Transactions", href: TRANSACTIONS_URL },
          { label: "All transactions", href: ALL_TRANSACTIONS_URL },
        ]}
        description="Payments that payers' banks claim back. Accept or contest each before it is due."
      />
      <DataTable
        label="Disputes"
        columns={COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => recordUrl("dispute", row.id)}
        searchLabel="Reference, name or phone"
        facets={FACETS}
        actions={
          exportAccess && (
            <ExportButton
              {...exportAccess}
              what={["dispute", "disputes"]}
              list={query.data}
              filtered={hasSearchOrFilters(list.state)}
              create={(format) => exportDisputes(input, format)}
            />
          )
        }
        empty={{ text: "Disputes that payment providers report appear here within five minutes." }}
      />
    </>
  );
}
