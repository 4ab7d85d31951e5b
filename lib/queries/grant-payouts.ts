import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { assertSaved } from "@/lib/client/api-error";
import { fetchInWindow } from "@/lib/client/list-window";
import type { StatementFormat } from "@/lib/contract/exports.values";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

type BatchListInput = Parameters<typeof api.grant.batches>[0];
type BatchRowListInput = Parameters<typeof api.grant.batchRows>[0];
export type SubmitPayoutBatchInput = Parameters<typeof api.grant.submitBatch>[0];
export type CancelPayoutBatchInput = Parameters<typeof api.grant.cancelBatch>[0];
export type RemovePayoutRowsInput = Parameters<typeof api.grant.removeRows>[0];

/** Reads a page of the list of payout batches. */
export const payoutBatchListQuery = (input: BatchListInput) =>
  queryOptions({
    queryKey: queryKeyOf("Grant", "batches", input),
    queryFn: fetchInWindow(api.grant.batches, input),
    placeholderData: keepPreviousData,
  });

/** Reads one payout batch. */
export const payoutBatchQuery = (batchId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Grant", "batch", batchId),
    queryFn: ({ signal }) => api.grant.batch({ batchId }, { signal }),
  });

/** Reads a page of the rows of a payout batch. */
export const payoutBatchRowsQuery = (input: BatchRowListInput) =>
  queryOptions({
    queryKey: queryKeyOf("Grant", "batch-rows", input),
    queryFn: ({ signal }) => api.grant.batchRows(input, { signal }),
    placeholderData: keepPreviousData,
  });

const { changes, creates } = mutationsInvalidating("Grant", "Overview", "System-Logs");

/** Creates a payout batch of a programme or of applications. `idempotencyKey`: a new key for each selection, so a retry creates no second batch. */
export const createBatchMutation = creates((...call: Parameters<typeof api.grant.createBatch>) =>
  api.grant.createBatch(...call).then(assertSaved),
);

/** Removes rows from a draft payout batch. */
export const removeBatchRowsMutation = changes(api.grant.removeRows);

/** Requests the approval of a payout batch by another admin. */
export const submitBatchMutation = creates(api.grant.submitBatch);

/** Cancels a payout batch that is not approved. */
export const cancelBatchMutation = changes(api.grant.cancelBatch);

/** Pays failed rows of a payout batch again. */
export const retryBatchRowsMutation = creates(api.grant.retryRows);

/** Creates a download link for the statement of a payout batch. */
export const exportBatchStatement = (batchId: string, format: StatementFormat) =>
  api.grant.statement({ batchId, format });
