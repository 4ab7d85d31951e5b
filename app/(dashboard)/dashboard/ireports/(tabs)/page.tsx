import type { Metadata } from "next";
import {
  ireportOverviewParams,
  ireportStatsInput,
  newestReportsInput,
  parseIreportOverviewDays,
} from "@/components/ireport/ireport-overview-params";
import { IreportOverviewScreen } from "@/components/ireport/ireport-overview-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { parseListParams } from "@/lib/client/list-params";
import { ireportListQuery, ireportStatsQuery } from "@/lib/queries/ireport";

export const metadata: Metadata = { title: "iReports" };

export default async function IreportOverviewPage({ searchParams }: PageProps<"/dashboard/ireports">) {
  await requireAccess("ireport");
  const search = await searchParams;
  const { lga } = parseListParams(ireportOverviewParams, search).filters;
  return (
    <PrefetchQueries
      queries={[
        ireportStatsQuery(ireportStatsInput(parseIreportOverviewDays((name) => search[name]))),
        ireportListQuery(newestReportsInput(lga)),
      ]}
    >
      <IreportOverviewScreen />
    </PrefetchQueries>
  );
}
