import type { Metadata } from "next";
import { IreportListScreen } from "@/components/ireport/ireport-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { IREPORT_LIST } from "@/lib/contract/ireport.values";
import {
  ireportAssigneesQuery,
  ireportCategoriesQuery,
  ireportDepartmentsQuery,
  ireportListQuery,
} from "@/lib/queries/ireport";

export const metadata: Metadata = { title: "All reports" };

export default async function IreportListPage({ searchParams }: PageProps<"/dashboard/ireports/all">) {
  await requireAccess("ireport");
  const input = toApiInput(await readListState(IREPORT_LIST, await searchParams));
  return (
    <PrefetchQueries
      queries={[ireportListQuery(input), ireportCategoriesQuery(), ireportDepartmentsQuery(), ireportAssigneesQuery()]}
    >
      <IreportListScreen />
    </PrefetchQueries>
  );
}
