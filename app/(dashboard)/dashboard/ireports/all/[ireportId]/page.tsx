import type { Metadata } from "next";
import { IreportScreen } from "@/components/ireport/ireport-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { ireportSimilarQuery, ireportSingleQuery } from "@/lib/queries/ireport";

export const metadata: Metadata = { title: "Report" };

export default async function IreportPage({ params }: PageProps<"/dashboard/ireports/all/[ireportId]">) {
  await guard("ireport");
  const { ireportId } = await params;
  return (
    <Prefetched required={ireportSingleQuery(ireportId)} queries={[ireportSimilarQuery(ireportId)]}>
      <IreportScreen ireportId={ireportId} />
    </Prefetched>
  );
}
