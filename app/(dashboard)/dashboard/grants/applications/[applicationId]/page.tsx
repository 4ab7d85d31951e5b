import type { Metadata } from "next";
import { applicationInput, applicationListParams } from "@/components/grant/application-list-params";
import { ApplicationScreen } from "@/components/grant/application-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { parseListParams } from "@/lib/client/list-params";
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
  const list = applicationInput(parseListParams(applicationListParams, await searchParams));
  return (
    <Prefetched
      required={applicationQuery(applicationId)}
      queries={[reviewsQuery(applicationId), duplicatesQuery(applicationId), applicationListQuery(list)]}
    >
      <ApplicationScreen applicationId={applicationId} />
    </Prefetched>
  );
}
