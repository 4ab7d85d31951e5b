"use client";

import { useIsFetching, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { applicationQuery, duplicatesQuery, reviewsQuery } from "@/lib/queries/grant-applications";

const QUIET_MS = 500;
/** Next names it in an enum that it does not export. */
type Prefetch = NonNullable<Parameters<ReturnType<typeof useRouter>["prefetch"]>[1]>;

/**
 * Loads the application that "Next" opens, page and data, once this one's are there. Its documents are not: each view of
 * them is logged, and nobody has looked yet.
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
    // The page itself, whole: by default only its frame would be.
    if (isThere) router.prefetch(href, { kind: "full" as Prefetch["kind"] });
  }, [isThere, href, router]);
  return null;
}
