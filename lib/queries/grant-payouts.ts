import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { StatementFormat } from "@/lib/contract/exports.values";
import { key } from "./keys";

type BatchListInput = Parameters<typeof api.grant.batches>[0];
type BatchRowListInput = Parameters<typeof api.grant.batchRows>[0];
type BatchCreateInput = Parameters<typeof api.grant.createBatch>[0];
export type BatchSubmitInput = Parameters<typeof api.grant.submitBatch>[0];
export type BatchCancelInput = Parameters<typeof api.grant.cancelBatch>[0];
export type BatchRemoveInput = Parameters<typeof api.grant.removeRows>[0];
type BatchRetryInput = Parameters<typeof api.grant.retryRows>[0];

export const batchListQuery = (input: BatchListInput) =>
  queryOptions({
    queryKey: key("Grant", "batches", input),
    queryFn: ({ signal }) => api.grant.batches(input, { signal }),
    placeholderData: keepPreviousData,
  });

export const batchQuery = (batchId: string) =>
  queryOptions({
    queryKey: key("Grant", "batch", batchId),
    queryFn: ({ signal }) => api.grant.batch({ batchId }, { signal }),
  });

export const batchRowsQuery = (input: BatchRowListInput) =>
  queryOptions({
    queryKey: key("Grant", "batch-rows", input),
    queryFn: ({ signal }) => api.grant.batchRows(input, { signal }),
    placeholderData: keepPreviousData,
  });

const meta = { invalidates: ["Grant", "Overview", "System-Logs"] as const, quiet: true };

/** Of a programme, or of named applications of it. `idempotencyKey`: one for each choice, so that a retry after a lost answer makes one. */
export const createBatchMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: BatchCreateInput) => api.grant.createBatch(input, { context: { idempotencyKey } }),
    meta,
  });

export const removeRowsMutation = () =>
  mutationOptions({ mutationFn: (input: BatchRemoveInput) => api.grant.removeRows(input), meta });

/** `idempotencyKey`: one for each time that other numbers are sent, so that a retry after a lost answer asks once. */
export const submitBatchMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: BatchSubmitInput) => api.grant.submitBatch(input, { context: { idempotencyKey } }),
    meta,
  });

export const cancelBatchMutation = () =>
  mutationOptions({ mutationFn: (input: BatchCancelInput) => api.grant.cancelBatch(input), meta });

/** `idempotencyKey`: one for each time it is asked, so that a retry after a lost answer has each row tried once. */
export const retryRowsMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: BatchRetryInput) => api.grant.retryRows(input, { context: { idempotencyKey } }),
    meta,
  });

export const exportBatchStatement = (batchId: string, format: StatementFormat) =>
  api.grant.statement({ batchId, format });
