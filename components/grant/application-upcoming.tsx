"use client";

import { useIsFetching, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { applicationQuery, duplicatesQuery, reviewsQuery } from "@/lib/queries/grant-applications";

const QUIET_MS = 500;
/** Next.js has an enum for this, but does not export it. */
type Prefetch = NonNullable<Parameters<ReturnType<typeof useRouter>["prefetch"]>[1]>;

/**
 * Preloads page and data of the application that "Next" opens, once the current one is loaded. Leaves out documents, because
 * every fetch is logged as a view.
 */
export function ApplicationUpcoming({ applicationId, href }: { applicationId: string; href: string }) {
  const [quiet, setQuiet] = useState(false);
  const loading = useIsFetching({ queryKey: ["Grant-document"] }) > 0;
  useEffect(() => {
    if (quiet || loading) return;
    const timer = setTimeout(() => setQuiet(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [quiet, loading]);
  const { data } = useQuery({ ...applicationQuery(applicationId), enabled: quiet });
  useQuery({ ...reviewsQuery(applicationId), enabled: quiet });
  useQuery({ ...duplicatesQuery(applicationId), enabled: quiet });
  const router = useRouter();
  const isThere = data !== undefined;
  useEffect(() => {
    // Prefetches the full page; the default is only its frame.
    if (isThere) router.prefetch(href, { kind: "full" as Prefetch["kind"] });
  }, [isThere, href, router]);
  return null;
}
