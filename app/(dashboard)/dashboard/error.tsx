"use client";

import { useRouter } from "next/navigation";
import { startTransition, useEffect, useState } from "react";
import { ServerError } from "@/components/common/form/server-error";
import { PageSkeleton } from "@/components/shell/shell-skeleton";
import { forgetPrefetch, mayBePrefetched } from "@/lib/client/prefetched-pages";

/**
 * Renders inside the dashboard shell, so that the navigation stays usable. Next also keeps a prefetched page that failed, so the
 * page is requested again once.
 */
export default function DashboardError({ reset }: { reset: () => void }) {
  const router = useRouter();
  const [isRetrying] = useState(() => typeof window !== "undefined" && mayBePrefetched());
  useEffect(() => {
    if (!isRetrying) return;
    forgetPrefetch();
    startTransition(() => {
      router.refresh();
      reset();
    });
  }, [isRetrying, router, reset]);
  return isRetrying ? <PageSkeleton /> : <ServerError />;
}
