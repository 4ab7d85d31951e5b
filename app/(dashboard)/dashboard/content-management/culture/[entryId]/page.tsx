import type { Metadata } from "next";
import { ArticleScreen } from "@/components/content/article-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { entryLanguagesQuery, entryQuery, orderedEntriesQuery } from "@/lib/queries/entries";

export const metadata: Metadata = { title: "Article" };

export default async function ArticlePage({ params }: PageProps<"/dashboard/content-management/culture/[entryId]">) {
  await requireAccess("content");
  const { entryId } = await params;
  return (
    <PrefetchQueries
      required={entryQuery("culture", entryId)}
      queries={[entryLanguagesQuery(), orderedEntriesQuery("culture")]}
    >
      <ArticleScreen entryId={entryId} />
    </PrefetchQueries>
  );
}
