"use client";

import { useQuery } from "@tanstack/react-query";
import { AdminName } from "@/components/common/admin-name";
import { DateTime } from "@/components/common/date-time";
import { PageHeader } from "@/components/common/page-header";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { UserActivity } from "@/lib/contract/system-logs";
import { USER_ACTIVITY_LIST } from "@/lib/contract/system-logs.values";
import { formatCount } from "@/lib/format";
import { userActivityListQuery } from "@/lib/queries/system-logs";

import { UserActivityTabs } from "./user-activity-tabs";

const FACETS: readonly Facet[] = [{ kind: "days", from: "from", to: "to", label: "Last active" }];

const ACTIVITY_COLUMNS: readonly TableColumn<UserActivity>[] = [
  { id: "name", header: "User", sort: "name", cell: (row) => <AdminName admin={row.user} /> },
  { id: "actions", header: "Actions", sort: "actions", align: "end", cell: (row) => formatCount(row.actions) },
  { id: "sign_ins", header: "Sign-ins", sort: "sign_ins", align: "end", cell: (row) => formatCount(row.sign_ins) },
  {
    id: "refused",
    header: "Refused",
    sort: "refused",
    align: "end",
    cell: (row) => (
      <span className={row.refused > 0 ? "font-semibold text-danger" : ""}>{formatCount(row.refused)}</span>
    ),
  },
  { id: "last_action", header: "Last action", cell: (row) => row.last_action_words },
  {
    id: "last_at",
    header: "Last active",
    sort: "last_at",
    cell: (row) => row.last_at && <DateTime at={row.last_at} />,
  },
];

/** Lists users with their number of actions, the most recently active user first. */
export function UserActivityListScreen() {
  const list = useListParams(USER_ACTIVITY_LIST);
  const query = useQuery(userActivityListQuery(toApiInput(list.state)));
  return (
    <>
      <PageHeader title="Activity Logs" description="Actions, refused attempts and last activity of each person." />
      <UserActivityTabs />
      <DataTable
        label="Users and their activity"
        columns={ACTIVITY_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.user.id}
        rowHref={(row) => `/dashboard/system-logs/user-activities/${row.user.id}`}
        searchLabel="Search by name"
        facets={FACETS}
        empty={{ text: "Admins appear here once they sign in." }}
      />
    </>
  );
}
