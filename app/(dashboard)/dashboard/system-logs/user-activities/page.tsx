import type { Metadata } from "next";
import { AccessDenied } from "@/components/shell/access-denied";
import { mayReadModule, PrefetchQueries } from "@/components/shell/prefetch-queries";
import { UserActivityListScreen } from "@/components/system-logs/user-activity-list-screen";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { USER_ACTIVITY_LIST } from "@/lib/contract/system-logs.values";
import { userActivityListQuery } from "@/lib/queries/system-logs";

export const metadata: Metadata = { title: "Activity Logs" };

export default async function UserActivityListPage({
  searchParams,
}: PageProps<"/dashboard/system-logs/user-activities">) {
  if (!(await mayReadModule("system-logs"))) return <AccessDenied feature="System Logs" />;
  const state = await readListState(USER_ACTIVITY_LIST, await searchParams);
  return (
    <PrefetchQueries queries={[userActivityListQuery(toApiInput(state))]}>
      <UserActivityListScreen />
    </PrefetchQueries>
  );
}
