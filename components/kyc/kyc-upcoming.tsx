"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { kycDocumentQuery, kycSingleQuery } from "@/lib/queries/kyc";

const QUIET_MS = 3_000;

/**
 * Loads the case that "Next" will probably open, data and documents, once this page is quiet, and keeps them while it is
 * on screen: going on then waits for nothing. Like every other view these are on record.
 */
export function KycUpcoming({ kycId }: { kycId: string }) {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({ ...kycSingleQuery(kycId), enabled: quiet });
  useQueries({ queries: (data?.documents ?? []).map(({ id }) => kycDocumentQuery(kycId, id)) });
  return null;
}
