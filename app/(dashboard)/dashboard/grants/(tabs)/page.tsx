import type { Metadata } from "next";
import { GrantOverviewScreen } from "@/components/grant/grant-overview-screen";
import { guard, PrefetchQueries } from "@/components/shell/prefetch-queries";
import { grantOverviewQuery } from "@/lib/queries/grant";

export const metadata: Metadata = { title: "Grants" };

export default async function GrantOverviewPage() {
  await guard("grant");
  return (
    <PrefetchQueries queries={[grantOverviewQuery()]}>
      <GrantOverviewScreen />
    </PrefetchQueries>
  );
}
