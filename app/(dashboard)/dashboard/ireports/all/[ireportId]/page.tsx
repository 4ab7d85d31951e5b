import type { Metadata } from "next";
import { IreportScreen } from "@/components/ireport/ireport-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { ireportSingleQuery } from "@/lib/queries/ireport";
import { ireportSimilarQuery } from "@/lib/queries/ireport-record";

export const metadata: Metadata = { title: "Report" };

export default async function IreportPage({ params }: PageProps<"/dashboard/ireports/all/[ireportId]">) {
  await requireAccess("ireport");
  const { ireportId } = await params;
  return (
    <PrefetchQueries required={ireportSingleQuery(ireportId)} queries={[ireportSimilarQuery(ireportId)]}>
      <IreportScreen ireportId={ireportId} />
    </PrefetchQueries>
  );
}
