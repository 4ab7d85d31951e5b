import type { Metadata } from "next";
import { readDays } from "@/components/overview/overview-params";
import { OverviewScreen } from "@/components/overview/overview-screen";
import { accessOfPage, Prefetched } from "@/components/shell/prefetched";
import { isFull } from "@/lib/contract/access";
import { installationQuery } from "@/lib/queries/auth";
import { overviewQuery } from "@/lib/queries/overview";
import { setupQuery } from "@/lib/queries/setup";

export const metadata: Metadata = { title: "Dashboard" };

export default async function OverviewPage({ searchParams }: PageProps<"/dashboard">) {
  const { days } = await searchParams;
  // The layout answers a session that has ended.
  const { features } = await accessOfPage().catch(() => ({ features: [] }));
  return (
    <Prefetched
      queries={[overviewQuery(readDays(days)), ...(isFull(features) ? [installationQuery(), setupQuery()] : [])]}
    >
      <OverviewScreen />
    </Prefetched>
  );
}
