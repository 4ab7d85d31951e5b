import type { Metadata } from "next";
import { ProgrammeScreen } from "@/components/grant/programme-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { grantGroupsQuery, programmeQuery } from "@/lib/queries/grant";

export const metadata: Metadata = { title: "Programme" };

export default async function ProgrammePage({ params }: PageProps<"/dashboard/grants/programmes/[programmeId]">) {
  await requireAccess("grant");
  const { programmeId } = await params;
  return (
    <PrefetchQueries required={programmeQuery(programmeId)} queries={[grantGroupsQuery()]}>
      <ProgrammeScreen key={programmeId} programmeId={programmeId} />
    </PrefetchQueries>
  );
}
