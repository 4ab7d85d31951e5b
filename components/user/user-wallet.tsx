"use client";

import { useQuery } from "@tanstack/react-query";
import { DataTable } from "@/components/common/table/data-table";
import { accountStatementColumns, accountStatementFacets } from "@/components/common/table/statement";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { USER_STATEMENT_LIST } from "@/lib/contract/ledger.values";
import { TRANSACTION_LIST_URL } from "@/lib/contract/payment-links";
import type { UserDetails, UserStatementRow } from "@/lib/contract/user";
import { userStatementQuery } from "@/lib/queries/user";
import { LEDGER_ENTRY_KIND_OPTIONS } from "./user-words";

const FACETS = accountStatementFacets(LEDGER_ENTRY_KIND_OPTIONS);
const STATEMENT_COLUMNS = accountStatementColumns<UserStatementRow>((row) => row.description);

/** Lists the postings to a user's wallet. Each posting links to its transaction, even if another user paid that transaction. */
export function UserWallet({ user }: { user: UserDetails }) {
  const list = useListParams(USER_STATEMENT_LIST);
  const query = useQuery(userStatementQuery({ ...toApiInput(list.state), userId: user.id }));
  return (
    <DataTable
      label={`Statement of ${user.name}'s wallet`}
      columns={STATEMENT_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={({ source }) =>
        source.type === "transaction" && source.id ? `${TRANSACTION_LIST_URL}/${source.id}` : undefined
      }
      searchLabel="Search in descriptions"
      facets={FACETS}
      empty={{ text: "Money in and out of this wallet appears here." }}
    />
  );
}
