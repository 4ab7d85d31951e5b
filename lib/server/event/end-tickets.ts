import "server-only";
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PaymentChannel } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import { refuseWhileChangeWaits, waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { notifyCitizen } from "@/lib/server/citizen/notify-citizen";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { eventOrders, events, tickets } from "@/lib/server/db/schema/event";
import { emitTicketWebhooks } from "@/lib/server/webhooks/record-events";
import { type OrderRecord, TICKET_RECORD_TYPE, type TicketRecord } from "./record";
import { freeSoldSeats } from "./seats";
import type { EventRecord } from "./state";

/** Returns the ticket order that a transaction paid; undefined if it paid no order, or if the order has no tickets. */
export async function findTicketOrderOfPayment(db: Queryable, transactionId: string): Promise<OrderRecord | undefined> {
  const [order] = await db
    .select()
    .from(eventOrders)
    .where(
      and(
        eq(eventOrders.transactionId, transactionId),
        sql`exists (select 1 from tickets t where t.order_id = ${eventOrders}.id)`,
      ),
    );
  return order;
}

/** Refuses a change while a refund of one of the order's tickets is pending. @throws 409 with the result of `current` */
export async function refuseWhileTicketRefundsPending(
  db: Queryable,
  orderId: string,
  current: () => Promise<unknown>,
): Promise<void> {
  const found = await db.select({ id: tickets.id }).from(tickets).where(eq(tickets.orderId, orderId));
  const ids = found.map(({ id }) => id);
  for (const id of (await waitingApprovalsOfRecords(db, TICKET_RECORD_TYPE, ids)).keys())
    await refuseWhileChangeWaits(db, TICKET_RECORD_TYPE, id, current);
}

/**
 * Marks valid tickets that match the condition as refunded, and frees their seats. The caller has refunded their price in the same
 * transaction. @returns the changed tickets
 */
export const markTicketsRefunded = (tx: Transaction, condition: SQL, fields: { refundId: string; reason: string }) =>
  endTickets(tx, condition, { state: "refunded", ...fields });

/** Voids valid tickets that match the condition, and frees their seats. @returns the changed tickets */
export const markTicketsVoid = (tx: Transaction, condition: SQL, reason: string) =>
  endTickets(tx, condition, { state: "void", reason });

type TicketEnding = { state: "refunded"; refundId: string; reason: string } | { state: "void"; reason: string };

async function endTickets(tx: Transaction, condition: SQL, ending: TicketEnding): Promise<TicketRecord[]> {
  const found = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(condition, eq(tickets.state, "valid")))
    .orderBy(asc(tickets.id))
    .for("update");
  if (!found.length) return [];
  const ids = found.map(({ id }) => id);
  const endedTickets = await tx
    .update(tickets)
    .set({ ...ending, updatedAt: sql`clock_timestamp()`, version: sql`${tickets.version} + 1` })
    .where(and(inArray(tickets.id, ids), eq(tickets.state, "valid")))
    .returning();
  await freeSeatsOfTickets(tx, endedTickets);
  await emitTicketWebhooks(tx, endedTickets);
  return endedTickets;
}

/** Frees the seats of tickets that are no longer valid. All tickets must be of one event. */
export async function freeSeatsOfTickets(tx: Transaction, gone: readonly TicketRecord[]): Promise<void> {
  const [first] = gone;
  if (!first) return;
  const seats = [...new Set(gone.map(({ ticketTypeId }) => ticketTypeId))].map((ticketTypeId) => {
    const ofType = gone.filter((each) => each.ticketTypeId === ticketTypeId);
    return { ticketTypeId, quantity: ofType.length, amount: ofType.reduce((sum, { price }) => sum + price, 0) };
  });
  await freeSoldSeats(tx, first.eventId, seats);
}

/** Notifies the payer of the refund, and other ticket holders that their tickets are no longer valid. */
export async function notifyTicketsRefunded(
  tx: Transaction,
  refunded: readonly TicketRecord[],
  { amount, buyerId, channel }: { amount: number; buyerId: string; channel: PaymentChannel },
): Promise<void> {
  const [first] = refunded;
  if (!first) return;
  const [event] = await tx.select().from(events).where(eq(events.id, first.eventId));
  const data = { category: "event", event_id: first.eventId };
  const title = `Tickets for ${event?.title ?? ""} were refunded`;
  const formatReferences = (some: readonly TicketRecord[]) => some.map(({ reference }) => reference).join(", ");
  const back = `${formatMoney(amount)} goes back to ${channel === "wallet" ? "your wallet" : "where you paid from"}.`;
  const gone = "They can't be used any more.";
  const text = `${title}: ${formatReferences(refunded)}. ${gone}\n\n${back}`;
  await notifyCitizen(tx, buyerId, { subject: title, text, title, body: back, data });
  const holders = new Set(refunded.map(({ holderId }) => holderId).filter((id) => id !== buyerId));
  for (const holderId of holders) {
    const theirs = refunded.filter((each) => each.holderId === holderId);
    const holderText = `${title}: ${formatReferences(theirs)}. ${gone} The money is refunded to the person who paid.`;
    await notifyCitizen(tx, holderId, { subject: title, text: holderText, title, body: gone, data });
  }
}

/**
 * Voids the valid tickets of a payment that the bank has reversed, and notifies their holders. The caller has locked the payment.
 * @returns audit values with the counts; empty if the payment was not for tickets
 */
export async function voidTicketsOfPayment(tx: Transaction, transactionId: string) {
  const order = await findTicketOrderOfPayment(tx, transactionId);
  if (!order) return {};
  const isOfOrder = eq(tickets.orderId, order.id);
  const gone = await markTicketsVoid(tx, isOfOrder, "The bank took the payment back");
  const [event] = await tx.select().from(events).where(eq(events.id, order.eventId));
  if (event) for (const ticket of gone) await notifyTicketVoided(tx, ticket, event);
  const checkedIn = await tx.$count(tickets, and(isOfOrder, eq(tickets.state, "checked_in")));
  return { tickets_void: gone.length, tickets_left_checked_in: checkedIn || undefined };
}

/** Notifies the holder of a ticket that was voided without a refund. */
export async function notifyTicketVoided(
  tx: Transaction,
  ticket: TicketRecord,
  { id, title }: Pick<EventRecord, "id" | "title">,
) {
  const subject = `Your ticket for ${title} is no longer valid`;
  const body = "It can't be used any more.";
  await notifyCitizen(tx, ticket.holderId, {
    subject,
    text: `Your ticket ${ticket.reference} for ${title} is no longer valid. ${body}\n\nIf you don't know why, contact our support team.`,
    title: subject,
    body,
    data: { category: "event", event_id: id },
  });
}
