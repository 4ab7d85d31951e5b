"use client";

import { type ReactNode, Suspense, useState } from "react";
import { useIsFirstRenderedInBrowser } from "@/lib/client/use-in-browser";

type StableSuspenseProps = {
  /** Fallback of a page that was streamed; undefined if the content was ready. */
  fallback?: ReactNode;
  children: ReactNode;
};

/**
 * Keeps the Suspense boundary, or its absence, of a page's first render. A later response, such as for the page's next tab, must
 * not add or remove it. React would remount the page, and typed text would be lost. Only a loaded document has a boundary: after a
 * navigation in the browser, the old page stays until the content is ready (page-area.tsx).
 */
export function StableSuspense({ fallback, children }: StableSuspenseProps) {
  const isNavigation = useIsFirstRenderedInBrowser();
  const [initialFallback] = useState(isNavigation ? undefined : fallback);
  return initialFallback ? <Suspense fallback={initialFallback}>{children}</Suspense> : children;
}
