"use client";

import { useLayoutEffect, useState } from "react";
import { ServerError } from "@/components/common/form/server-error";
import { PageSkeleton } from "@/components/shell/shell-skeleton";
import { mayBePrefetched } from "@/lib/client/prefetched-pages";

/**
 * Renders inside the dashboard shell, so that the navigation stays usable. Next also keeps a prefetched page that failed. Such a page
 * is reloaded once, as by "Reload Page"; a reload forgets what was prefetched.
 */
export default function DashboardError() {
  const [isReloading, setIsReloading] = useState(false);
  // Before the first paint, but not while rendering: then the address is still that of the old page.
  useLayoutEffect(() => {
    if (!mayBePrefetched()) return;
    setIsReloading(true);
    window.location.reload();
  }, []);
  return isReloading ? <PageSkeleton /> : <ServerError />;
}
