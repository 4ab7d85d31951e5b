import type { Metadata } from "next";
import {
  ireportOverviewParams,
  newestInput,
  periodOf,
  readIreportDays,
} from "@/components/ireport/ireport-overview-params";
import { IreportOverviewScreen } from "@/components/ireport/ireport-overview-screen";
import { guard, PrefetchQueries } from "@/components/shell/prefetch-queries";
import { parseListParams } from "@/lib/client/list-params";
import { ireportListQuery, ireportStatsQuery } from "@/lib/queries/ireport";

export const metadata: Metadata = { title: "iReports" };

export default async function IreportOverviewPage({ searchParams }: PageProps<"/dashboard/ireports">) {
  await guard("ireport");
  const asked = await searchParams;
  const { lga } = parseListParams(ireportOverviewParams, asked).filters;
  return (
    <PrefetchQueries
      queries={[
        ireportStatsQuery(periodOf(readIreportDays((name) => asked[name]))),
        ireportListQuery(newestInput(lga)),
      ]}
    >
      <IreportOverviewScreen />
    </PrefetchQueries>
  );
}
