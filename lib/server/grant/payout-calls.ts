import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { batchSingle } from "./batch-single";
import { createBatch } from "./create-batch";
import { listBatchRows } from "./list-batch-rows";
import { listBatches } from "./list-batches";
import { createStatementLink } from "./make-statement";
import { removeBatchRows } from "./remove-rows";
import { retryBatchRows } from "./retry-rows";
import { cancelBatch, submitBatch } from "./submit-batch";

const { grant: calls } = api;

/** API calls for payout batches. */
export const grantPayoutCalls = {
  batches: calls.batches.handler(({ input, context: { db } }) => listBatches(db, input)),
  createBatch: calls.createBatch.handler(({ input, context }) => createBatch(context, input)),
  batch: calls.batch.handler(({ input, context: { db } }) => batchSingle(db, input.batchId)),
  batchRows: calls.batchRows.handler(({ input, context: { db } }) => listBatchRows(db, input)),
  removeRows: calls.removeRows.handler(({ input, context }) => removeBatchRows(context, input)),
  submitBatch: calls.submitBatch.handler(({ input, context }) => submitBatch(context, input)),
  cancelBatch: calls.cancelBatch.handler(({ input, context }) => cancelBatch(context, input)),
  retryRows: calls.retryRows.handler(({ input, context }) => retryBatchRows(context, input)),
  statement: calls.statement.handler(({ input, context }) => createStatementLink(context, input)),
};
