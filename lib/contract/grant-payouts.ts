import { z } from "zod";
import { pendingApproval } from "./approvals";
import { adminRef, endpoint, id, instant, listInput, pageOf, personRef, text, version } from "./common";
import { exportLink, statementFormat } from "./exports";
import { grantRoutes as routes } from "./grant.routes";
import {
  APPLICANT_CHANGE_KINDS,
  BATCH_LIST,
  BATCH_ROW_LIST,
  BATCH_ROW_STATES,
  BATCH_ROWS_MAX,
  GRANT_REASON_MAX,
  PAYOUT_BATCH_STATES,
} from "./grant.values";
import { payoutDetails } from "./grant-applications";
import { timelineEntry } from "./system-logs";

const batchTotals = z.object({ rows: z.int(), amount: z.int() });

const batchRow = z.object({
  id: z.string(),
  reference: z.string(),
  programme: personRef,
  state: z.enum(PAYOUT_BATCH_STATES),
  /** Number of the batch's rows and their total in kobo, without removed rows. */
  ...batchTotals.shape,
  paid: batchTotals,
  failed: batchTotals,
  created_by: adminRef,
  created_at: instant,
  version,
});
/** A payout batch in the list of batches. */
export type PayoutBatchListRow = z.infer<typeof batchRow>;

const batchSingle = batchRow.extend({
  pending: batchTotals,
  /** Payment orders that the provider has not completed yet. */
  sent: batchTotals,
  removed: batchTotals,
  /** Number of rows whose applicant's data changed after the application was approved, as of the last check. */
  changed: z.int(),
  /** `ledger`: kobo posted from the grants pool for the batch. `provider`: kobo paid, as reported by the provider. */
  ledger: z.int(),
  provider: z.int(),
  /** Kobo paid to bank accounts by the batch. */
  to_banks: z.int(),
  is_balanced: z.boolean(),
  awaiting: pendingApproval.nullable(),
  approved_by: adminRef.nullable(),
  approved_at: instant.nullable(),
  done_at: instant.nullable(),
  timeline: z.array(timelineEntry),
});
/** A payout batch as shown on its own page. */
export type PayoutBatchDetails = z.infer<typeof batchSingle>;

const payoutRow = z.object({
  /** Number of the row in the batch, from 1. */
  row: z.int(),
  application: z.object({ id: z.string(), reference: z.string() }),
  applicant: personRef,
  payout: payoutDetails,
  amount: z.int(),
  state: z.enum(BATCH_ROW_STATES),
  /** Why the payment of this row failed; null if it did not fail. */
  problem: z.string().nullable(),
  tries: z.int(),
  /** What has changed about the applicant since the application was approved, in sentences. Computed live until the batch is approved. */
  changes: z.array(z.object({ kind: z.enum(APPLICANT_CHANGE_KINDS), message: z.string() })),
  transaction: z.object({ id: z.string(), reference: z.string() }).nullable(),
  updated_at: instant,
});
/** The payment of one application: a row of a payout batch. */
export type PayoutRow = z.infer<typeof payoutRow>;

const rowNumbers = z
  .array(z.int().min(1).max(BATCH_ROWS_MAX))
  .min(1, "Choose at least one row.")
  .max(1_000, "Choose at most 1,000 rows at a time.");
const batchInput = z.strictObject({ batchId: id });
const batchVersion = z.strictObject({ batchId: id, version });
const reason = text(GRANT_REASON_MAX, 3);
/** Input that cancels a payout batch, with the reason. */
export const batchCancellation = batchVersion.extend({ reason });
/** Input that removes rows from a payout batch. */
export const batchRowRemoval = batchVersion.extend({ rows: rowNumbers, reason });
/** Requests the approval of a payout batch. `rows`, `amount` (kobo): totals in the preview; refused if the batch has other totals. */
export const batchSubmission = batchVersion.extend({ rows: z.int(), amount: z.int(), reason });
const retryResult = z.object({ row: z.int(), name: z.string(), done: z.boolean(), message: z.string() });

/** Calls for payout batches, with descriptions and schemas. */
export const grantPayoutCalls = {
  batches: endpoint(routes.batches, {
    summary: "Payout batches, newest first",
    input: listInput(BATCH_LIST),
    output: pageOf(batchRow),
  }),
  createBatch: endpoint(routes.createBatch, {
    summary: "Make a payout batch of approved applications",
    done: "Created a payout batch",
    input: z.strictObject({
      programme_id: id,
      /** Defaults to all approved applications of the programme that are in no batch. */
      application_ids: z.array(id).min(1).max(500).optional(),
    }),
    output: batchSingle,
  }),
  batch: endpoint(routes.batch, {
    summary: "One payout batch with its sums against ledger and provider",
    input: batchInput,
    output: batchSingle,
  }),
  batchRows: endpoint(routes.batchRows, {
    summary: "Rows of a payout batch: applicant, destination, amount, changes since approval",
    input: listInput(BATCH_ROW_LIST).extend({ batchId: id }),
    output: pageOf(payoutRow),
  }),
  removeRows: endpoint(routes.removeRows, {
    summary: "Remove rows from a draft",
    done: "Removed rows from a payout batch",
    input: batchRowRemoval,
    output: batchSingle,
  }),
  submitBatch: endpoint(routes.submitBatch, {
    summary: "Request approval of a payout batch",
    done: "Requested approval of a payout batch",
    input: batchSubmission,
    output: batchSingle,
  }),
  cancelBatch: endpoint(routes.cancelBatch, {
    summary: "Cancel a payout batch that was not approved",
    done: "Cancelled a payout batch",
    input: batchCancellation,
    output: batchSingle,
  }),
  retryRows: endpoint(routes.retryRows, {
    summary: "Retry failed rows: one, several or all; a result for each",
    done: "Retried failed payouts",
    /** `rows` defaults to all failed rows. */
    input: batchInput.extend({ rows: rowNumbers.optional() }),
    output: z.object({ retried: z.int(), results: z.array(retryResult) }),
  }),
  statement: endpoint(routes.statement, {
    summary: "Make a link that downloads the statement as PDF, CSV or Excel",
    done: "Downloaded the statement of a payout batch",
    input: batchInput.extend(statementFormat),
    output: exportLink,
  }),
};
