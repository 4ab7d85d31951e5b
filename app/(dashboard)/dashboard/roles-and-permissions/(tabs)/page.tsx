import type { Metadata } from "next";
import { RightsStatsScreen } from "@/components/rp/rp-stats-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { adminAndRoleStatsQuery } from "@/lib/queries/rp-set-up";

export const metadata: Metadata = { title: "Roles & Permissions" };

export default async function RpStatsPage() {
  await requireAccess("rp");
  return (
    <PrefetchQueries queries={[adminAndRoleStatsQuery()]}>
      <RightsStatsScreen />
    </PrefetchQueries>
  );
}
