import "server-only";
import type { z } from "zod";
import type { transactionDispute } from "@/lib/contract/transaction";
import type { DISPUTE_TRANSACTION_STATES } from "@/lib/contract/transaction.values";
import { env } from "@/lib/env";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import type { Transaction } from "@/lib/server/db/client";
import { transactionEvents } from "@/lib/server/db/schema/transaction";
import { voidTicketsOfPayment } from "@/lib/server/event/end-tickets";
import { postLedgerEntry } from "@/lib/server/ledger/post";
import { lockRedemption, returnBenefitToPool } from "@/lib/server/promotion/change-redemption";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { refuseRefundOfReturnedMoney } from "@/lib/server/system-wallet/clear-suspense";
import {
  lockTransactionRecord,
  TRANSACTION_RECORD_TYPE,
  type TransactionRecord,
  transactionRecordRef,
  updateTransaction,
} from "./change-transaction";
import { readDisputeLoss } from "./disputes/loss";
import { notifyOfDispute } from "./notify-parties";
import { disputeLossAmount, disputeLossPostings, isDisputable, isReclaimableByBank, returnedToPool } from "./postings";
import { readTransactionDetails } from "./single";

/**
 * Marks a payment as disputed, or records how the dispute ended. A loss above the refund limit needs a second admin's approval
 * (docs/rules.md, Four eyes).
 * @throws 404; 409 for a refund or grant, if the payment has changed, if its state forbids the step, or while a change of it awaits
 * approval
 */
export async function disputeTransaction(
  { tx, admin, audit }: WriteContext,
  input: z.output<typeof transactionDispute>,
) {
  const transaction = await lockTransactionRecord(tx, input.transactionId);
  if (!transaction) throw refuse.notFound("transaction");
  const current = () => readTransactionDetails(tx, transaction.id);
  await rejectStaleVersion("transaction", transaction, input.version, current);
  await refuseWhileChangeWaits(tx, TRANSACTION_RECORD_TYPE, transaction.id, current);
  const requiredState = input.state === "disputed" ? "succeeded" : "disputed";
  if (transaction.state !== requiredState || transaction.type === "refund")
    throw refuse.conflict(
      `This transaction is ${transaction.state.replace("_", " ")}: it can't become ${input.state}.`,
      await current(),
    );
  // A refund or grant disputed before this rule existed may still end as won, which moves no money.
  if (input.state !== "won" && !isDisputable(transaction))
    throw refuse.conflict("A refund or a grant can't be disputed: the office paid it.", await current());
  const record = transactionRecordRef(transaction);
  const before = { state: transaction.state };
  const loss = await readDisputeLoss(tx, transaction);
  if (input.state === "lost" && loss > env().refundLimit) {
    const approval = await requestApproval(tx, {
      kind: "transaction.dispute",
      record,
      change: `Dispute about ${transaction.reference} lost: ${formatMoney(loss)} ${isReclaimableByBank(transaction) ? "leave the settlement float" : "go back to the payer's wallet"}`,
      payload: { amount: loss },
      requestedBy: admin.id,
      reason: input.reason,
    });
    audit({ record, before, after: { ...before, awaiting_approval: approval.change, reason: input.reason } });
  } else {
    const step = { state: input.state, reason: input.reason, postedBy: admin.id, loss };
    const steppedTransaction = await performDisputeStep(tx, transaction, step);
    audit({ record, before, after: { ...steppedTransaction, reason: input.reason } });
  }
  return current();
}

/** `postedBy`: null for a dispute that a provider reports. `loss`: kobo that a lost dispute takes, if they differ from the payment's. */
type DisputeStep = {
  state: (typeof DISPUTE_TRANSACTION_STATES)[number];
  reason: string;
  postedBy: string | null;
  loss?: number;
};

/**
 * Performs a step of a dispute. Money that a bank claims back leaves the float and is debited to suspense, where finance clears it; money
 * from a wallet returns there. Voids the valid tickets that this payment paid for. Notifies the citizens of an outcome. The caller has
 * locked the row and checked that its state allows the step.
 * @returns values for the payment's audit row
 * @throws 409 if the receiver no longer has the money, or the money was already returned by way of suspense
 */
export async function performDisputeStep(
  tx: Transaction,
  transaction: TransactionRecord,
  { state, reason, postedBy, loss = disputeLossAmount(transaction) }: DisputeStep,
) {
  if (state === "lost") await postLoss(tx, transaction, { postedBy, loss });
  await tx.insert(transactionEvents).values({
    transactionId: transaction.id,
    kind: "dispute",
    fromState: transaction.state,
    toState: state,
    message: reason,
  });
  await updateTransaction(tx, transaction.id, { state });
  if (state !== "disputed") await notifyOfDispute(tx, transaction, { outcome: state, loss });
  return { state, ...(state === "lost" && (await voidTicketsOfPayment(tx, transaction.id))) };
}

type Loss = { postedBy: string | null; loss: number };

async function postLoss(tx: Transaction, transaction: TransactionRecord, { postedBy, loss }: Loss): Promise<void> {
  const isBankLoss = isReclaimableByBank(transaction);
  if (!isBankLoss) await refuseRefundOfReturnedMoney(tx, transaction.id, transaction.amount);
  // Locks the redemption before any account, as the lock order requires.
  const redemption = isBankLoss ? null : await lockRedemption(tx, transaction);
  await postLedgerEntry(tx, {
    key: `transaction:${transaction.id}:lost`,
    kind: "transaction",
    description: `Dispute lost (${transaction.reference})`,
    source: { type: TRANSACTION_RECORD_TYPE, id: transaction.id },
    postedBy,
    postings: disputeLossPostings(transaction, loss),
    mayExceedLimits: true,
  });
  if (redemption) await returnBenefitToPool(tx, redemption, returnedToPool(transaction, transaction.amount));
}
