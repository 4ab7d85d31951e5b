"use client";

import { useIsFetching, useQueries, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { PreloadDocument } from "@/components/common/document/preload-document";
import { prefetchPage } from "@/lib/client/prefetched-pages";
import type { KycDetails } from "@/lib/contract/kyc";
import { kycRequestQuery } from "@/lib/queries/kyc";
import { kycDocumentQuery } from "@/lib/queries/kyc-documents";
import { kycRequestThumbnailsQuery } from "./kyc-documents";
import { samePhotoThumbnailQuery } from "./kyc-other-photo";

const PRELOAD_DELAY_MS = 500;

/**
 * Preloads the identity request that "Next" will probably open, once the current documents are loaded: page, data and documents. "Next"
 * then waits only for the claim. Like any other view, a preload is logged.
 */
export function PreloadNextKyc({ kycId, url }: { kycId: string; url: string }) {
  const [isUserIdle, setIsIdle] = useState(false);
  const loading = useIsFetching({ queryKey: ["KYC-document"] }) > 0;
  useEffect(() => {
    if (isUserIdle || loading) return;
    const timer = setTimeout(() => setIsIdle(true), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isUserIdle, loading]);
  const { data } = useQuery({ ...kycRequestQuery(kycId), enabled: isUserIdle });
  const router = useRouter();
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) prefetchPage(router, url);
  }, [isLoaded, url, router]);
  return data ? <PreloadDocuments request={data} /> : null;
}

function PreloadDocuments({ request }: { request: KycDetails }) {
  useQuery(kycRequestThumbnailsQuery(request));
  useQueries({
    queries: request.risks.flatMap(({ requests: [first] }) =>
      first?.photo ? [samePhotoThumbnailQuery(first.id, first.photo.id)] : [],
    ),
  });
  return request.documents.map((document) => (
    <PreloadDocument key={document.id} query={kycDocumentQuery(request.id, document.id, 1)} />
  ));
}
