"use client";

import { useQuery } from "@tanstack/react-query";
import { AdminName } from "@/components/common/admin-name";
import { DateTime } from "@/components/common/date-time";
import { Money } from "@/components/common/money";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { BANK_STATEMENT_LIST } from "@/lib/contract/reconciliation.values";
import type { BankAccount, BankStatement } from "@/lib/contract/reconciliation-statements";
import { formatCount } from "@/lib/format";
import { bankStatementListQuery } from "@/lib/queries/bank-accounts";
import { formatPeriod, STATEMENT_STATE_OPTIONS, statementStateLabel } from "./account-words";

const COLUMNS: readonly TableColumn<BankStatement>[] = [
  { id: "file", header: "File", cell: (row) => <span className="wrap-anywhere">{row.file_name}</span> },
  { id: "account", header: "Account", cell: (row) => row.account.name },
  { id: "period", header: "Period", sort: "to_day", cell: (row) => formatPeriod(row.from_day, row.to_day) },
  { id: "lines", header: "Lines", align: "end", cell: (row) => <Lines statement={row} /> },
  { id: "closing", header: "Closing balance", align: "end", cell: (row) => <Money kobo={row.closing} /> },
  {
    id: "state",
    header: "State",
    cell: (row) => <StatusBadge status={row.state} label={statementStateLabel(row.state)} />,
  },
  { id: "imported_by", header: "Imported by", cell: (row) => <AdminName admin={row.imported_by} /> },
  { id: "started_at", header: "When", sort: "started_at", cell: (row) => <DateTime at={row.started_at} /> },
];

/** Shows a statement's number of lines. Below it: the import's progress, or how many of the lines were already in an earlier statement. */
function Lines({ statement: { state, lines, stored_lines, known_lines } }: { statement: BankStatement }) {
  return (
    <>
      {formatCount(lines)}
      {state === "reading" && (
        <span className="block text-xs text-muted">
          {formatCount(stored_lines)} stored
          <progress
            aria-hidden="true"
            className="ml-2 h-1.5 w-12 accent-primary"
            value={stored_lines}
            max={lines || 1}
          />
        </span>
      )}
      {state === "imported" && known_lines > 0 && (
        <span className="block text-xs text-muted">{formatCount(known_lines)} in an earlier statement</span>
      )}
    </>
  );
}

type StatementListProps = {
  accounts: readonly BankAccount[];
  addressOf: (statementId: string) => string;
};

/** Lists bank statements with the state of their import. */
export function BankStatementList({ accounts, addressOf }: StatementListProps) {
  const list = useListParams(BANK_STATEMENT_LIST);
  const query = useQuery(bankStatementListQuery(toApiInput(list.state)));
  const facets: readonly Facet[] = [
    {
      kind: "choices",
      key: "account",
      label: "Account",
      single: true,
      options: accounts.map(({ id, name }) => ({ value: id, label: name })),
    },
    { kind: "choices", key: "state", label: "State", options: STATEMENT_STATE_OPTIONS },
    { kind: "days", from: "from", to: "to", label: "Covers" },
  ];
  return (
    <DataTable
      label="Bank statements"
      columns={COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => addressOf(row.id)}
      searchLabel="Search by file name"
      facets={facets}
      empty={{ text: "Imported statements appear here. The next step is to import the first one." }}
    />
  );
}
