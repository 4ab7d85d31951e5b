"use client";

import { useState } from "react";
import { ApiError, isStatus } from "@/lib/client/api-error";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import type { IreportSingle } from "@/lib/contract/ireport";

/**
 * Manages version and idempotency key of a form on a report's page. After a conflict the next try names the new version, because
 * the officer was shown the change. A retry after a lost response keeps the key; a refusal renews it.
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
