import type { Metadata } from "next";
import { SlideScreen } from "@/components/content/slide-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { contentEntryQuery, publicLanguagesQuery } from "@/lib/queries/content-entries";

export const metadata: Metadata = { title: "Slide" };

export default async function SlidePage({ params }: PageProps<"/dashboard/content-management/slider/[entryId]">) {
  await requireAccess("content");
  const { entryId } = await params;
  return (
    <PrefetchQueries required={contentEntryQuery("slides", entryId)} queries={[publicLanguagesQuery()]}>
      <SlideScreen entryId={entryId} />
    </PrefetchQueries>
  );
}
