"use client";

import { type ReactNode, Suspense, useState } from "react";

type StableSuspenseProps = {
  /** Placeholder of a page that opened late; undefined if the content was ready. */
  fallback?: ReactNode;
  children: ReactNode;
};

/**
 * Keeps the Suspense boundary, or its absence, of a page's first render. A later response, such as for the page's next tab, must
 * not add or remove it. React would remount the page, and typed text would be lost.
 */
export function StableSuspense({ fallback, children }: StableSuspenseProps) {
  const [initialFallback] = useState(fallback);
  return initialFallback ? <Suspense fallback={initialFallback}>{children}</Suspense> : children;
}
