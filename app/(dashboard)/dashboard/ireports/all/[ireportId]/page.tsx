import type { Metadata } from "next";
import { IreportScreen } from "@/components/ireport/ireport-screen";
import { guard, PrefetchQueries } from "@/components/shell/prefetch-queries";
import { ireportSimilarQuery, ireportSingleQuery } from "@/lib/queries/ireport";

export const metadata: Metadata = { title: "Report" };

export default async function IreportPage({ params }: PageProps<"/dashboard/ireports/all/[ireportId]">) {
  await guard("ireport");
  const { ireportId } = await params;
  return (
    <PrefetchQueries required={ireportSingleQuery(ireportId)} queries={[ireportSimilarQuery(ireportId)]}>
      <IreportScreen ireportId={ireportId} />
    </PrefetchQueries>
  );
}
