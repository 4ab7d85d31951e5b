import type { Metadata } from "next";
import { SliderScreen } from "@/components/content/slider-screen";
import { parseSliderView } from "@/components/content/slider-view";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { SLIDE_LIST } from "@/lib/contract/content-entries.values";
import { liveSlidesQuery } from "@/lib/queries/content";
import { contentEntriesQuery, orderedContentEntriesQuery, publicLanguagesQuery } from "@/lib/queries/content-entries";

export const metadata: Metadata = { title: "Slider" };

export default async function SliderPage({ searchParams }: PageProps<"/dashboard/content-management/slider">) {
  await requireAccess("content");
  const search = await searchParams;
  const queries =
    parseSliderView(search.view) === "order"
      ? [orderedContentEntriesQuery("slides"), liveSlidesQuery()]
      : [contentEntriesQuery("slides", toApiInput(await readListState(SLIDE_LIST, search))), publicLanguagesQuery()];
  return (
    <PrefetchQueries queries={queries}>
      <SliderScreen />
    </PrefetchQueries>
  );
}
