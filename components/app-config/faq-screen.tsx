"use client";

import { useSearchParams } from "next/navigation";
import { lazy, Suspense } from "react";
import { TabLinks } from "@/components/common/tab-links";
import { Skeleton } from "@/components/ui/skeleton";
import { FAQ_URL, faqViewOf } from "./faq-words";

// One at a time is on screen: each is loaded with its view.
const FaqListScreen = lazy(() => import("./faq-list-screen").then((module) => ({ default: module.FaqListScreen })));
const FaqMisses = lazy(() => import("./faq-misses").then((module) => ({ default: module.FaqMisses })));
const FaqOrder = lazy(() => import("./faq-order").then((module) => ({ default: module.FaqOrder })));

const VIEWS = [
  { label: "Questions", href: FAQ_URL, view: "list" },
  { label: "Order", href: `${FAQ_URL}?view=order`, view: "order" },
  { label: "Searches without a hit", href: `${FAQ_URL}?view=misses`, view: "misses" },
] as const;

/** Questions and answers of the app, their order, and searches without a hit. */
export function FaqScreen() {
  const view = faqViewOf(useSearchParams().get("view"));
  return (
    <>
      <TabLinks label="FAQ views" tabs={VIEWS} current={VIEWS.find(({ view: of }) => of === view)?.href} />
      <Suspense fallback={<Skeleton className="h-96" />}>
        {view === "list" && <FaqListScreen />}
        {view === "order" && <FaqOrder />}
        {view === "misses" && <FaqMisses />}
      </Suspense>
    </>
  );
}
