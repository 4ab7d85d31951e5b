import type { Metadata } from "next";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { GroupListScreen } from "@/components/user/group-list-screen";
import { groupListParams } from "@/components/user/user-list-params";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { userGroupListQuery } from "@/lib/queries/user";

export const metadata: Metadata = { title: "User Groups" };

export default async function GroupListPage({ searchParams }: PageProps<"/dashboard/user-management/user-groups">) {
  await guard("user");
  const state = parseListParams(groupListParams, await searchParams);
  return (
    <Prefetched queries={[userGroupListQuery(toApiInput(state))]}>
      <GroupListScreen />
    </Prefetched>
  );
}
