import type { Metadata } from "next";
import { PageHeader } from "@/components/common/page-header";
import { CultureListScreen } from "@/components/content/culture-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { ARTICLE_LIST } from "@/lib/contract/content-entries.values";
import { contentEntriesQuery, publicLanguagesQuery } from "@/lib/queries/content-entries";

export const metadata: Metadata = { title: "Culture" };

/** List of culture articles: a separate page, not a tab (specification section 2). */
export default async function CulturePage({ searchParams }: PageProps<"/dashboard/content-management/culture">) {
  await requireAccess("content");
  const input = toApiInput(await readListState(ARTICLE_LIST, await searchParams));
  return (
    <>
      <PageHeader title="Culture" />
      <PrefetchQueries queries={[contentEntriesQuery("culture", input), publicLanguagesQuery()]}>
        <CultureListScreen />
      </PrefetchQueries>
    </>
  );
}
