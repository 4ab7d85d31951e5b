import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { readPayoutBatchDetails } from "./batch-single";
import { createPayoutBatch } from "./create-batch";
import { listBatchRows } from "./list-batch-rows";
import { listPayoutBatches } from "./list-batches";
import { createStatementLink } from "./make-statement";
import { removeBatchRows } from "./remove-rows";
import { retryBatchRows } from "./retry-rows";
import { cancelPayoutBatch, submitPayoutBatch } from "./submit-batch";

const { grant: calls } = api;

/** Handlers of the calls for payout batches. */
export const grantPayoutHandlers = {
  batches: calls.batches.handler(({ input, context: { db } }) => listPayoutBatches(db, input)),
  createBatch: calls.createBatch.handler(({ input, context }) => createPayoutBatch(context, input)),
  batch: calls.batch.handler(({ input, context: { db } }) => readPayoutBatchDetails(db, input.batchId)),
  batchRows: calls.batchRows.handler(({ input, context: { db } }) => listBatchRows(db, input)),
  removeRows: calls.removeRows.handler(({ input, context }) => removeBatchRows(context, input)),
  submitBatch: calls.submitBatch.handler(({ input, context }) => submitPayoutBatch(context, input)),
  cancelBatch: calls.cancelBatch.handler(({ input, context }) => cancelPayoutBatch(context, input)),
  retryRows: calls.retryRows.handler(({ input, context }) => retryBatchRows(context, input)),
  statement: calls.statement.handler(({ input, context }) => createStatementLink(context, input)),
};
