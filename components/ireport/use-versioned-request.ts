"use client";

import { useState } from "react";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { ApiError } from "@/lib/client/api-error";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import type { IreportDetails } from "@/lib/contract/ireport";

/**
 * Manages which version of the report, and which idempotency key, a form on the report's page sends. After a conflict the form shows the
 * change, and the next attempt sends the new version. A retry after a lost response reuses the idempotency key; an error response renews
 * the key.
 */
export function useReportFormVersion(report: IreportDetails, initialVersion = report.version) {
  // Shows every conflict, even if `report` is already the newer version: the officer may have opened the form with an older
  // version.
  const { base, newer, captureConflict } = useEditConflict(report, (shown) => shown);
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const attempt = <T>(request: () => Promise<T>): Promise<T> =>
    request().catch((error: unknown) => {
      if (error instanceof ApiError && error.kind === "http") setKey(newIdempotencyKey());
      return captureConflict(error);
    });
  return { version: newer?.version ?? initialVersion, idempotencyKey, attempt, changed: newer && { base, newer } };
}
