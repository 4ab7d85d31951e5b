import type { Metadata } from "next";
import { FaqQuestionScreen } from "@/components/app-config/faq-question-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { contentEntryQuery, orderedContentEntriesQuery, publicLanguagesQuery } from "@/lib/queries/content-entries";

export const metadata: Metadata = { title: "Question" };

export default async function FaqQuestionPage({ params }: PageProps<"/dashboard/app-config/faq/[entryId]">) {
  await requireAccess("app-config");
  const { entryId } = await params;
  return (
    <PrefetchQueries
      required={contentEntryQuery("faq", entryId)}
      queries={[publicLanguagesQuery(), orderedContentEntriesQuery("faq")]}
    >
      <FaqQuestionScreen entryId={entryId} />
    </PrefetchQueries>
  );
}
