"use client";

import { useSearchParams } from "next/navigation";
import { lazy, Suspense } from "react";
import { TabLinks } from "@/components/common/tab-links";
import { KINDS } from "@/components/entry/entry-kinds";
import { Skeleton } from "@/components/ui/skeleton";
import { sliderViewOf } from "./slider-view";

// One at a time is on screen: each is loaded with its view.
const SlideListScreen = lazy(() =>
  import("./slide-list-screen").then((module) => ({ default: module.SlideListScreen })),
);
const SliderOrder = lazy(() => import("./slider-order").then((module) => ({ default: module.SliderOrder })));

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
