import type { Metadata } from "next";
import { ApplicationScreen } from "@/components/grant/application-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { APPLICATION_LIST } from "@/lib/contract/grant.values";
import {
  applicationDuplicatesQuery,
  applicationListQuery,
  applicationQuery,
  grantReviewsQuery,
} from "@/lib/queries/grant-applications";

export const metadata: Metadata = { title: "Grant application" };

type Props = PageProps<"/dashboard/grants/applications/[applicationId]">;

export default async function ApplicationPage({ params, searchParams }: Props) {
  await requireAccess("grant");
  const { applicationId } = await params;
  // Filters of the list that this page was opened from. The "Next" button opens that list's next row.
  const list = toApiInput(parseListParams(APPLICATION_LIST, await searchParams));
  return (
    <PrefetchQueries
      required={applicationQuery(applicationId)}
      queries={[
        grantReviewsQuery(applicationId),
        applicationDuplicatesQuery(applicationId),
        applicationListQuery(list),
      ]}
    >
      <ApplicationScreen applicationId={applicationId} />
    </PrefetchQueries>
  );
}
