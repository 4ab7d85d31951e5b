import type { Metadata } from "next";
import { readDays } from "@/components/overview/overview-params";
import { OverviewScreen } from "@/components/overview/overview-screen";
import { Prefetched } from "@/components/shell/prefetched";
import { overviewQuery } from "@/lib/queries/overview";

export const metadata: Metadata = { title: "Dashboard" };

export default async function OverviewPage({ searchParams }: PageProps<"/dashboard">) {
  const { days } = await searchParams;
  return (
    <Prefetched queries={[overviewQuery(readDays(days))]}>
      <OverviewScreen />
    </Prefetched>
  );
}
