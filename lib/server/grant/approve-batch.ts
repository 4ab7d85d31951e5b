import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { formatMoney, pluralize } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import type { Transaction } from "@/lib/server/db/client";
import { findPayoutMethod } from "@/lib/server/transaction/require-method";
import { batchAuthors, countsAsBatchAuthor } from "./batch-authors";
import { BATCH_STATE_TEXTS, lockPayoutBatch, type PayoutBatchRecord, updatePayoutBatch } from "./batch-record";
import { countUnstoredApplicantChanges, storeApplicantChanges } from "./changes-since-approval";

const payload = z.object({ rows: z.int(), amount: z.int() });

/** Approves a payout batch as a second admin. Its rows are paid one by one after the commit (run-payouts.ts). */
export const approvePayoutBatch: ApprovalHandler = {
  lock: lockPayoutBatch,
  async approve(tx, approval, approverId) {
    const expected = payload.parse(approval.payload);
    const batch = await lockPayoutBatch(tx, approval.recordId);
    if (batch.state !== "awaiting_approval")
      throw refuse.conflict(`This payout batch is ${BATCH_STATE_TEXTS[batch.state]}, so it can't be approved.`);
    if (batch.rows !== expected.rows || batch.amount !== expected.amount)
      throw refuse.conflict(
        `This payout batch has ${pluralize(batch.rows, "row")} and ${formatMoney(batch.amount)} now. Reject the request, so that it is submitted again.`,
      );
    if (batch.createdBy === approverId)
      throw refuse.forbidden("You created this payout. Another admin has to approve it.");
    const makers = await batchAuthors(tx, batch);
    if (makers.has(approverId))
      throw refuse.forbidden("You removed rows from this payout. Another admin has to approve it.");
    if (await countsAsBatchAuthor(tx, makers, approverId))
      throw refuse.forbidden(
        "You and an admin who created this payout or removed rows from it count as one person, until another admin confirms the account. Another admin has to approve it.",
      );
    await refuseInConflict(tx, batch.id, approverId);
    if ((await hasBankRows(tx, batch.id)) && !(await findPayoutMethod(tx)))
      throw refuse.conflict(
        "Some of these grants go to bank accounts, and no payment method for bank transfers is switched on. Switch one on under Transactions, Payment methods, and approve again.",
      );
    await refuseUnseenChanges(tx, batch);
    const changed = await storeApplicantChanges(tx, batch);
    await updatePayoutBatch(tx, batch, { state: "paying", approvedBy: approverId, approvedAt: new Date() });
    return {
      before: { state: batch.state },
      after: { state: "paying", rows: batch.rows, amount: formatMoney(batch.amount), changed },
    };
  },
};

/**
 * Refuses an approval if applicants have changed in a way that the batch's page did not show. Stores the changes after the refusal, so that
 * the page shows them and the next approval succeeds. @throws 409
 */
async function refuseUnseenChanges(tx: Transaction, batch: PayoutBatchRecord): Promise<void> {
  const unseen = await countUnstoredApplicantChanges(tx, batch);
  if (unseen === 0) return;
  const refusal = refuse.conflict(
    `${pluralize(unseen, "row")} changed since it was sent for approval. Review ${unseen === 1 ? "it" : "them"} and approve again.`,
  );
  refusal.afterwards = async (laterTx) => {
    const { state } = await lockPayoutBatch(laterTx, batch.id);
    if (state === "awaiting_approval") await storeApplicantChanges(laterTx, batch);
  };
  throw refusal;
}

/** @throws 409 when the approver has a conflict of interest with one of the batch's applications */
async function refuseInConflict(tx: Transaction, batchId: string, approverId: string): Promise<void> {
  const found = await tx.execute<{ reference: string }>(sql`
    select a.reference from grant_reviews v join grant_applications a on a.id = v.application_id
      join grant_batch_rows r on r.application_id = a.id
    where v.reviewer_id = ${approverId} and v.conflict is not null and r.batch_id = ${batchId} and r.state <> 'removed'
    order by r.row limit 4`);
  if (!found.rows.length) return;
  const references = found.rows.slice(0, 3).map(({ reference }) => reference);
  const more = found.rows.length > 3 ? " and others" : "";
  throw refuse.conflict(
    `You declared a conflict of interest on ${references.join(", ")}${more}, so another admin has to approve this payout batch.`,
  );
}

async function hasBankRows(tx: Transaction, batchId: string): Promise<boolean> {
  const found = await tx.execute(sql`
    select 1 from grant_batch_rows r join grant_applications a on a.id = r.application_id
    where r.batch_id = ${batchId} and r.state = 'pending' and a.payout_kind = 'bank' limit 1`);
  return found.rows.length > 0;
}
