import "server-only";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { eventOrders, events, tickets } from "@/lib/server/db/schema/event";
import { transactions } from "@/lib/server/db/schema/transaction";
import { lockTransactionRecord, type TransactionRecord } from "@/lib/server/transaction/change-transaction";
import { makeRefund } from "@/lib/server/transaction/refund";
import { markTicketsRefunded, markTicketsVoid } from "./end-tickets";
import type { OrderRecord, TicketRecord } from "./record";
import type { EventRecord } from "./state";

/** An order of a cancelled event, which is to be refunded. */
export type CancelledOrder = { order: OrderRecord; event: EventRecord };

/**
 * Result of refunding an order; `amount` in kobo. `ticketsBefore`: tickets that were valid or checked in before the refund. `endedTickets`: tickets
 * that were refunded or voided.
 */
export type CancelledOrderRefund = {
  amount: number;
  refundReference: string | null;
  endedTickets: TicketRecord[];
  ticketsBefore: TicketRecord[];
};

/** Returns an order with its event. @throws Error if the order does not exist */
export async function readCancelledOrder(tx: Transaction, orderId: string): Promise<CancelledOrder> {
  const [found] = await tx
    .select({ order: eventOrders, event: events })
    .from(eventOrders)
    .innerJoin(events, eq(events.id, eventOrders.eventId))
    .where(eq(eventOrders.id, orderId));
  if (!found) throw new Error(`Order ${orderId} vanished.`);
  return found;
}

/**
 * Refunds the valid tickets of an order, and checked-in tickets if the cancelling admin chose so. Voids free tickets. Skips tickets refunded or
 * voided before, so that no ticket is refunded twice.
 * @throws 409 if the payment is disputed, or a ledger account refuses the posting
 */
export async function refundOrder(tx: Transaction, { order, event }: CancelledOrder): Promise<CancelledOrderRefund> {
  // Locks the payment first, as all refunds do, so that no ticket of this payment is refunded in parallel.
  const payment = order.transactionId ? await lockTransactionRecord(tx, order.transactionId) : undefined;
  const ticketsBefore = await currentTicketsOf(tx, order.id);
  const toRefund = ticketsBefore.filter(({ state }) => state === "valid" || event.refundsCheckedIn);
  const price = toRefund.reduce((sum, each) => sum + each.price, 0);
  const moneyRefund = price > 0 ? await refundPayment(tx, { price, payment, event }) : null;
  const endedTickets = await end(tx, toRefund, {
    refundId: moneyRefund?.refundId ?? null,
    reason: event.cancelReason ?? "",
  });
  // A ticket was scanned or voided after this transaction had read it. Throws to roll back; the next run retries the refund.
  if (endedTickets.length !== toRefund.length)
    throw new Error(`Tickets of order ${order.reference} changed in between.`);
  return {
    amount: moneyRefund?.amount ?? 0,
    refundReference: moneyRefund?.refund ?? null,
    endedTickets,
    ticketsBefore,
  };
}

/** Returns the tickets of an order that are valid or checked in. */
export const currentTicketsOf = (tx: Transaction, orderId: string) =>
  tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.orderId, orderId), inArray(tickets.state, ["valid", "checked_in"])))
    .orderBy(asc(tickets.id));

type PriceAndPayment = { price: number; payment: TransactionRecord | undefined; event: EventRecord };

async function refundPayment(tx: Transaction, { price, payment, event }: PriceAndPayment) {
  if (!payment) throw new Error("Tickets with a price have no payment.");
  if (payment.state === "disputed") throw refuse.conflict(disputedMessage(payment));
  if (payment.state === "won") throw refuse.conflict(wonMessage(payment));
  // In a lost dispute, the bank has already returned the money to the payer.
  if (payment.state === "lost") return { amount: 0, refund: null, refundId: null };
  // Refunds at most the rest of the payment, because an earlier full refund of the payment already included checked-in tickets.
  const amount = Math.min(price, payment.amount - payment.refundedAmount);
  if (amount <= 0) return { amount: 0, refund: null, refundId: await newestRefund(tx, payment.id) };
  const {
    auditValues,
    refundId,
    amountToPayer: back,
  } = await makeRefund(tx, payment, {
    amount,
    postedBy: event.cancelledBy,
    firstEvents: [{ kind: "request", message: await cancelText(tx, event) }],
    leavesTickets: true,
  });
  return { amount: back, refund: auditValues.refund, refundId };
}

const disputedMessage = ({ reference }: TransactionRecord) =>
  `The payment ${reference} is disputed. Record the outcome of the dispute, then retry.`;
const wonMessage = ({ reference }: TransactionRecord) =>
  `A dispute about the payment ${reference} was won, so it can't be refunded. Send the money from System Wallet.`;

async function newestRefund(tx: Transaction, paymentId: string): Promise<string | null> {
  const [refund] = await tx
    .select({ id: transactions.id })
    .from(transactions)
    .where(eq(transactions.refundOf, paymentId))
    .orderBy(desc(transactions.createdAt))
    .limit(1);
  return refund?.id ?? null;
}

async function cancelText(tx: Transaction, { title, cancelReason, cancelledBy: id }: EventRecord): Promise<string> {
  const [admin] = id ? await tx.select().from(admins).where(eq(admins.id, id)) : [];
  return `${title} was cancelled${admin ? ` by ${fullName(admin)}` : ""}: ${cancelReason ?? ""}`;
}

/** Marks tickets as refunded or void. @returns the changed tickets */
async function end(
  tx: Transaction,
  toRefund: readonly TicketRecord[],
  { refundId, reason }: { refundId: string | null; reason: string },
): Promise<TicketRecord[]> {
  const idsOf = (some: readonly TicketRecord[]) => some.map(({ id }) => id);
  // Locks all tickets before the event, because freeing seats locks the event. Gate scans use the same order.
  await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(inArray(tickets.id, idsOf(toRefund)))
    .orderBy(asc(tickets.id))
    .for("update");
  const versionBump = { updatedAt: sql`clock_timestamp()`, version: sql`${tickets.version} + 1` };
  const checkedInIds = idsOf(toRefund.filter(({ state }) => state === "checked_in"));
  // First makes checked-in tickets valid, because a trigger refuses a direct change to refunded or void.
  if (checkedInIds.length)
    await tx
      .update(tickets)
      .set({ state: "valid", checkedInAt: null, checkedInBy: null, gate: "", ...versionBump })
      .where(and(inArray(tickets.id, checkedInIds), eq(tickets.state, "checked_in")));
  const paidIds = refundId ? idsOf(toRefund.filter(({ price }) => price > 0)) : [];
  const freeIds = idsOf(toRefund).filter((id) => !paidIds.includes(id));
  const refunded =
    paidIds.length && refundId ? await markTicketsRefunded(tx, inArray(tickets.id, paidIds), { refundId, reason }) : [];
  const voided = freeIds.length ? await markTicketsVoid(tx, inArray(tickets.id, freeIds), reason) : [];
  return [...refunded, ...voided];
}

/** Returns a refund's result for the audit trail, with formatted amounts. */
export const refundAuditValues = ({ amount, refundReference, endedTickets }: CancelledOrderRefund) => ({
  tickets: endedTickets.length,
  refunded: formatMoney(amount),
  ...(refundReference && { refund: refundReference }),
});
