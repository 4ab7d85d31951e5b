import "server-only";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { eventOrders, events, tickets } from "@/lib/server/db/schema/event";
import { transactions } from "@/lib/server/db/schema/transaction";
import { lockTransaction, type TransactionRecord } from "@/lib/server/transaction/change-transaction";
import { makeRefund } from "@/lib/server/transaction/refund";
import type { OrderRecord, TicketRecord } from "./record";
import { markRefunded, markVoid } from "./return-tickets";
import type { EventRecord } from "./state";

/** Order of a cancelled event. */
export type CancelledOrder = { order: OrderRecord; event: EventRecord };

/**
 * Result of a refund; `amount` in kobo. `held`: tickets valid or checked in before it. `gone`: tickets refunded or voided by it.
 */
export type Refunded = { amount: number; refund: string | null; gone: TicketRecord[]; held: TicketRecord[] };

export async function cancelledOrder(tx: Transaction, orderId: string): Promise<CancelledOrder> {
  const [found] = await tx
    .select({ order: eventOrders, event: events })
    .from(eventOrders)
    .innerJoin(events, eq(events.id, eventOrders.eventId))
    .where(eq(eventOrders.id, orderId));
  if (!found) throw new Error(`Order ${orderId} vanished.`);
  return found;
}

/**
 * Refunds the valid tickets of an order, and the checked-in ones if the cancelling admin chose so. Voids free tickets. Skips
 * tickets that were refunded or voided before, so no ticket is refunded twice.
 * @throws 409 when the payment is disputed, or a ledger account refuses the posting
 */
export async function refundOrder(tx: Transaction, { order, event }: CancelledOrder): Promise<Refunded> {
  // Locked first, as in all refunds, so that no ticket of this payment is refunded in parallel.
  const payment = order.transactionId ? await lockTransaction(tx, order.transactionId) : undefined;
  const held = await heldOf(tx, order.id);
  const going = held.filter(({ state }) => state === "valid" || event.refundsCheckedIn);
  const price = going.reduce((sum, each) => sum + each.price, 0);
  const given = price > 0 ? await pay(tx, { price, payment, event }) : null;
  const gone = await end(tx, going, { refundId: given?.refundId ?? null, reason: event.cancelReason ?? "" });
  // A ticket was scanned or voided after it was read: rolls back, and the run tries again.
  if (gone.length !== going.length) throw new Error(`Tickets of order ${order.reference} changed in between.`);
  return { amount: given?.amount ?? 0, refund: given?.refund ?? null, gone, held };
}

/** Tickets of an order that are valid or checked in. */
export const heldOf = (tx: Transaction, orderId: string) =>
  tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.orderId, orderId), inArray(tickets.state, ["valid", "checked_in"])))
    .orderBy(asc(tickets.id));

type Paid = { price: number; payment: TransactionRecord | undefined; event: EventRecord };

async function pay(tx: Transaction, { price, payment, event }: Paid) {
  if (!payment) throw new Error("Tickets with a price have no payment.");
  if (payment.state === "disputed") throw refuse.conflict(disputed(payment));
  if (payment.state === "won") throw refuse.conflict(won(payment));
  // The bank has already returned this money to the payer.
  if (payment.state === "lost") return { amount: 0, refund: null, refundId: null };
  // A full refund on the payment's page has already covered checked-in tickets.
  const amount = Math.min(price, payment.amount - payment.refundedAmount);
  if (amount <= 0) return { amount: 0, refund: null, refundId: await newestRefund(tx, payment.id) };
  const { said, refundId, back } = await makeRefund(tx, payment, {
    amount,
    postedBy: event.cancelledBy,
    story: [{ kind: "request", message: await cancelledBy(tx, event) }],
    leavesTickets: true,
  });
  return { amount: back, refund: said.refund, refundId };
}

const disputed = ({ reference }: TransactionRecord) =>
  `The payment ${reference} is disputed. Record the outcome of the dispute, then retry.`;
const won = ({ reference }: TransactionRecord) =>
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

async function cancelledBy(tx: Transaction, { title, cancelReason, cancelledBy: id }: EventRecord): Promise<string> {
  const [admin] = id ? await tx.select().from(admins).where(eq(admins.id, id)) : [];
  return `${title} was cancelled${admin ? ` by ${fullName(admin)}` : ""}: ${cancelReason ?? ""}`;
}

/** @returns the tickets that are now refunded or void */
async function end(
  tx: Transaction,
  going: readonly TicketRecord[],
  { refundId, reason }: { refundId: string | null; reason: string },
): Promise<TicketRecord[]> {
  const idsOf = (some: readonly TicketRecord[]) => some.map(({ id }) => id);
  // Locks all tickets before the event, which the first freed seat locks. Gate scans lock in the same order.
  await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(inArray(tickets.id, idsOf(going)))
    .orderBy(asc(tickets.id))
    .for("update");
  const changed = { updatedAt: sql`clock_timestamp()`, version: sql`${tickets.version} + 1` };
  const letIn = idsOf(going.filter(({ state }) => state === "checked_in"));
  // A checked-in ticket can only become refunded or void by way of valid.
  if (letIn.length)
    await tx
      .update(tickets)
      .set({ state: "valid", checkedInAt: null, checkedInBy: null, gate: "", ...changed })
      .where(and(inArray(tickets.id, letIn), eq(tickets.state, "checked_in")));
  const paid = refundId ? idsOf(going.filter(({ price }) => price > 0)) : [];
  const free = idsOf(going).filter((id) => !paid.includes(id));
  const refunded =
    paid.length && refundId ? await markRefunded(tx, inArray(tickets.id, paid), { refundId, reason }) : [];
  const voided = free.length ? await markVoid(tx, inArray(tickets.id, free), reason) : [];
  return [...refunded, ...voided];
}

/** Result for the audit trail, with formatted amounts. */
export const inWords = ({ amount, refund, gone }: Refunded) => ({
  tickets: gone.length,
  refunded: formatMoney(amount),
  ...(refund && { refund }),
});
