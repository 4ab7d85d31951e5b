"use client";

import { useState } from "react";
import { ApiError, isStatus } from "@/lib/client/api-error";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import type { IreportSingle } from "@/lib/contract/ireport";

/**
 * What a form on a report's page sends with each try: the version that the officer decided from, and a key. After a
 * conflict the next try is made from what is new, because the officer was shown it. The key stays while no answer came,
 * so that a retry after a lost one has one effect; a refusal makes place for another.
 */
export function useIreportAttempt(report: IreportSingle, chosenAt = report.version) {
  const [base] = useState(report);
  const [version, setVersion] = useState(chosenAt);
  const [newer, setNewer] = useState<IreportSingle | null>(null);
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const attempt = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (error instanceof ApiError && error.kind === "http") setKey(newIdempotencyKey());
      if (isStatus(error, 409) && error.current) {
        const fresh = error.current as IreportSingle;
        setVersion(fresh.version);
        setNewer(fresh);
      }
      throw error;
    }
  };
  return { version, idempotencyKey, attempt, changed: newer && { base, newer } };
}
