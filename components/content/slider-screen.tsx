"use client";

import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { TabLinks } from "@/components/common/tab-links";
import { CONTENT_ENTRY_KIND_INFO } from "@/components/content-entry/content-entry-kinds";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import { parseSliderView } from "./slider-view";

// Loads the code of each view on demand, because the page shows only one view at a time.
const SlideListScreen = lazyWithPreload(() => import("./slide-list-screen"), "SlideListScreen");
const SliderOrderEditor = lazyWithPreload(() => import("./slider-order"), "SliderOrderEditor");

const LIST_URL = CONTENT_ENTRY_KIND_INFO.slides.listUrl;
const TABS = [
  { label: "Slides", href: LIST_URL, view: "list" },
  { label: "Order and preview", href: `${LIST_URL}?view=order`, view: "order" },
] as const;

/** Renders the list of the app's home screen slides, or their order with a preview. */
export function SliderScreen() {
  const view = parseSliderView(useSearchParams().get("view"));
  return (
    <>
      <TabLinks label="Slider views" tabs={TABS} current={TABS.find(({ view: tabView }) => tabView === view)?.href} />
      <Suspense fallback={<Skeleton className="h-96" />}>
        {view === "list" ? <SlideListScreen /> : <SliderOrderEditor />}
      </Suspense>
    </>
  );
}
