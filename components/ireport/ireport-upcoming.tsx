"use client";

import { useIsFetching, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { DocumentAhead } from "@/components/common/document/document-ahead";
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
/** Next names it in an enum that it does not export. */
type Prefetch = NonNullable<Parameters<ReturnType<typeof useRouter>["prefetch"]>[1]>;

/**
 * Loads the report that "Next for me" will probably open, page, data and first photo, once this one's are there: going on
 * then waits for nothing but the claim. Like every other view that of the photo is logged.
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
    // The page itself, whole: by default only its frame would be. After the data, which a claim then marks as one's own.
    if (isThere) router.prefetch(recordUrl("ireport", ireportId), { kind: "full" as Prefetch["kind"] });
  }, [isThere, ireportId, router]);
  return data ? <Ahead report={data} /> : null;
}

function Ahead({ report }: { report: IreportSingle }) {
  const ids = photoIdsOf(report);
  const [first] = photosOf(report);
  useQuery(ireportSimilarQuery(report.id));
  useQuery({ ...ireportThumbnailsQuery(report.id, ids), enabled: ids.length > 0 });
  return first ? <DocumentAhead query={ireportPhotoQuery(report.id, first.id)} /> : null;
}
