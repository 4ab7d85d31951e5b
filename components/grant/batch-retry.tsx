"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import type { PayoutBatchDetails, PayoutRow } from "@/lib/contract/grant-payouts";
import { formatMoney, pluralize } from "@/lib/format";
import { retryBatchRowsMutation } from "@/lib/queries/grant-payouts";
import { sumPayoutAmounts } from "./payout-words";

const BulkResultDialog = lazyWithPreload(() => import("@/components/common/form/result-dialog"), "BulkResultDialog");

type RetryResult = { id: string; name: string; done: boolean; message: string };
/** Failed rows to retry: the selected rows, or null for all. Each click has its own idempotency key. */
type BatchRetry = {
  rows: readonly PayoutRow[] | null;
  failed: PayoutBatchDetails["failed"];
  key: string;
  onDone: () => void;
};

/**
 * Retries failed rows of a payout batch after a confirmation. If some rows can't be retried, lists the result of each.
 * @returns `ask`, which opens the confirmation (without rows: for all failed rows), and the dialogs to render beside the table
 */
export function usePayoutRowRetry({ id: batchId, failed }: Pick<PayoutBatchDetails, "id" | "failed">) {
  const [retryRequest, setRetryRequest] = useState<BatchRetry | null>(null);
  const [retryResult, setRetryResult] = useState<{ retried: number; results: readonly RetryResult[] } | null>(null);
  const { mutateAsync } = useMutation(retryBatchRowsMutation(retryRequest?.key ?? ""));
  const askRetry = (rows: readonly PayoutRow[] | null, onDone: () => void) =>
    setRetryRequest({ rows, failed, key: newIdempotencyKey(), onDone });
  const retrySize = retryRequest?.rows
    ? { rows: retryRequest.rows.length, amount: sumPayoutAmounts(retryRequest.rows) }
    : (retryRequest?.failed ?? failed);
  const [onlyRow] = retryRequest?.rows ?? [];
  const dialogs = (
    <>
      <LazyConfirmDialog
        open={retryRequest !== null}
        onOpenChange={() => setRetryRequest(null)}
        title={
          retryRequest?.rows?.length === 1 && onlyRow
            ? `Retry row ${onlyRow.row}, ${onlyRow.applicant.name}?`
            : `Retry ${pluralize(retrySize.rows, "failed row")}?`
        }
        consequence={`${formatMoney(retrySize.amount)} will be paid if the problem is resolved. Each row is paid at most once. The payout was approved, so no other approval is needed.`}
        confirmLabel="Retry"
        onConfirm={async () => {
          const { retried, results } = await mutateAsync({
            batchId,
            ...(retryRequest?.rows && { rows: retryRequest.rows.map(({ row }) => row) }),
          });
          retryRequest?.onDone();
          const named = results.map(({ row, name, ...rest }) => ({
            ...rest,
            id: String(row),
            name: `Row ${row}${name && `, ${name}`}`,
          }));
          if (named.every(({ done }) => done)) toast.success(`${pluralize(retried, "row")} will be paid in a moment.`);
          else setRetryResult({ retried, results: named });
        }}
      />
      <Suspense>
        {retryResult && (
          <BulkResultDialog
            title={() => `${pluralize(retryResult.retried, "row")} retried, ${countRefused(retryResult.results)} not`}
            results={retryResult.results}
            onClose={() => setRetryResult(null)}
          />
        )}
      </Suspense>
    </>
  );
  return { ask: askRetry, dialogs };
}

const countRefused = (results: readonly RetryResult[]) => results.filter(({ done }) => !done).length;
