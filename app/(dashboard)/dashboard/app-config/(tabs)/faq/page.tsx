import type { Metadata } from "next";
import { FaqScreen } from "@/components/app-config/faq-screen";
import { parseFaqView } from "@/components/app-config/faq-words";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { FAILED_FAQ_SEARCH_LIST } from "@/lib/contract/app-config.values";
import { FAQ_QUESTION_LIST } from "@/lib/contract/content-entries.values";
import { failedFaqSearchesQuery } from "@/lib/queries/app-config";
import { contentEntriesQuery, orderedContentEntriesQuery, publicLanguagesQuery } from "@/lib/queries/content-entries";

export const metadata: Metadata = { title: "FAQ" };

export default async function FaqPage({ searchParams }: PageProps<"/dashboard/app-config/faq">) {
  await requireAccess("app-config");
  const search = await searchParams;
  const queries = {
    list: [
      contentEntriesQuery("faq", toApiInput(await readListState(FAQ_QUESTION_LIST, search))),
      publicLanguagesQuery(),
      orderedContentEntriesQuery("faq"),
    ],
    order: [orderedContentEntriesQuery("faq")],
    misses: [failedFaqSearchesQuery(toApiInput(await readListState(FAILED_FAQ_SEARCH_LIST, search)))],
  }[parseFaqView(search.view)];
  return (
    <PrefetchQueries queries={queries}>
      <FaqScreen />
    </PrefetchQueries>
  );
}
