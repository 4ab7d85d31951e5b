"use client";

import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { TabLinks } from "@/components/common/tab-links";
import { KINDS } from "@/components/entry/entry-kinds";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { sliderViewOf } from "./slider-view";

// One at a time is on screen: each is loaded with its view.
const SlideListScreen = lazyPart(() => import("./slide-list-screen"), "SlideListScreen");
const SliderOrder = lazyPart(() => import("./slider-order"), "SliderOrder");

const URL = KINDS.slides.listUrl;
const VIEWS = [
  { label: "Slides", href: URL, view: "list" },
  { label: "Order and preview", href: `${URL}?view=order`, view: "order" },
] as const;

/** Slides of the app's first screen, and the order in which they pass. */
export function SliderScreen() {
  const view = sliderViewOf(useSearchParams().get("view"));
  return (
    <>
      <TabLinks label="Slider views" tabs={VIEWS} current={VIEWS.find(({ view: of }) => of === view)?.href} />
      <Suspense fallback={<Skeleton className="h-96" />}>
        {view === "list" ? <SlideListScreen /> : <SliderOrder />}
      </Suspense>
    </>
  );
}
