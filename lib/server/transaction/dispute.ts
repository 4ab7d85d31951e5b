import "server-only";
import type { z } from "zod";
import type { transactionDispute } from "@/lib/contract/transaction";
import type { DISPUTE_STATES } from "@/lib/contract/transaction.values";
import { env } from "@/lib/env";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { refuseWhileAwaiting } from "@/lib/server/approvals/awaiting";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import type { Transaction } from "@/lib/server/db/client";
import { transactionEvents } from "@/lib/server/db/schema/transaction";
import { voidTicketsOf } from "@/lib/server/event/return-tickets";
import { postEntry } from "@/lib/server/ledger/post";
import { holdRedemption, returnRedemption } from "@/lib/server/promotion/change-redemption";
import { refuseChanged } from "@/lib/server/records/version";
import { refuseRefundOfReturned } from "@/lib/server/system-wallet/clear-suspense";
import {
  changeTransaction,
  lockTransaction,
  TRANSACTION,
  type TransactionRecord,
  transactionRecord,
} from "./change-transaction";
import { cameByProvider, isDisputable, lossOf, lossPostings, returnedToPool } from "./postings";
import { transactionSingle } from "./single";

/**
 * Marks a payment as disputed, or says how the dispute ended. A loss above the refund limit waits for a second admin
 * (docs/rules.md, Four eyes).
 * @throws 404; 409 when changed since, when this is no way from its state, when a change waits already, or for a refund or grant
 */
export async function disputeTransaction(
  { tx, admin, audit }: WriteContext,
  input: z.output<typeof transactionDispute>,
) {
  const transaction = await lockTransaction(tx, input.transactionId);
  if (!transaction) throw refuse.notFound("transaction");
  const current = () => transactionSingle(tx, transaction.id);
  await refuseChanged("transaction", transaction, input.version, current);
  await refuseWhileAwaiting(tx, TRANSACTION, transaction.id, current);
  const from = input.state === "disputed" ? "succeeded" : "disputed";
  if (transaction.state !== from || transaction.type === "refund")
    throw refuse.conflict(
      `This transaction is ${transaction.state.replace("_", " ")}: it can't become ${input.state}.`,
      await current(),
    );
  // One that stands disputed from before this was asked for can still be ended: as won, which moves nothing.
  if (input.state !== "won" && !isDisputable(transaction))
    throw refuse.conflict("A refund or a grant can't be disputed: the office paid it.", await current());
  const record = transactionRecord(transaction);
  const before = { state: transaction.state };
  if (input.state === "lost" && lossOf(transaction) > env().refundLimit) {
    const approval = await requestApproval(tx, {
      kind: "transaction.dispute",
      record,
      change: `Dispute about ${transaction.reference} lost: ${formatMoney(lossOf(transaction))} ${cameByProvider(transaction) ? "leave the settlement float" : "go back to the payer's wallet"}`,
      payload: {},
      requestedBy: admin.id,
      reason: input.reason,
    });
    audit({ record, before, after: { ...before, awaiting_approval: approval.change, reason: input.reason } });
  } else {
    const step = { state: input.state, reason: input.reason, postedBy: admin.id };
    const after = await stepDispute(tx, transaction, step);
    audit({ record, before, after: { ...after, reason: input.reason } });
  }
  return current();
}

type Step = { state: (typeof DISPUTE_STATES)[number]; reason: string; postedBy: string };

/**
 * The step itself. What a bank claims back goes out of the float against suspense, where finance clears it, and what came from a
 * wallet goes back there. Valid tickets that it paid for become void. The caller has locked the row and knows that its state
 * allows the step.
 * @returns what the audit trail says of the payment
 * @throws 409 when whoever got the money no longer holds it, or it came back by way of suspense
 */
export async function stepDispute(tx: Transaction, transaction: TransactionRecord, { state, reason, postedBy }: Step) {
  if (state === "lost") await postLoss(tx, transaction, postedBy);
  await tx.insert(transactionEvents).values({
    transactionId: transaction.id,
    kind: "dispute",
    fromState: transaction.state,
    toState: state,
    message: reason,
  });
  await changeTransaction(tx, transaction.id, { state });
  return { state, ...(state === "lost" && (await voidTicketsOf(tx, transaction.id))) };
}

async function postLoss(tx: Transaction, transaction: TransactionRecord, postedBy: string): Promise<void> {
  const isBanks = cameByProvider(transaction);
  if (!isBanks) await refuseRefundOfReturned(tx, transaction.id, transaction.amount);
  // Before any account is held.
  const redemption = isBanks ? null : await holdRedemption(tx, transaction);
  await postEntry(tx, {
    key: `transaction:${transaction.id}:lost`,
    kind: "transaction",
    description: `Dispute lost (${transaction.reference})`,
    source: { type: TRANSACTION, id: transaction.id },
    postedBy,
    postings: lossPostings(transaction),
    mayExceedLimits: true,
  });
  if (redemption) await returnRedemption(tx, redemption, returnedToPool(transaction, transaction.amount));
}
