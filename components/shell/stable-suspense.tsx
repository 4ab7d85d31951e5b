"use client";

import { type ReactNode, Suspense, useState } from "react";

type StableSuspenseProps = {
  /** Fallback of a page that was streamed; undefined if the content was ready. */
  fallback?: ReactNode;
  children: ReactNode;
};

/**
 * Keeps the Suspense boundary, or its absence, of a page's first render. If a later response, such as for another tab,
 * added or removed it, React would remount the page and lose typed text.
 */
export function StableSuspense({ fallback, children }: StableSuspenseProps) {
  const [initialFallback] = useState(fallback);
  return initialFallback ? <Suspense fallback={initialFallback}>{children}</Suspense> : children;
}
