"use client";

import { useEffect, useState } from "react";
import { ServerError } from "@/components/common/form/server-error";
import { PageSkeleton } from "@/components/shell/shell-skeleton";
import { mayBePrefetched } from "@/lib/client/prefetched-pages";

/**
 * Renders inside the dashboard shell, so that the navigation stays usable. Next also keeps a prefetched page that failed. Such a page
 * is reloaded once, as by "Reload Page"; a reload forgets what was prefetched.
 */
export default function DashboardError() {
  const [isReloading] = useState(() => typeof window !== "undefined" && mayBePrefetched());
  useEffect(() => {
    if (isReloading) window.location.reload();
  }, [isReloading]);
  return isReloading ? <PageSkeleton /> : <ServerError />;
}
