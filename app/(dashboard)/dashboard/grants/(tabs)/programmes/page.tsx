import type { Metadata } from "next";
import { ProgrammeListScreen } from "@/components/grant/programme-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { PROGRAMME_LIST } from "@/lib/contract/grant.values";
import { programmesQuery } from "@/lib/queries/grant";

export const metadata: Metadata = { title: "Grant programmes" };

export default async function ProgrammeListPage({ searchParams }: PageProps<"/dashboard/grants/programmes">) {
  await requireAccess("grant");
  const input = toApiInput(await readListState(PROGRAMME_LIST, await searchParams));
  return (
    <PrefetchQueries queries={[programmesQuery(input)]}>
      <ProgrammeListScreen />
    </PrefetchQueries>
  );
}
