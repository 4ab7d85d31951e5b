import type { Metadata } from "next";
import { ArticleScreen } from "@/components/content/article-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { contentEntryQuery, orderedContentEntriesQuery, publicLanguagesQuery } from "@/lib/queries/content-entries";

export const metadata: Metadata = { title: "Article" };

export default async function ArticlePage({ params }: PageProps<"/dashboard/content-management/culture/[entryId]">) {
  await requireAccess("content");
  const { entryId } = await params;
  return (
    <PrefetchQueries
      required={contentEntryQuery("culture", entryId)}
      queries={[publicLanguagesQuery(), orderedContentEntriesQuery("culture")]}
    >
      <ArticleScreen entryId={entryId} />
    </PrefetchQueries>
  );
}
