import type { Metadata } from "next";
import { ProgrammeScreen } from "@/components/grant/programme-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { grantGroupsQuery, programmeQuery } from "@/lib/queries/grant";

export const metadata: Metadata = { title: "Programme" };

export default async function ProgrammePage({ params }: PageProps<"/dashboard/grants/programmes/[programmeId]">) {
  await guard("grant");
  const { programmeId } = await params;
  return (
    <Prefetched required={programmeQuery(programmeId)} queries={[grantGroupsQuery()]}>
      <ProgrammeScreen key={programmeId} programmeId={programmeId} />
    </Prefetched>
  );
}
