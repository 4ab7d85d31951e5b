import type { Metadata } from "next";
import { RoleListScreen } from "@/components/rp/role-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { idFilter } from "@/lib/contract/list.values";
import { ROLE_LIST } from "@/lib/contract/rp.values";
import { permissionsQuery, roleListQuery, roleQuery } from "@/lib/queries/rp-set-up";

export const metadata: Metadata = { title: "Roles" };

export default async function RoleListPage({
  searchParams,
}: PageProps<"/dashboard/roles-and-permissions/admin-users/roles">) {
  await requireAccess("rp");
  const search = await searchParams;
  const queries = [roleListQuery(toApiInput(await readListState(ROLE_LIST, search))), permissionsQuery()];
  const { role } = search;
  return (
    <PrefetchQueries queries={typeof role === "string" && idFilter(role) ? [...queries, roleQuery(role)] : queries}>
      <RoleListScreen />
    </PrefetchQueries>
  );
}
