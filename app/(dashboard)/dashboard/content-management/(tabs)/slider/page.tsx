import type { Metadata } from "next";
import { slideListParams, sliderViewOf } from "@/components/content/slide-list-params";
import { SliderScreen } from "@/components/content/slider-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { liveSlidesQuery } from "@/lib/queries/content";
import { entriesQuery, entryLanguagesQuery, orderedEntriesQuery } from "@/lib/queries/entries";

export const metadata: Metadata = { title: "Slider" };

export default async function SliderPage({ searchParams }: PageProps<"/dashboard/content-management/slider">) {
  await guard("content");
  const search = await searchParams;
  const queries =
    sliderViewOf(search.view) === "order"
      ? [orderedEntriesQuery("slides"), liveSlidesQuery()]
      : [entriesQuery("slides", toApiInput(parseListParams(slideListParams, search))), entryLanguagesQuery()];
  return (
    <Prefetched queries={queries}>
      <SliderScreen />
    </Prefetched>
  );
}
