"use client";

import { useQuery } from "@tanstack/react-query";
import { DataTable } from "@/components/common/data-table";
import { DateTime } from "@/components/common/date-time";
import { ExportButton } from "@/components/common/export-button";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import type { Column } from "@/components/common/table/column";
import type { Facet } from "@/components/common/table/facet";
import { isFiltered, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { routes } from "@/lib/contract/routes";
import type { TransactionRow } from "@/lib/contract/transaction";
import { formatMoney } from "@/lib/format";
import { exportProgress } from "@/lib/queries/exports";
import { useMay } from "@/lib/queries/rp";
import { exportTransactions, methodListQuery, transactionListQuery } from "@/lib/queries/transaction";
import { transactionListParams } from "./transaction-params";
import { ALL_URL, CHANNEL_OPTIONS, STATE_OPTIONS, TRANSACTIONS_URL, TYPE_OPTIONS, wordsOf } from "./transaction-words";

const FACETS: readonly Facet[] = [
  { kind: "choices", key: "type", label: "Type", options: TYPE_OPTIONS },
  { kind: "choices", key: "channel", label: "Channel", options: CHANNEL_OPTIONS },
  { kind: "choices", key: "state", label: "Status", options: STATE_OPTIONS },
  { kind: "amounts", min: "min", max: "max", label: "Amount" },
  { kind: "amounts", min: "fee_min", max: "fee_max", label: "Fee" },
  { kind: "text", key: "provider_reference", label: "Provider reference", placeholder: "As the provider wrote it" },
  { kind: "days", from: "from", to: "to", label: "Created" },
];

const COLUMNS: readonly Column<TransactionRow>[] = [
  { id: "reference", header: "Reference", cell: (row) => row.reference, width: "11rem" },
  { id: "user", header: "User", cell: (row) => row.user.name },
  { id: "type", header: "Type", cell: (row) => wordsOf(row.type) },
  {
    id: "channel",
    header: "Channel",
    phone: "hidden",
    cell: (row) => (
      <>
        {wordsOf(row.channel)}
        {row.card_last4 && <span className="text-muted"> •••• {row.card_last4}</span>}
      </>
    ),
  },
  { id: "amount", header: "Amount", sort: "amount", align: "end", cell: (row) => formatMoney(row.amount) },
  { id: "fee", header: "Fee", align: "end", phone: "hidden", cell: (row) => formatMoney(row.fee) },
  { id: "state", header: "Status", cell: (row) => <StatusBadge status={row.state} />, phone: "title" },
  {
    id: "provider_reference",
    header: "Provider reference",
    phone: "hidden",
    cell: (row) => row.provider_reference ?? "–",
  },
  { id: "created_at", header: "Created", sort: "created_at", cell: (row) => <DateTime at={row.created_at} /> },
];

/** One user's or one payment method's transactions: reached by a link, taken away by its chip. */
const fixedFacet = (key: string, label: string, value: string, name = value): Facet => ({
  kind: "choices",
  key,
  label,
  single: true,
  options: [{ value, label: name }],
});

/** Every transaction, newest first. */
export function TransactionListScreen() {
  const list = useListParams(transactionListParams);
  const input = toApiInput(list.state);
  const query = useQuery(transactionListQuery(input));
  const methods = useQuery(methodListQuery()).data?.items ?? [];
  const mayExport = useMay(routes.transaction.export);
  const { user, method } = list.state.filters;
  const facets = [
    ...FACETS,
    ...(user ? [fixedFacet("user", "User", user, query.data?.items[0]?.user.name)] : []),
    ...(method ? [fixedFacet("method", "Method", method, methods.find(({ id }) => id === method)?.name)] : []),
  ];
  return (
    <>
      <PageHeader
        title="All transactions"
        breadcrumbs={[{ label: "Transactions", href: TRANSACTIONS_URL }]}
        description="Paste a reference, the provider's reference, a phone number, an email or the last 4 of a card."
      />
      <DataTable
        label="Transactions"
        name="transactions"
        columns={COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => `${ALL_URL}/${row.id}`}
        searchLabel="Search by reference, phone, email or last 4"
        facets={facets}
        actions={
          mayExport && (
            <ExportButton
              what="transactions"
              list={query.data}
              filtered={isFiltered(list.state)}
              create={(format) => exportTransactions(input, format)}
              progress={exportProgress}
            />
          )
        }
        empty={{ text: "What citizens pay and receive in the app appears here." }}
      />
    </>
  );
}
