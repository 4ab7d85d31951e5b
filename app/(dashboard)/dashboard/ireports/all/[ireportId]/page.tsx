import type { Metadata } from "next";
import { IreportScreen } from "@/components/ireport/ireport-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { ireportQuery } from "@/lib/queries/ireport";
import { similarIreportsQuery } from "@/lib/queries/ireport-record";

export const metadata: Metadata = { title: "Report" };

export default async function IreportPage({ params }: PageProps<"/dashboard/ireports/all/[ireportId]">) {
  await requireAccess("ireport");
  const { ireportId } = await params;
  return (
    <PrefetchQueries required={ireportQuery(ireportId)} queries={[similarIreportsQuery(ireportId)]}>
      <IreportScreen ireportId={ireportId} />
    </PrefetchQueries>
  );
}
