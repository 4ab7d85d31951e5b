import type { Metadata } from "next";
import { AccessDenied } from "@/components/shell/access-denied";
import { mayReadModule, PrefetchQueries } from "@/components/shell/prefetch-queries";
import { UserActivityScreen } from "@/components/system-logs/user-activity-screen";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { USER_ACTIVITY_PAGE_LIST } from "@/lib/contract/system-logs.values";
import {
  activitiesOfAllPeopleQuery,
  auditActionsQuery,
  auditRowQuery,
  userActivitySummaryQuery,
} from "@/lib/queries/system-logs";

export const metadata: Metadata = { title: "User activity" };

type Props = PageProps<"/dashboard/system-logs/user-activities/[userId]">;

export default async function UserActivityPage({ params, searchParams }: Props) {
  if (!(await mayReadModule("system-logs"))) return <AccessDenied feature="System Logs" />;
  const { userId } = await params;
  const search = await searchParams;
  const { entry } = search;
  const queries = [
    activitiesOfAllPeopleQuery({ ...toApiInput(await readListState(USER_ACTIVITY_PAGE_LIST, search)), user: userId }),
    auditActionsQuery(),
  ];
  return (
    <PrefetchQueries
      required={userActivitySummaryQuery(userId)}
      queries={typeof entry === "string" ? [...queries, auditRowQuery(entry)] : queries}
    >
      <UserActivityScreen userId={userId} />
    </PrefetchQueries>
  );
}
