import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ticketReasonInput } from "@/lib/contract/event-tickets";
import { env } from "@/lib/env";
import { formatMoney } from "@/lib/format";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import type { Transaction } from "@/lib/server/db/client";
import { eventOrders, tickets } from "@/lib/server/db/schema/event";
import { refuseRefundOfReturnedMoney } from "@/lib/server/system-wallet/clear-suspense";
import {
  lockTransactionRecord,
  TRANSACTION_RECORD_TYPE,
  type TransactionRecord,
} from "@/lib/server/transaction/change-transaction";
import { refundableAmount } from "@/lib/server/transaction/postings";
import { makeRefund, refuseIfLedgerWouldRefuse, requestedByMessage } from "@/lib/server/transaction/refund";
import { requireValidTicket, ticketWithEvent } from "./change-ticket";
import { markTicketsRefunded, notifyTicketsRefunded } from "./end-tickets";
import { type TicketRecord, ticketRecordRef } from "./record";
import { readTicketDetails } from "./ticket-single";

/**
 * Refunds a ticket as a partial refund of its payment, and frees its seat. If this and earlier refunds of the payment exceed the refund
 * limit, requests a second admin's approval instead.
 * @throws 404; 409 with the current ticket if it was free, is not valid, has changed, a refund of it or its payment is pending, its payment
 * is disputed or has too little left, or the ledger refuses the refund
 */
export async function refundTicket({ tx, admin, audit }: WriteContext, input: z.output<typeof ticketReasonInput>) {
  const current = () => readTicketDetails(tx, input.ticketId);
  const payment = await lockPaymentOf(tx, input.ticketId);
  const { ticket } = await requireValidTicket(tx, input);
  if (ticket.price === 0 || !payment)
    throw refuse.conflict("This ticket was free, so there is nothing to refund. Void it instead.", await current());
  await refuseWhileChangeWaits(tx, TRANSACTION_RECORD_TYPE, payment.id, current);
  if (refundableAmount(payment) < ticket.price)
    throw refuse.conflict(
      `This ticket can't be refunded: its payment ${payment.reference} is ${payment.state.replaceAll("_", " ")}, and only ${formatMoney(refundableAmount(payment))} of it can be refunded.`,
      await current(),
    );
  await refuseRefundOfReturnedMoney(tx, payment.id, ticket.price);
  const record = ticketRecordRef(ticket);
  const before = { state: ticket.state };
  if (payment.refundedAmount + ticket.price > env().refundLimit) {
    await refuseIfLedgerWouldRefuse(tx, payment, ticket.price);
    const approval = await requestApproval(tx, {
      kind: "event.refundTicket",
      record,
      change: `Refund ${formatMoney(ticket.price)} for ticket ${ticket.reference} (${payment.reference})`,
      payload: {},
      requestedBy: admin.id,
      reason: input.reason,
    });
    audit({ record, before, after: { ...before, awaiting_approval: approval.change, reason: input.reason } });
  } else {
    const after = await postTicketRefund(
      tx,
      { ticket, payment },
      {
        postedBy: admin.id,
        reason: input.reason,
        firstEvents: [{ kind: "request", message: requestedByMessage(fullName(admin), input.reason) }],
      },
    );
    audit({ record, before, after: { ...after, reason: input.reason } });
  }
  return current();
}

/** Locks and returns a ticket's payment; call it before locking the ticket. Returns undefined for a free ticket. @throws 404 */
export async function lockPaymentOf(tx: Transaction, ticketId: string): Promise<TransactionRecord | undefined> {
  const { ticket } = await ticketWithEvent(tx, ticketId);
  const [order] = await tx.select().from(eventOrders).where(eq(eventOrders.id, ticket.orderId));
  return order?.transactionId ? lockTransactionRecord(tx, order.transactionId) : undefined;
}

type Sale = { ticket: TicketRecord; payment: TransactionRecord };
type Input = Pick<Parameters<typeof makeRefund>[2], "firstEvents"> & { postedBy: string; reason: string };

/**
 * Refunds one ticket. The caller has locked its payment and checked that the ticket is valid.
 * @returns audit values of the ticket
 * @throws 409 if the ticket is no longer valid, or if `makeRefund` refuses
 */
export async function postTicketRefund(
  tx: Transaction,
  { ticket, payment }: Sale,
  { postedBy, reason, firstEvents }: Input,
) {
  const amount = ticket.price;
  const refundResult = await makeRefund(tx, payment, { amount, postedBy, firstEvents, leavesTickets: true });
  const refunded = await markTicketsRefunded(tx, eq(tickets.id, ticket.id), {
    refundId: refundResult.refundId,
    reason,
  });
  if (!refunded.length)
    throw refuse.conflict(
      "This ticket is no longer valid, so it can't be refunded.",
      await readTicketDetails(tx, ticket.id),
    );
  await notifyTicketsRefunded(tx, refunded, {
    amount: refundResult.amountToPayer,
    buyerId: payment.userId,
    channel: payment.channel,
  });
  return {
    state: "refunded",
    refund: refundResult.auditValues.refund,
    amount: formatMoney(refundResult.amountToPayer),
    returned_to_pool: refundResult.auditValues.returned_to_pool,
  };
}
