"use client";

import { useLayoutEffect, useState } from "react";
import { ServerError } from "@/components/common/form/server-error";
import { PageSkeleton } from "@/components/shell/shell-skeleton";
import { mayBeFailedPrefetch } from "@/lib/client/prefetched-pages";

/**
 * Renders inside the dashboard shell, so that the navigation stays usable. Next.js also keeps a prefetched page that failed. If such
 * a page is opened, it is reloaded once, as by "Reload Page". A page that was on screen before its error is never reloaded.
 */
export default function DashboardError() {
  const [isReloading, setIsReloading] = useState(false);
  // Before the first paint and PageArea's effect, but not while rendering: then the address is still that of the old page.
  useLayoutEffect(() => {
    if (!mayBeFailedPrefetch()) return;
    setIsReloading(true);
    window.location.reload();
  }, []);
  return isReloading ? <PageSkeleton /> : <ServerError />;
}
