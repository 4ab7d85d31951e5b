import type { Metadata } from "next";
import { parseIreportSetupView } from "@/components/ireport/ireport-categories-params";
import { IreportCategoriesScreen } from "@/components/ireport/ireport-categories-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { ireportAssigneesQuery, ireportCategoriesQuery, ireportDepartmentsQuery } from "@/lib/queries/ireport";
import { ireportTemplatesQuery } from "@/lib/queries/ireport-record";

export const metadata: Metadata = { title: "Report categories" };

export default async function IreportCategoriesPage({ searchParams }: PageProps<"/dashboard/ireports/categories">) {
  await requireAccess("ireport");
  const { view } = await searchParams;
  const queries = {
    categories: [ireportCategoriesQuery(), ireportDepartmentsQuery()],
    departments: [ireportDepartmentsQuery(), ireportAssigneesQuery()],
    templates: [ireportTemplatesQuery(), ireportCategoriesQuery()],
  }[parseIreportSetupView(view)];
  return (
    <PrefetchQueries queries={queries}>
      <IreportCategoriesScreen />
    </PrefetchQueries>
  );
}
