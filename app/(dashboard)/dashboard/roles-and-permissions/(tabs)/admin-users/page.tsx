import type { Metadata } from "next";
import { AdminListScreen } from "@/components/rp/admin-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { ADMIN_LIST } from "@/lib/contract/rp.values";
import { adminListQuery, adminQuery, roleChoicesQuery } from "@/lib/queries/rp-set-up";

export const metadata: Metadata = { title: "All Admin Users" };

export default async function AdminListPage({
  searchParams,
}: PageProps<"/dashboard/roles-and-permissions/admin-users">) {
  await requireAccess("rp");
  const search = await searchParams;
  const queries = [adminListQuery(toApiInput(await readListState(ADMIN_LIST, search))), roleChoicesQuery()];
  const { admin } = search;
  return (
    <PrefetchQueries queries={typeof admin === "string" ? [...queries, adminQuery(admin)] : queries}>
      <AdminListScreen />
    </PrefetchQueries>
  );
}
