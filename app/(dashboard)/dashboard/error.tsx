"use client";

import { useLayoutEffect, useState } from "react";
import { RouteErrorPage } from "@/components/shell/app-root";
import { PageSkeleton } from "@/components/shell/shell-skeleton";
import { mayBeFailedPrefetch } from "@/lib/client/prefetched-pages";

/**
 * Renders inside the dashboard shell, so that the navigation stays usable. Next.js keeps prefetched pages even if they failed. When such a
 * page is opened, it reloads once, as after a click on "Reload Page". A page that was on screen before its error is never reloaded.
 */
export default function DashboardError({ error }: { error: { digest?: string } }) {
  const [isReloading, setIsReloading] = useState(false);
  // Runs before the first paint and PageArea's effect. While rendering, the address would still be that of the old page.
  useLayoutEffect(() => {
    if (!mayBeFailedPrefetch()) return;
    setIsReloading(true);
    window.location.reload();
  }, []);
  return isReloading ? <PageSkeleton /> : <RouteErrorPage digest={error.digest} />;
}
