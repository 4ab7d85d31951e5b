import type { Metadata } from "next";
import { RpStatsScreen } from "@/components/rp/rp-stats-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { rpStatsQuery } from "@/lib/queries/rp";

export const metadata: Metadata = { title: "Roles & Permissions" };

export default async function RpStatsPage() {
  await guard("rp");
  return (
    <Prefetched queries={[rpStatsQuery()]}>
      <RpStatsScreen />
    </Prefetched>
  );
}
