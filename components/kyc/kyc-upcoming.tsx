"use client";

import { useIsFetching, useQueries, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { DocumentAhead } from "@/components/common/document/document-ahead";
import type { KycSingle } from "@/lib/contract/kyc";
import { kycDocumentQuery, kycSingleQuery } from "@/lib/queries/kyc";
import { thumbnailsOf } from "./kyc-documents";
import { otherPhotoOf } from "./kyc-other-photo";

const QUIET_MS = 500;
/** Next names it in an enum that it does not export. */
type Prefetch = NonNullable<Parameters<ReturnType<typeof useRouter>["prefetch"]>[1]>;

/**
 * Loads the case that "Next" will probably open, page, data and documents, once the documents of this one are there, and keeps
 * them while it is on screen: going on then waits for nothing but the claim. Like every other view these are on record.
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
    // The page itself, whole: by default only its frame would be. After the data, which a claim then marks as one's own.
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
    <DocumentAhead key={document.id} query={kycDocumentQuery(request.id, document.id, 1)} />
  ));
}
