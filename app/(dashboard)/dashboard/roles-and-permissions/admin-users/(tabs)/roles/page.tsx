import type { Metadata } from "next";
import { roleListParams } from "@/components/rp/role-list-params";
import { RoleListScreen } from "@/components/rp/role-list-screen";
import { guard, Prefetched } from "@/components/shell/page";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { roleListQuery } from "@/lib/queries/rp";

export const metadata: Metadata = { title: "Roles" };

export default async function RoleListPage({
  searchParams,
}: PageProps<"/dashboard/roles-and-permissions/admin-users/roles">) {
  await guard("rp");
  const state = parseListParams(roleListParams, await searchParams);
  return (
    <Prefetched queries={[roleListQuery(toApiInput(state))]}>
      <RoleListScreen />
    </Prefetched>
  );
}
