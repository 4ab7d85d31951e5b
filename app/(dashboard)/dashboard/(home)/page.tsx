import type { Metadata } from "next";
import { parseHomePeriod } from "@/components/overview/overview-params";
import { HomeScreen } from "@/components/overview/overview-screen";
import { fetchAccessRightsOnce, PrefetchQueries } from "@/components/shell/prefetch-queries";
import { isFullAdministrator } from "@/lib/contract/access";
import { installationQuery } from "@/lib/queries/auth";
import {
  changesSinceLastVisitQuery,
  homeFiguresQuery,
  homeLayoutQuery,
  homeWaitingWorkQuery,
} from "@/lib/queries/overview";
import { setupChecklistQuery } from "@/lib/queries/setup";

export const metadata: Metadata = { title: "Dashboard" };

export default async function OverviewPage({ searchParams }: PageProps<"/dashboard">) {
  const search = await searchParams;
  // Continues without rights if they can't be loaded: if the session has expired, the layout redirects to sign-in.
  const { features } = await fetchAccessRightsOnce().catch(() => ({ features: [] }));
  return (
    <PrefetchQueries
      queries={[
        homeLayoutQuery(),
        homeWaitingWorkQuery(),
        changesSinceLastVisitQuery(),
        homeFiguresQuery(parseHomePeriod((name) => search[name])),
        ...(isFullAdministrator(features) ? [installationQuery(), setupChecklistQuery()] : []),
      ]}
    >
      <HomeScreen />
    </PrefetchQueries>
  );
}
