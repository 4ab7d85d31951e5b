"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import { type ReactNode, Suspense, useState } from "react";
import { PageSkeleton } from "./shell-skeleton";

/**
 * Shows the skeleton immediately when a link leads to another area. A page load has no Suspense boundary (see render-or-stream.tsx), so
 * one is added with the first such navigation.
 */
export function PageBoundary({ children }: { children: ReactNode }) {
  const segment = useSelectedLayoutSegment();
  const [first] = useState(segment);
  const [hasLeft, setHasLeft] = useState(false);
  if (!hasLeft && segment !== first) setHasLeft(true);
  if (!hasLeft) return children;
  return (
    <Suspense key={segment} fallback={<PageSkeleton />}>
      {children}
    </Suspense>
  );
}
