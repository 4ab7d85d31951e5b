import type { Metadata } from "next";
import { AccessDenied } from "@/components/shell/access-denied";
import { mayReadModule, PrefetchQueries } from "@/components/shell/prefetch-queries";
import { UserActivityAllScreen } from "@/components/system-logs/user-activity-all-screen";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { USER_ACTIVITY_ALL_LIST } from "@/lib/contract/system-logs.values";
import {
  activitiesOfAllPeopleQuery,
  auditActionsQuery,
  auditPeopleQuery,
  auditRowQuery,
} from "@/lib/queries/system-logs";

export const metadata: Metadata = { title: "All activity" };

export default async function UserActivityAllPage({
  searchParams,
}: PageProps<"/dashboard/system-logs/user-activities/all">) {
  if (!(await mayReadModule("system-logs"))) return <AccessDenied feature="System Logs" />;
  const search = await searchParams;
  const { entry } = search;
  const queries = [
    activitiesOfAllPeopleQuery(toApiInput(await readListState(USER_ACTIVITY_ALL_LIST, search))),
    auditPeopleQuery(),
    auditActionsQuery(),
  ];
  return (
    <PrefetchQueries queries={typeof entry === "string" ? [...queries, auditRowQuery(entry)] : queries}>
      <UserActivityAllScreen />
    </PrefetchQueries>
  );
}
