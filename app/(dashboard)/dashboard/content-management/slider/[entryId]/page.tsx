import type { Metadata } from "next";
import { SlideScreen } from "@/components/content/slide-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { entryLanguagesQuery, entryQuery } from "@/lib/queries/entries";

export const metadata: Metadata = { title: "Slide" };

export default async function SlidePage({ params }: PageProps<"/dashboard/content-management/slider/[entryId]">) {
  await requireAccess("content");
  const { entryId } = await params;
  return (
    <PrefetchQueries required={entryQuery("slides", entryId)} queries={[entryLanguagesQuery()]}>
      <SlideScreen entryId={entryId} />
    </PrefetchQueries>
  );
}
