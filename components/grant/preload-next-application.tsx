"use client";

import { useIsFetching, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { prefetchPage } from "@/lib/client/prefetched-pages";
import { applicationDuplicatesQuery, applicationQuery, grantReviewsQuery } from "@/lib/queries/grant-applications";

const PRELOAD_DELAY_MS = 500;

/** Preloads the application that "Next" opens, without its documents, because the API logs every fetch as a view. */
export function PreloadNextApplication({ applicationId, href }: { applicationId: string; href: string }) {
  const [isUserIdle, setIsIdle] = useState(false);
  const loading = useIsFetching({ queryKey: ["Grant-document"] }) > 0;
  useEffect(() => {
    if (isUserIdle || loading) return;
    const timer = setTimeout(() => setIsIdle(true), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isUserIdle, loading]);
  const { data } = useQuery({ ...applicationQuery(applicationId), enabled: isUserIdle });
  useQuery({ ...grantReviewsQuery(applicationId), enabled: isUserIdle });
  useQuery({ ...applicationDuplicatesQuery(applicationId), enabled: isUserIdle });
  const router = useRouter();
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) prefetchPage(router, href);
  }, [isLoaded, href, router]);
  return null;
}
