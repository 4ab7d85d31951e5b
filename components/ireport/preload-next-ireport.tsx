"use client";

import { useIsFetching, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { PreloadDocument } from "@/components/common/document/preload-document";
import { prefetchPage } from "@/lib/client/prefetched-pages";
import type { IreportDetails } from "@/lib/contract/ireport";
import { recordUrl } from "@/lib/contract/records";
import { ireportQuery } from "@/lib/queries/ireport";
import { ireportPhotoQuery, ireportThumbnailsQuery, similarIreportsQuery } from "@/lib/queries/ireport-record";
import { ireportPhotoIdsOf, ireportPhotosOf } from "./ireport-photos";

const PRELOAD_DELAY_MS = 500;

/**
 * Preloads the report that "Next for me" will probably open: page, data and first photo. Starts once the current report
 * is loaded. "Next" then only waits for the claim. Like any other view, the photo's preload is logged.
 */
export function PreloadNextIreport({ ireportId }: { ireportId: string }) {
  const [isUserIdle, setIsIdle] = useState(false);
  const loading = useIsFetching({ queryKey: ["IReport-photo"] }) > 0;
  useEffect(() => {
    if (isUserIdle || loading) return;
    const timer = setTimeout(() => setIsIdle(true), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isUserIdle, loading]);
  const { data } = useQuery({ ...ireportQuery(ireportId), enabled: isUserIdle });
  const router = useRouter();
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) prefetchPage(router, recordUrl("ireport", ireportId));
  }, [isLoaded, ireportId, router]);
  return data ? <PreloadReportData report={data} /> : null;
}

function PreloadReportData({ report }: { report: IreportDetails }) {
  const ids = ireportPhotoIdsOf(report);
  const [first] = ireportPhotosOf(report);
  useQuery(similarIreportsQuery(report.id));
  useQuery({ ...ireportThumbnailsQuery(report.id, ids), enabled: ids.length > 0 });
  return first ? <PreloadDocument query={ireportPhotoQuery(report.id, first.id)} /> : null;
}
