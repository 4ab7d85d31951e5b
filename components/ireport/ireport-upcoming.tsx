"use client";

import { useIsFetching, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { PreloadDocument } from "@/components/common/document/preload-document";
import type { IreportSingle } from "@/lib/contract/ireport";
import { recordUrl } from "@/lib/contract/records";
import {
  ireportPhotoQuery,
  ireportSimilarQuery,
  ireportSingleQuery,
  ireportThumbnailsQuery,
} from "@/lib/queries/ireport";
import { photoIdsOf, photosOf } from "./ireport-photos";

const QUIET_MS = 500;
/** Next.js has an enum for this, but does not export it. */
type Prefetch = NonNullable<Parameters<ReturnType<typeof useRouter>["prefetch"]>[1]>;

/**
 * Preloads the report that "Next for me" will probably open, once the current one is loaded: page, data and first photo. "Next"
 * then waits only for the claim. Like any other view, the photo's preload is logged.
 */
export function IreportUpcoming({ ireportId }: { ireportId: string }) {
  const [quiet, setQuiet] = useState(false);
  const loading = useIsFetching({ queryKey: ["IReport-photo"] }) > 0;
  useEffect(() => {
    if (quiet || loading) return;
    const timer = setTimeout(() => setQuiet(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [quiet, loading]);
  const { data } = useQuery({ ...ireportSingleQuery(ireportId), enabled: quiet });
  const router = useRouter();
  const isThere = data !== undefined;
  useEffect(() => {
    // Prefetches the full page; the default is only its frame. Runs after the data, which a claim then updates.
    if (isThere) router.prefetch(recordUrl("ireport", ireportId), { kind: "full" as Prefetch["kind"] });
  }, [isThere, ireportId, router]);
  return data ? <Ahead report={data} /> : null;
}

function Ahead({ report }: { report: IreportSingle }) {
  const ids = photoIdsOf(report);
  const [first] = photosOf(report);
  useQuery(ireportSimilarQuery(report.id));
  useQuery({ ...ireportThumbnailsQuery(report.id, ids), enabled: ids.length > 0 });
  return first ? <PreloadDocument query={ireportPhotoQuery(report.id, first.id)} /> : null;
}
