"use client";

import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { TabLinks } from "@/components/common/tab-links";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import { FAQ_URL, parseFaqView } from "./faq-words";

// Loads the code of each view on demand, because the page shows only one view at a time.
const FaqListScreen = lazyWithPreload(() => import("./faq-list-screen"), "FaqListScreen");
const FaqSearchesWithoutResult = lazyWithPreload(() => import("./faq-misses"), "FaqSearchesWithoutResult");
const FaqOrderEditor = lazyWithPreload(() => import("./faq-order"), "FaqOrderEditor");

const TABS = [
  { label: "Questions", href: FAQ_URL, view: "list" },
  { label: "Order", href: `${FAQ_URL}?view=order`, view: "order" },
  { label: "Searches without a result", href: `${FAQ_URL}?view=misses`, view: "misses" },
] as const;

/** Renders one view of the FAQ: the questions, their order, or the searches without a result. */
export function FaqScreen() {
  const view = parseFaqView(useSearchParams().get("view"));
  return (
    <>
      <TabLinks label="FAQ views" tabs={TABS} current={TABS.find(({ view: tabView }) => tabView === view)?.href} />
      <Suspense fallback={<Skeleton className="h-96" />}>
        {view === "list" && <FaqListScreen />}
        {view === "order" && <FaqOrderEditor />}
        {view === "misses" && <FaqSearchesWithoutResult />}
      </Suspense>
    </>
  );
}
