import type { Metadata } from "next";
import { applicationInput, applicationListParams } from "@/components/grant/application-list-params";
import { ApplicationListScreen } from "@/components/grant/application-list-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { parseListParams } from "@/lib/client/list-params";
import { applicationListQuery } from "@/lib/queries/grant-applications";

export const metadata: Metadata = { title: "Grant applications" };

export default async function ApplicationsPage({ searchParams }: PageProps<"/dashboard/grants/applications">) {
  await guard("grant");
  const input = applicationInput(parseListParams(applicationListParams, await searchParams));
  return (
    <Prefetched queries={[applicationListQuery(input)]}>
      <ApplicationListScreen />
    </Prefetched>
  );
}
