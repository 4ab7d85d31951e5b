import type { Metadata } from "next";
import { readDays } from "@/components/overview/overview-params";
import { OverviewScreen } from "@/components/overview/overview-screen";
import { accessOfPage, PrefetchQueries } from "@/components/shell/prefetch-queries";
import { isFullAdministrator } from "@/lib/contract/access";
import { installationQuery } from "@/lib/queries/auth";
import { overviewQuery } from "@/lib/queries/overview";
import { setupQuery } from "@/lib/queries/setup";

export const metadata: Metadata = { title: "Dashboard" };

export default async function OverviewPage({ searchParams }: PageProps<"/dashboard">) {
  const { days } = await searchParams;
  // Ignores errors of this request: the layout redirects when the session has expired.
  const { features } = await accessOfPage().catch(() => ({ features: [] }));
  return (
    <PrefetchQueries
      queries={[
        overviewQuery(readDays(days)),
        ...(isFullAdministrator(features) ? [installationQuery(), setupQuery()] : []),
      ]}
    >
      <OverviewScreen />
    </PrefetchQueries>
  );
}
