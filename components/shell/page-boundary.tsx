"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import { type ReactNode, Suspense, useState } from "react";
import { PageSkeleton } from "./shell-skeleton";

/**
 * Shows the skeleton at once when a link leads to another area. A document has no boundary around its page (in-time.tsx
 * says why), so there is one only from the first such link on.
 */
export function PageBoundary({ children }: { children: ReactNode }) {
  const area = useSelectedLayoutSegment();
  const [first] = useState(area);
  const [hasLeft, setHasLeft] = useState(false);
  if (!hasLeft && area !== first) setHasLeft(true);
  if (!hasLeft) return children;
  return (
    <Suspense key={area} fallback={<PageSkeleton />}>
      {children}
    </Suspense>
  );
}
