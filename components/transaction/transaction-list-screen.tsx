"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ExportButton } from "@/components/common/export/export-button";
import { PageHeader } from "@/components/common/page-header";
import { DataTable } from "@/components/common/table/data-table";
import { linkOnlyFacet } from "@/components/common/table/facet";
import { ButtonLink } from "@/components/ui/button-link";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { routes } from "@/lib/contract/routes";
import { TRANSACTION_LIST } from "@/lib/contract/transaction.values";
import { useExportAccess } from "@/lib/queries/exports";
import { useAccess } from "@/lib/queries/rp";
import { exportTransactions, paymentMethodListQuery, transactionListQuery } from "@/lib/queries/transaction";
import { userQuery } from "@/lib/queries/user-single";
import { DISPUTES_TO_ANSWER_URL } from "./dispute-words";
import { TRANSACTION_COLUMNS, TRANSACTION_FACETS } from "./transaction-columns";
import { ALL_TRANSACTIONS_URL, TRANSACTIONS_URL } from "./transaction-words";
import { useBulkRequery } from "./use-bulk-requery";

/** Lists all transactions, newest first. */
export function TransactionListScreen() {
  const list = useListParams(TRANSACTION_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(transactionListQuery(input));
  const methods = useQuery(paymentMethodListQuery()).data?.items ?? [];
  const exportAccess = useExportAccess(routes.transaction.export);
  const mayRequery = useAccess(routes.transaction.requery);
  const bulk = useBulkRequery();
  const client = useQueryClient();
  const rows = query.data?.items ?? [];
  const { user, method } = list.state.filters;
  // Takes the user's name from the cache if the list is empty. The name is cached if the admin came from the user's page.
  const userName =
    rows.find((row) => row.user.id === user)?.user.name ??
    (user && client.getQueryData(userQuery(user).queryKey)?.name);
  const methodName = methods.find(({ id }) => id === method)?.name;
  const facets = [
    ...TRANSACTION_FACETS,
    ...(user ? [linkOnlyFacet("user", "User", user, userName ?? "One user")] : []),
    ...(method ? [linkOnlyFacet("method", "Method", method, methodName ?? "One method")] : []),
  ];
  return (
    <>
      <PageHeader
        title="All transactions"
        breadcrumbs={[{ label: "Transactions", href: TRANSACTIONS_URL }]}
        actions={<ButtonLink href={DISPUTES_TO_ANSWER_URL}>Disputes</ButtonLink>}
        description="Search by name, or paste a reference, the provider's reference, a phone number, an email or the last 4 of a card."
      />
      <DataTable
        label="Transactions"
        columns={TRANSACTION_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => `${ALL_TRANSACTIONS_URL}/${row.id}`}
        searchLabel="Name, reference, phone, email or last 4"
        facets={facets}
        selection={mayRequery ? { rowName: (row) => row.reference, bar: bulk.bar } : undefined}
        actions={
          exportAccess && (
            <ExportButton
              {...exportAccess}
              what={["transaction", "transactions"]}
              list={query.data}
              filtered={hasSearchOrFilters(list.state)}
              create={(format) => exportTransactions({ ...input, until: query.data?.until }, format)}
            />
          )
        }
        empty={{
          text: "Citizens' payments and receipts in the app appear here.",
          action: <ButtonLink href="/dashboard/transactions/payment-methods">Payment methods</ButtonLink>,
        }}
      />
      {bulk.dialogs}
    </>
  );
}
