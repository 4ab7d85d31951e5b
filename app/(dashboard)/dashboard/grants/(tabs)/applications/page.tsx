import type { Metadata } from "next";
import { ApplicationListScreen } from "@/components/grant/application-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { APPLICATION_LIST } from "@/lib/contract/grant.values";
import { applicationListQuery } from "@/lib/queries/grant-applications";

export const metadata: Metadata = { title: "Grant applications" };

export default async function ApplicationsPage({ searchParams }: PageProps<"/dashboard/grants/applications">) {
  await requireAccess("grant");
  const input = toApiInput(await readListState(APPLICATION_LIST, await searchParams));
  return (
    <PrefetchQueries queries={[applicationListQuery(input)]}>
      <ApplicationListScreen />
    </PrefetchQueries>
  );
}
