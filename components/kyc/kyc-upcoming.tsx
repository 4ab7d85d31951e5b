"use client";

import { useIsFetching, useQueries, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { PreloadDocument } from "@/components/common/document/preload-document";
import type { KycSingle } from "@/lib/contract/kyc";
import { kycDocumentQuery, kycSingleQuery } from "@/lib/queries/kyc";
import { thumbnailsOf } from "./kyc-documents";
import { otherPhotoOf } from "./kyc-other-photo";

const QUIET_MS = 500;
/** Next.js has an enum for this, but does not export it. */
type Prefetch = NonNullable<Parameters<ReturnType<typeof useRouter>["prefetch"]>[1]>;

/**
 * Preloads the case that "Next" will probably open, once the current documents are loaded: page, data and documents. "Next" then
 * waits only for the claim. Like any other view, a preload is logged.
 */
export function KycUpcoming({ kycId, url }: { kycId: string; url: string }) {
  const [quiet, setQuiet] = useState(false);
  const loading = useIsFetching({ queryKey: ["KYC-document"] }) > 0;
  useEffect(() => {
    if (quiet || loading) return;
    const timer = setTimeout(() => setQuiet(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [quiet, loading]);
  const { data } = useQuery({ ...kycSingleQuery(kycId), enabled: quiet });
  const router = useRouter();
  const isThere = data !== undefined;
  useEffect(() => {
    // Prefetches the full page; the default is only its frame. Runs after the data, which a claim then updates.
    if (isThere) router.prefetch(url, { kind: "full" as Prefetch["kind"] });
  }, [isThere, url, router]);
  return data ? <Documents request={data} /> : null;
}

function Documents({ request }: { request: KycSingle }) {
  useQuery(thumbnailsOf(request));
  useQueries({
    queries: request.risks.flatMap(({ requests: [first] }) =>
      first?.photo ? [otherPhotoOf(first.id, first.photo.id)] : [],
    ),
  });
  return request.documents.map((document) => (
    <PreloadDocument key={document.id} query={kycDocumentQuery(request.id, document.id, 1)} />
  ));
}
