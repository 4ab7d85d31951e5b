"use client";

import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { TabLinks } from "@/components/common/tab-links";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { FAQ_URL, faqViewOf } from "./faq-words";

// One at a time is on screen: each is loaded with its view.
const FaqListScreen = lazyPart(() => import("./faq-list-screen"), "FaqListScreen");
const FaqMisses = lazyPart(() => import("./faq-misses"), "FaqMisses");
const FaqOrder = lazyPart(() => import("./faq-order"), "FaqOrder");

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
