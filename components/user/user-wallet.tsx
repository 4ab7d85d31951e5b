"use client";

import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import { Money } from "@/components/common/money";
import type { Column } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { STATEMENT_LIST } from "@/lib/contract/ledger.values";
import { TRANSACTIONS_LIST } from "@/lib/contract/payment-links";
import type { UserSingle, UserStatementRow } from "@/lib/contract/user";
import { titleCase } from "@/lib/format";
import { userStatementQuery } from "@/lib/queries/user";

import { DIRECTION_OPTIONS, KIND_OPTIONS } from "./user-words";

const FACETS: readonly Facet[] = [
  { kind: "choices", key: "kind", label: "Kind", options: KIND_OPTIONS },
  { kind: "choices", key: "direction", label: "Direction", single: true, options: DIRECTION_OPTIONS },
  { kind: "amounts", min: "min", max: "max", label: "Amount" },
  { kind: "days", from: "from", to: "to", label: "When" },
];

const COLUMNS: readonly Column<UserStatementRow>[] = [
  {
    id: "posted_at",
    header: "Posted",
    sort: "posted_at",
    width: "11rem",
    cell: (row) => <DateTime at={row.posted_at} />,
  },
  { id: "description", header: "Description", hideable: false, cell: (row) => row.description },
  { id: "kind", header: "Kind", phone: "hidden", cell: (row) => titleCase(row.kind) },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    phone: "title",
    cell: ({ amount }) => <Money kobo={amount} className={amount < 0 ? "" : "font-semibold text-success"} />,
  },
  { id: "balance_after", header: "Balance", align: "end", cell: (row) => <Money kobo={row.balance_after} /> },
];

/**
 * What is in the wallet, and how it came to be: the postings of their account in the ledger. Each leads to its transaction,
 * also one that somebody else paid.
 */
export function UserWallet({ user }: { user: UserSingle }) {
  const list = useListParams(STATEMENT_LIST);
  const query = useQuery(userStatementQuery({ ...toApiInput(list.state), userId: user.id }));
  return (
    <DataTable
      label={`Statement of ${user.name}'s wallet`}
      name="user-statement"
      columns={COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={({ source }) =>
        source.type === "transaction" && source.id ? `${TRANSACTIONS_LIST}/${source.id}` : undefined
      }
      searchLabel="Search in descriptions"
      facets={FACETS}
      empty={{ text: "What comes into this wallet and leaves it appears here." }}
    />
  );
}
