import type { Metadata } from "next";
import { GrantOverviewScreen } from "@/components/grant/grant-overview-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { grantOverviewQuery } from "@/lib/queries/grant";

export const metadata: Metadata = { title: "Grants" };

export default async function GrantOverviewPage() {
  await requireAccess("grant");
  return (
    <PrefetchQueries queries={[grantOverviewQuery()]}>
      <GrantOverviewScreen />
    </PrefetchQueries>
  );
}
