"use client";

import { useQuery } from "@tanstack/react-query";
import { ExportButton } from "@/components/common/export/export-button";
import { DataTable } from "@/components/common/table/data-table";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { routes } from "@/lib/contract/routes";
import { USER_TRANSACTION_LIST } from "@/lib/contract/transaction.values";
import { useExportAccess } from "@/lib/queries/exports";
import { exportTransactions, transactionListQuery } from "@/lib/queries/transaction";
import { TRANSACTION_COLUMNS, TRANSACTION_FACETS } from "./transaction-columns";

import { ALL_TRANSACTIONS_URL } from "./transaction-words";

const USER_TRANSACTION_COLUMNS = TRANSACTION_COLUMNS.filter(({ id }) => id !== "user");

/** Lists the payments that a user made, on the user's page. Received payments are in the statement of the user's wallet. */
export function UserTransactions({ userId }: { userId: string }) {
  const list = useListParams(USER_TRANSACTION_LIST);
  const input = { ...toApiInput(list.state), user: userId };
  const query = useQuery(transactionListQuery(input));
  const exportAccess = useExportAccess(routes.transaction.export);
  return (
    <DataTable
      label="Transactions of this user"
      columns={USER_TRANSACTION_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => `${ALL_TRANSACTIONS_URL}/${row.id}`}
      searchLabel="Search by reference or last 4"
      facets={TRANSACTION_FACETS}
      actions={
        exportAccess && (
          <ExportButton
            {...exportAccess}
            what={["transaction of this user", "transactions of this user"]}
            list={query.data}
            filtered={hasSearchOrFilters(list.state)}
            create={(format) => exportTransactions({ ...input, until: query.data?.until }, format)}
          />
        )
      }
      empty={{
        text: "Payments of this user in the app appear here. Money that others sent is on the statement of the wallet.",
      }}
    />
  );
}
