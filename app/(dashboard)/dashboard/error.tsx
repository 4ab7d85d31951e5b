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
  // Checks in a layout effect: while rendering, the URL is still that of the previous page. Later, an effect of PageArea clears the
  // recorded prefetch of this page.
  useLayoutEffect(() => {
    if (!mayErrorComeFromPrefetch()) return;
    setIsReloading(true);
    window.location.reload();
  }, []);
  return isReloading ? <PageSkeleton /> : <RouteErrorPage digest={error.digest} />;
}
