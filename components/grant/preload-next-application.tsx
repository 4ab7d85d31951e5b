"use client";

import { useIsFetching, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { applicationQuery, duplicatesQuery, reviewsQuery } from "@/lib/queries/grant-applications";

const PRELOAD_DELAY_MS = 500;
/** Copies a Next.js enum that is not exported. */
type PrefetchOptions = NonNullable<Parameters<ReturnType<typeof useRouter>["prefetch"]>[1]>;

/** Preloads the application that "Next" opens, without documents, because the API logs every fetch as a view. */
export function PreloadNextApplication({ applicationId, href }: { applicationId: string; href: string }) {
  const [isIdle, setIsIdle] = useState(false);
  const loading = useIsFetching({ queryKey: ["Grant-document"] }) > 0;
  useEffect(() => {
    if (isIdle || loading) return;
    const timer = setTimeout(() => setIsIdle(true), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isIdle, loading]);
  const { data } = useQuery({ ...applicationQuery(applicationId), enabled: isIdle });
  useQuery({ ...reviewsQuery(applicationId), enabled: isIdle });
  useQuery({ ...duplicatesQuery(applicationId), enabled: isIdle });
  const router = useRouter();
  const isLoaded = data !== undefined;
  useEffect(() => {
    // Prefetches the full page; by default Next.js prefetches only the loading frame.
    if (isLoaded) router.prefetch(href, { kind: "full" as PrefetchOptions["kind"] });
  }, [isLoaded, href, router]);
  return null;
}
