"use client";

import { useLayoutEffect, useState } from "react";
import { RouteErrorPage } from "@/components/shell/app-root";
import { PageSkeleton } from "@/components/shell/shell-skeleton";
import { mayErrorComeFromPrefetch } from "@/lib/client/prefetched-pages";

/**
 * Renders errors inside the dashboard shell, so that the navigation stays usable. Reloads a page once if its error may come from a failed
 * prefetch, because Next.js caches such failed pages. Never reloads a page that was on screen before its error.
 */
export default function DashboardError({ error }: { error: { digest?: string } }) {
  const [isReloading, setIsReloading] = useState(false);
  // Decides about the reload in a layout effect: during rendering, the URL is still the previous page's. Ordinary effects run too late,
  // because PageArea's effect clears the record of this page's prefetch.
  useLayoutEffect(() => {
    if (!mayErrorComeFromPrefetch()) return;
    setIsReloading(true);
    window.location.reload();
  }, []);
  return isReloading ? <PageSkeleton /> : <RouteErrorPage digest={error.digest} />;
}
