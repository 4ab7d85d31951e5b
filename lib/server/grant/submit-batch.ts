import "server-only";
import type { InputOf } from "@/lib/contract/common";
import type { grantPayoutCalls as contract } from "@/lib/contract/grant-payouts";
import { formatMoney, pluralize } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { cancelApprovalsOf, requestApproval } from "@/lib/server/approvals/request-approval";
import { batchRecordRef, GRANT_BATCH_RECORD_TYPE, lockBatchInState, updatePayoutBatch } from "./batch-record";
import { readPayoutBatchDetails } from "./batch-single";
import { storeApplicantChanges } from "./changes-since-approval";

type BatchInput<C extends "submitBatch" | "cancelBatch"> = InputOf<(typeof contract)[C]>;

/**
 * Requests a second admin's approval of a draft batch, after recomputing what has changed about its applicants.
 * @throws 404; 409 with the current batch if it is not a draft, has changed, is empty, or has another number of rows or amount than the form showed
 */
export async function submitPayoutBatch({ tx, admin, audit }: WriteContext, input: BatchInput<"submitBatch">) {
  const current = () => readPayoutBatchDetails(tx, input.batchId);
  const why = "it can't be submitted";
  const batch = await lockBatchInState(tx, input, { states: ["draft"], why, current });
  const { rows, amount } = batch;
  if (rows === 0) throw refuse.conflict("This payout batch has no rows. Make another one.", await current());
  if (rows !== input.rows || amount !== input.amount)
    throw refuse.conflict(
      `This payout batch has ${pluralize(rows, "row")} and ${formatMoney(amount)} now, not ${pluralize(input.rows, "row")} and ${formatMoney(input.amount)}. Review it and submit it again.`,
      await current(),
    );
  const changed = await storeApplicantChanges(tx, batch);
  await updatePayoutBatch(tx, batch, { state: "awaiting_approval" });
  const { programme } = await current();
  const approval = await requestApproval(tx, {
    kind: "grant.submitBatch",
    record: batchRecordRef(batch),
    change: `Pay ${pluralize(rows, "grant")} of “${programme.name}”: ${formatMoney(amount)}${changed ? `; ${pluralize(changed, "row")} changed since the approval` : ""}`,
    payload: { rows, amount },
    requestedBy: admin.id,
    reason: input.reason,
  });
  audit({
    record: batchRecordRef(batch),
    before: { state: batch.state },
    after: { state: "awaiting_approval", awaiting_approval: approval.change, changed, reason: input.reason },
  });
  return current();
}

/**
 * Cancels an unapproved batch, whose applications can then be paid in another batch.
 * @throws 404; 409 with the current batch if it has changed, or is approved or cancelled
 */
export async function cancelPayoutBatch({ tx, audit }: WriteContext, input: BatchInput<"cancelBatch">) {
  const current = () => readPayoutBatchDetails(tx, input.batchId);
  const why = "it can't be cancelled";
  const batch = await lockBatchInState(tx, input, { states: ["draft", "awaiting_approval"], why, current });
  const { rows, amount, state } = batch;
  // When the approval request is cancelled, a database trigger cancels the batch too.
  const entries =
    state === "awaiting_approval"
      ? await cancelApprovalsOf(tx, { recordType: GRANT_BATCH_RECORD_TYPE, recordId: batch.id }, input.reason)
      : [];
  if (!entries.length) await updatePayoutBatch(tx, batch, { state: "cancelled" });
  const after = { state: "cancelled", rows, amount: formatMoney(amount), reason: input.reason };
  const [withdrawal] = entries;
  audit({
    record: batchRecordRef(batch),
    before: { ...withdrawal?.before, state },
    after: { ...withdrawal?.after, ...after },
  });
  return current();
}
