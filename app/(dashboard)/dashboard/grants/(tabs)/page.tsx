import type { Metadata } from "next";
import { GrantOverviewScreen } from "@/components/grant/grant-overview-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { grantOverviewQuery } from "@/lib/queries/grant";

export const metadata: Metadata = { title: "Grants" };

export default async function GrantOverviewPage() {
  await guard("grant");
  return (
    <Prefetched queries={[grantOverviewQuery()]}>
      <GrantOverviewScreen />
    </Prefetched>
  );
}
