import type { Metadata } from "next";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { userListParams } from "@/components/user/user-list-params";
import { UserListScreen } from "@/components/user/user-list-screen";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { userGroupChoicesQuery, userListQuery } from "@/lib/queries/user";

export const metadata: Metadata = { title: "Users" };

export default async function UserListPage({ searchParams }: PageProps<"/dashboard/user-management/users">) {
  await guard("user");
  const state = parseListParams(userListParams, await searchParams);
  return (
    <Prefetched queries={[userListQuery(toApiInput(state)), userGroupChoicesQuery()]}>
      <UserListScreen />
    </Prefetched>
  );
}
