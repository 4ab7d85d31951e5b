import type { Metadata } from "next";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { UserListScreen } from "@/components/user/user-list-screen";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { USER_LIST } from "@/lib/contract/user.values";
import { userGroupChoicesQuery, userListQuery } from "@/lib/queries/user";

export const metadata: Metadata = { title: "Users" };

export default async function UserListPage({ searchParams }: PageProps<"/dashboard/user-management/users">) {
  await requireAccess("user");
  const state = await readListState(USER_LIST, await searchParams);
  return (
    <PrefetchQueries queries={[userListQuery(toApiInput(state)), userGroupChoicesQuery()]}>
      <UserListScreen />
    </PrefetchQueries>
  );
}
