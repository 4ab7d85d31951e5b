import "server-only";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { InputOf } from "@/lib/contract/common";
import type { transactionCalls as contract } from "@/lib/contract/transaction";
import type { TransactionState } from "@/lib/contract/transaction.values";
import { env } from "@/lib/env";
import { formatMoney } from "@/lib/format";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import type { Transaction } from "@/lib/server/db/client";
import { tickets } from "@/lib/server/db/schema/event";
import { transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import {
  findTicketOrderOfPayment,
  markTicketsRefunded,
  notifyTicketsRefunded,
  refuseWhileTicketRefundsPending,
} from "@/lib/server/event/end-tickets";
import { lockAccounts } from "@/lib/server/ledger/accounts";
import { postLedgerEntry } from "@/lib/server/ledger/post";
import { refuseLedgerEntriesOfRestrictedUsers } from "@/lib/server/ledger/restrictions";
import { lockRedemption, returnBenefitToPool } from "@/lib/server/promotion/change-redemption";
import { refuseRefundOfReturnedMoney } from "@/lib/server/system-wallet/clear-suspense";
import {
  lockTransactionRecord,
  TRANSACTION_RECORD_TYPE,
  type TransactionRecord,
  transactionRecordRef,
  updateTransaction,
} from "./change-transaction";
import { notifyOfRefund } from "./notify-parties";
import { isPaidOutByProvider, refundableAmount, refundPostings, returnedToPool } from "./postings";
import { queueRefund } from "./send-refund";
import { readTransactionDetails } from "./single";

type RefundInput = InputOf<typeof contract.refund>;

/**
 * Refunds a transaction in full or in part. Above the limit a second admin must approve (docs/rules.md, Four eyes).
 * @throws 404; 400 for more than remains; 409 with the current record if the remaining amount differs from the form, nothing is left, a
 * refund is pending, the money was paid to a bank, a wallet is restricted or closed, the receiver no longer has the money, or only part of
 * a payment for tickets would be refunded
 */
export async function refundTransaction({ tx, admin, audit }: WriteContext, input: RefundInput) {
  const transaction = await lockTransactionRecord(tx, input.transactionId);
  if (!transaction) throw refuse.notFound("transaction");
  await refuseWhileChangeWaits(tx, TRANSACTION_RECORD_TYPE, transaction.id, () =>
    readTransactionDetails(tx, transaction.id),
  );
  await refuseAboveRemaining(tx, transaction, input);
  await refuseRefundOfReturnedMoney(tx, transaction.id, input.amount);
  const record = transactionRecordRef(transaction);
  const before = { state: transaction.state, refunded: formatMoney(transaction.refundedAmount) };
  // Includes earlier refunds, because several small ones must not bypass the second admin.
  if (transaction.refundedAmount + input.amount > env().refundLimit) {
    await refuseIfLedgerWouldRefuse(tx, transaction, input.amount);
    const approval = await requestApproval(tx, {
      kind: "transaction.refund",
      record,
      change: `Refund ${formatMoney(input.amount)} of ${formatMoney(transaction.amount)} (${transaction.reference})`,
      payload: { amount: input.amount },
      requestedBy: admin.id,
      reason: input.reason,
    });
    audit({ record, before, after: { ...before, awaiting_approval: approval.change, reason: input.reason } });
  } else {
    const { auditValues } = await makeRefund(tx, transaction, {
      amount: input.amount,
      postedBy: admin.id,
      firstEvents: [{ kind: "request", message: requestedByMessage(fullName(admin), input.reason) }],
      reason: input.reason,
    });
    audit({ record, before, after: { ...auditValues, reason: input.reason } });
  }
  return readTransactionDetails(tx, transaction.id);
}

async function refuseAboveRemaining(tx: Transaction, transaction: TransactionRecord, input: RefundInput) {
  const remaining = refundableAmount(transaction);
  const current = () => readTransactionDetails(tx, transaction.id);
  if (isPaidOutByProvider(transaction)) throw refuse.conflict(PAID_OUT_MESSAGE, await current());
  if (remaining === 0)
    throw refuse.conflict(
      `There is nothing to give back: this transaction is ${transaction.state.replace("_", " ")}.`,
      await current(),
    );
  if (input.remaining !== remaining)
    throw refuse.conflict(
      `Only ${formatMoney(remaining)} is left to refund, not ${formatMoney(input.remaining)}. Check the latest refunds and choose again.`,
      await current(),
    );
  if (input.amount > remaining)
    throw refuse.badInput(`At most ${formatMoney(remaining)} can be refunded.`, {
      amount: `At most ${formatMoney(remaining)} remain.`,
    });
  const order = await findTicketOrderOfPayment(tx, transaction.id);
  if (!order) return;
  if (input.amount < remaining) throw refuse.conflict(PAID_FOR_TICKETS_MESSAGE, await current());
  await refuseWhileTicketRefundsPending(tx, order.id, current);
}

const PAID_FOR_TICKETS_MESSAGE = "This paid for tickets. Refund single tickets on their pages, or all of it here.";

const PAID_OUT_MESSAGE =
  "This money went out to a bank, so a refund would bring nothing back. When the bank returns it, finance books it on suspense and from there to the user's wallet (System wallet).";

type EventFields = Pick<typeof transactionEvents.$inferInsert, "kind" | "message" | "at">;

/** Returns the message of a refund's first event. */
export const requestedByMessage = (name: string, reason: string) => `Requested by ${name}: ${reason}`;

/**
 * Refuses a refund that the ledger would refuse now, instead of requesting its approval. Locks the wallets of both citizens, so that
 * closing one of their accounts waits until the refund request is saved, and then finds the saved request.
 */
export async function refuseIfLedgerWouldRefuse(tx: Transaction, transaction: TransactionRecord, amount: number) {
  const { userId, counterpartyId } = transaction;
  const wallets = await lockAccounts(tx, counterpartyId ? [userId, counterpartyId] : [userId]);
  await refuseLedgerEntriesOfRestrictedUsers(tx, [{ postings: refundPostings(transaction, amount) }], wallets);
}

type RefundOptions = {
  amount: number;
  /** Requesting admin; null if the refund is automatic. */
  postedBy: string | null;
  /** First events of the refund: who requested and who approved it. */
  firstEvents: EventFields[];
  /** Reason stored with the tickets that are refunded together with the payment. */
  reason?: string;
  /** True if the calling code updates the tickets that the original payment paid for. */
  leavesTickets?: boolean;
};

type RefundResult = {
  /** Additional values for the payment's audit row. */
  auditValues: {
    state: TransactionState;
    refunded: string;
    refund: string;
    /** Kobo of the promotion that return to its pool. */
    returned_to_pool?: string;
    tickets_refunded?: number;
    /** Number of checked-in tickets, which are not refunded. */
    tickets_left_checked_in?: number;
  };
  /** Id of the refund's own transaction. */
  refundId: string;
  amountToPayer: number;
};

/**
 * Makes a refund within the caller's database transaction: inserts the refund with its events and ledger entry, and adds an event to the
 * original payment. Refunds valid tickets that the payment paid for. Notifies the citizens. The caller has locked the payment's row.
 * @throws 409 when less than `amount` remains, when the receiver no longer has the money, or for part of a payment for tickets
 */
export async function makeRefund(
  tx: Transaction,
  transaction: TransactionRecord,
  { amount, postedBy, firstEvents, reason, leavesTickets = false }: RefundOptions,
): Promise<RefundResult> {
  const remaining = refundableAmount(transaction);
  if (isPaidOutByProvider(transaction)) throw refuse.conflict(`${PAID_OUT_MESSAGE} Reject the request.`);
  if (amount > remaining)
    throw refuse.conflict(
      `Only ${formatMoney(remaining)} of this transaction remain. Reject the request, and ask for less.`,
    );
  const order = leavesTickets ? undefined : await findTicketOrderOfPayment(tx, transaction.id);
  if (order && amount < remaining) throw refuse.conflict(PAID_FOR_TICKETS_MESSAGE);
  await refuseRefundOfReturnedMoney(tx, transaction.id, amount);
  // Locks the redemption before any account, as the lock order requires.
  const redemption = await lockRedemption(tx, transaction);
  const returnedToPoolAmount = returnedToPool(transaction, amount);
  const toPayer = amount - returnedToPoolAmount;
  const id = uuid();
  const reference = `RFD-${id.slice(-12).toUpperCase()}`;
  const { entry } = await postLedgerEntry(tx, {
    key: `refund:${id}`,
    kind: "transaction_refund",
    description: `Refund of ${transaction.reference} (${reference})`,
    source: { type: TRANSACTION_RECORD_TYPE, id },
    postedBy,
    postings: refundPostings(transaction, amount),
  });
  const refundedAmount = transaction.refundedAmount + amount;
  await tx.insert(transactions).values({
    id,
    reference,
    userId: transaction.userId,
    counterpartyId: transaction.counterpartyId,
    type: "refund",
    channel: transaction.channel,
    methodId: transaction.methodId,
    amount,
    discount: transaction.discount > 0 ? returnedToPoolAmount : 0,
    cashback: transaction.cashback > 0 ? returnedToPoolAmount : 0,
    state: "succeeded",
    refundOf: transaction.id,
    cardLast4: transaction.cardLast4,
    description: `Refund of ${transaction.reference}`,
    createdAt: entry.postedAt,
    completedAt: entry.postedAt,
  });
  if (redemption) await returnBenefitToPool(tx, redemption, returnedToPoolAmount);
  const isSentToProvider = toPayer > 0 && (await queueRefund(tx, transaction, { refundId: id, amount: toPayer }));
  const refundEvent: EventFields = isSentToProvider
    ? { kind: "attempt", message: "Ordered from the payment provider" }
    : { kind: "refund", message: "Given back in our own ledger: no provider is concerned" };
  await tx
    .insert(transactionEvents)
    .values([...firstEvents, refundEvent].map((event) => ({ transactionId: id, ...event })));
  const poolNote = returnedToPoolAmount ? `, ${formatMoney(returnedToPoolAmount)} of it to the promotions pool` : "";
  const state = refundedAmount === transaction.amount ? "refunded" : "partially_refunded";
  await tx.insert(transactionEvents).values({
    transactionId: transaction.id,
    kind: "refund",
    fromState: transaction.state,
    toState: state,
    message: `${formatMoney(amount)} refunded (${reference})${poolNote}`,
  });
  await updateTransaction(tx, transaction.id, { refundedAmount, state });
  const auditValues = {
    state,
    refunded: formatMoney(refundedAmount),
    refund: reference,
    returned_to_pool: returnedToPoolAmount ? formatMoney(returnedToPoolAmount) : undefined,
  } as const;
  if (!order) {
    // A caller that updates the tickets also notifies the citizens.
    if (!leavesTickets) await notifyOfRefund(tx, transaction, { amount, back: toPayer });
    return { auditValues, refundId: id, amountToPayer: toPayer };
  }
  const isOfOrder = eq(tickets.orderId, order.id);
  const refunded = await markTicketsRefunded(tx, isOfOrder, { refundId: id, reason: reason ?? `Refund ${reference}` });
  if (refunded.length)
    await notifyTicketsRefunded(tx, refunded, { amount: toPayer, buyerId: order.userId, channel: transaction.channel });
  else await notifyOfRefund(tx, transaction, { amount, back: toPayer });
  const checkedIn = await tx.$count(tickets, and(isOfOrder, eq(tickets.state, "checked_in")));
  const orderAudit = { tickets_refunded: refunded.length, tickets_left_checked_in: checkedIn || undefined };
  return { auditValues: { ...auditValues, ...orderAudit }, refundId: id, amountToPayer: toPayer };
}
