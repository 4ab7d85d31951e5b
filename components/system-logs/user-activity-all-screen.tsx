"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/common/page-header";
import { DataTable } from "@/components/common/table/data-table";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { USER_ACTIVITY_ALL_LIST } from "@/lib/contract/system-logs.values";
import { activitiesOfAllPeopleQuery, auditActionsQuery, auditPeopleQuery } from "@/lib/queries/system-logs";
import { AUDIT_OUTCOME_FACET, AUDIT_TIME_FACET, auditActionFacet, auditPersonFacet } from "./trail-facets";
import { useAuditEntryDrawer } from "./use-audit-entry-drawer";
import { ALL_ACTIVITY_COLUMNS } from "./user-activity-columns";

import { UserActivityTabs } from "./user-activity-tabs";

/** Lists the actions of all admins and users, newest first. */
export function UserActivityAllScreen() {
  const list = useListParams(USER_ACTIVITY_ALL_LIST);
  const query = useQuery(activitiesOfAllPeopleQuery(toApiInput(list.state)));
  const { data: people } = useQuery(auditPeopleQuery());
  const { data: actions } = useQuery(auditActionsQuery());
  const { addressOf, drawer } = useAuditEntryDrawer();
  return (
    <>
      <PageHeader
        title="Activity Logs"
        description="Sign-ins, actions and refused attempts of all people, newest first."
      />
      <UserActivityTabs />
      <DataTable
        label="All activity"
        columns={ALL_ACTIVITY_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => addressOf(row.id)}
        searchLabel="Search by record"
        facets={[
          auditPersonFacet("user", "User", people),
          auditActionFacet(actions),
          AUDIT_OUTCOME_FACET,
          AUDIT_TIME_FACET,
        ]}
        empty={{ text: "Activity appears here." }}
      />
      {drawer}
    </>
  );
}
