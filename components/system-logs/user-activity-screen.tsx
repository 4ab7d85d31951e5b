"use client";

import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import { PageHeader } from "@/components/common/page-header";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { DataTable } from "@/components/common/table/data-table";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { USER_ACTIVITY_PAGE_LIST } from "@/lib/contract/system-logs.values";
import { formatCount } from "@/lib/format";
import { activitiesOfAllPeopleQuery, auditActionsQuery, userActivitySummaryQuery } from "@/lib/queries/system-logs";
import { AUDIT_OUTCOME_FACET, AUDIT_TIME_FACET, auditActionFacet } from "./trail-facets";
import { useAuditEntryDrawer } from "./use-audit-entry-drawer";
import { USER_ACTIVITY_COLUMNS } from "./user-activity-columns";

/** Lists one user's sign-ins, actions and refused attempts, newest first. */
export function UserActivityScreen({ userId }: { userId: string }) {
  const { data } = useQuery({ ...userActivitySummaryQuery(userId), throwOnError: (_, query) => !query.state.data });
  const list = useListParams(USER_ACTIVITY_PAGE_LIST);
  const query = useQuery(activitiesOfAllPeopleQuery({ ...toApiInput(list.state), user: userId }));
  const { data: actions } = useQuery(auditActionsQuery());
  const { addressOf, drawer } = useAuditEntryDrawer();
  if (!data) return null;
  const path = `/dashboard/system-logs/user-activities/${userId}`;
  return (
    <>
      <PageHeader
        title={data.user.name}
        breadcrumbs={[{ label: "Activity Logs", href: "/dashboard/system-logs/user-activities" }]}
        description={
          data.first_at ? (
            <>
              First recorded <DateTime at={data.first_at} dateOnly />
            </>
          ) : (
            "Nothing recorded yet"
          )
        }
      />
      <StatTiles wide className="mb-5">
        <StatTile label="Actions" value={formatCount(data.actions)} href={`${path}?outcome=done`} />
        <StatTile
          label="Sign-ins"
          value={formatCount(data.sign_ins)}
          href={`${path}?action=auth.verifySignIn&outcome=done`}
        />
        <StatTile
          label="Refused attempts"
          value={formatCount(data.refused)}
          href={`${path}?outcome=refused`}
          tone={data.refused > 0 ? "danger" : "neutral"}
        />
        <StatTile
          label="Last active"
          value={<span className="text-xl">{data.last_at ? <DateTime at={data.last_at} /> : "Never"}</span>}
          note={data.last_action_words}
        />
      </StatTiles>
      <DataTable
        label={`What ${data.user.name} did`}
        columns={USER_ACTIVITY_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => addressOf(row.id)}
        searchLabel="Search by record"
        facets={[auditActionFacet(actions), AUDIT_OUTCOME_FACET, AUDIT_TIME_FACET]}
        empty={{ text: "This person's activity appears here." }}
      />
      {drawer}
    </>
  );
}
