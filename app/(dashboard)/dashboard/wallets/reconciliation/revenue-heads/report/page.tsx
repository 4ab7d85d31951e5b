import type { Metadata } from "next";
import { parseRevenueReportParams } from "@/components/revenue-heads/report-params";
import { RevenueReportScreen } from "@/components/revenue-heads/report-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { revenueReportQuery } from "@/lib/queries/revenue-heads";

export const metadata: Metadata = { title: "Taxes and levies" };

export default async function RevenueReportPage({
  searchParams,
}: PageProps<"/dashboard/wallets/reconciliation/revenue-heads/report">) {
  await requireAccess("system-wallet");
  const search = await searchParams;
  return (
    <PrefetchQueries queries={[revenueReportQuery(parseRevenueReportParams((name) => search[name]))]}>
      <RevenueReportScreen />
    </PrefetchQueries>
  );
}
