import type { Metadata } from "next";
import { ApplicationScreen } from "@/components/grant/application-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { APPLICATION_LIST } from "@/lib/contract/grant.values";
import {
  applicationListQuery,
  applicationQuery,
  duplicatesQuery,
  reviewsQuery,
} from "@/lib/queries/grant-applications";

export const metadata: Metadata = { title: "Grant application" };

type Props = PageProps<"/dashboard/grants/applications/[applicationId]">;

export default async function ApplicationPage({ params, searchParams }: Props) {
  await guard("grant");
  const { applicationId } = await params;
  // The list that it was opened from, which "Next" goes on with.
  const list = toApiInput(parseListParams(APPLICATION_LIST, await searchParams));
  return (
    <Prefetched
      required={applicationQuery(applicationId)}
      queries={[reviewsQuery(applicationId), duplicatesQuery(applicationId), applicationListQuery(list)]}
    >
      <ApplicationScreen applicationId={applicationId} />
    </Prefetched>
  );
}
