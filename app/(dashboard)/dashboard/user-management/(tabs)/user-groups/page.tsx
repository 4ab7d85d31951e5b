import type { Metadata } from "next";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { GroupListScreen } from "@/components/user/group-list-screen";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { USER_GROUP_LIST } from "@/lib/contract/user.values";
import { userGroupListQuery } from "@/lib/queries/user";

export const metadata: Metadata = { title: "User Groups" };

export default async function GroupListPage({ searchParams }: PageProps<"/dashboard/user-management/user-groups">) {
  await requireAccess("user");
  const state = await readListState(USER_GROUP_LIST, await searchParams);
  return (
    <PrefetchQueries queries={[userGroupListQuery(toApiInput(state))]}>
      <GroupListScreen />
    </PrefetchQueries>
  );
}
