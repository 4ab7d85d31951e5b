"use client";

import { useQuery } from "@tanstack/react-query";
import { AdminName } from "@/components/common/admin-name";
import { DateTime } from "@/components/common/date-time";
import { EmptyListState } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { ReconciliationDayRow } from "@/lib/contract/reconciliation-days";
import { RECONCILIATION_DAY_LIST, RECONCILIATION_DAY_STATES } from "@/lib/contract/reconciliation-days.values";
import { recordUrl } from "@/lib/contract/records";
import { formatCount, formatDay, formatMoney, titleCase } from "@/lib/format";
import { reconciliationDayListQuery } from "@/lib/queries/reconciliation-days";

const FACETS: readonly Facet[] = [
  {
    kind: "choices",
    key: "state",
    label: "State",
    options: RECONCILIATION_DAY_STATES.map((state) => ({ value: state, label: titleCase(state) })),
  },
  { kind: "days", from: "from", to: "to", label: "Day" },
];

const COLUMNS: readonly TableColumn<ReconciliationDayRow>[] = [
  { id: "day", header: "Day", sort: "day", cell: ({ day }) => formatDay(day), width: "9rem" },
  { id: "state", header: "State", cell: ({ state }) => <DayStateBadge state={state} />, phone: "title" },
  {
    id: "exceptions",
    header: "Exceptions",
    align: "end",
    cell: ({ exceptions: { count } }) => (count ? formatCount(count) : "–"),
  },
  {
    id: "sum",
    header: "Sum of exceptions",
    align: "end",
    cell: ({ exceptions: { count, sum } }) => (count ? formatMoney(sum) : "–"),
  },
  {
    id: "proposed",
    header: "Proposed",
    cell: ({ proposed_by: by, proposed_at: at }) => (by && at ? <AdminAndTime by={by} at={at} /> : "–"),
  },
  {
    id: "closed",
    header: "Closed",
    cell: ({ closed_by: by, closed_at: at }) => (by && at ? <AdminAndTime by={by} at={at} /> : "–"),
  },
];

const AdminAndTime = ({ by, at }: { by: NonNullable<ReconciliationDayRow["closed_by"]>; at: string }) => (
  <>
    <AdminName admin={by} />
    <span className="text-xs text-muted">
      <DateTime at={at} />
    </span>
  </>
);

/** Renders the state of a reconciled day. Open days are coloured as pending, because an admin has to close them. */
export const DayStateBadge = ({ state }: { state: ReconciliationDayRow["state"] }) => (
  <StatusBadge
    status={state === "open" ? "pending" : state === "proposed" ? "awaiting_approval" : "done"}
    label={titleCase(state)}
  />
);

/** Lists the days since the first reconciled day, each with its state and figures. */
export function DayListScreen() {
  const list = useListParams(RECONCILIATION_DAY_LIST);
  const { q: _search, ...input } = toApiInput(list.state);
  const query = useQuery(reconciliationDayListQuery(input));
  if (query.data?.starts_on === null)
    return (
      <Card>
        <EmptyListState
          action={
            <ButtonLink variant="primary" href="/dashboard/wallets/reconciliation/accounts">
              Go to Accounts
            </ButtonLink>
          }
        >
          Reconciliation begins when the first bank account is added.
        </EmptyListState>
      </Card>
    );
  return (
    <DataTable
      label="Days"
      columns={COLUMNS}
      query={query}
      list={list}
      rowId={({ day }) => day}
      rowHref={({ day }) => recordUrl("reconciliation_day", day)}
      facets={FACETS}
      empty={{ text: "The first day appears here after it has ended." }}
    />
  );
}
