import "server-only";
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Channel } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import { awaitingOf, refuseWhileAwaiting } from "@/lib/server/approvals/awaiting";
import { tellCitizen } from "@/lib/server/citizen/tell-citizen";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { eventOrders, events, tickets } from "@/lib/server/db/schema/event";
import { type OrderRecord, TICKET, type TicketRecord } from "./record";
import { returnSeats } from "./seats";
import type { EventRecord } from "./state";

/** The order that this transaction paid for, where tickets came of it. */
export async function orderWithTickets(db: Queryable, transactionId: string): Promise<OrderRecord | undefined> {
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

/** @throws 409 with the record of anyone who asks, while a refund of one of the order's tickets waits */
export async function refuseWhileTicketsAwait(
  db: Queryable,
  orderId: string,
  current: () => Promise<unknown>,
): Promise<void> {
  const found = await db.select({ id: tickets.id }).from(tickets).where(eq(tickets.orderId, orderId));
  const ids = found.map(({ id }) => id);
  for (const id of (await awaitingOf(db, TICKET, ids)).keys()) await refuseWhileAwaiting(db, TICKET, id, current);
}

/**
 * Those of these tickets that are valid become refunded, and their seats can be sold again. The caller has given their
 * price back, in the same transaction. @returns them as they are now
 */
export const markRefunded = (tx: Transaction, which: SQL, because: { refundId: string; reason: string }) =>
  end(tx, which, { state: "refunded", ...because });

/** Those that are valid become void, and their seats can be sold again. @returns them as they are now */
export const markVoid = (tx: Transaction, which: SQL, reason: string) => end(tx, which, { state: "void", reason });

type Ending = { state: "refunded"; refundId: string; reason: string } | { state: "void"; reason: string };

async function end(tx: Transaction, which: SQL, ending: Ending): Promise<TicketRecord[]> {
  const found = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(which, eq(tickets.state, "valid")))
    .orderBy(asc(tickets.id))
    .for("update");
  if (!found.length) return [];
  const ids = found.map(({ id }) => id);
  const ended = await tx
    .update(tickets)
    .set({ ...ending, updatedAt: sql`clock_timestamp()`, version: sql`${tickets.version} + 1` })
    .where(and(inArray(tickets.id, ids), eq(tickets.state, "valid")))
    .returning();
  await returnSeatsOf(tx, ended);
  return ended;
}

/** The seats of tickets that are no longer valid can be sold again; the tickets are all of one event. */
export async function returnSeatsOf(tx: Transaction, gone: readonly TicketRecord[]): Promise<void> {
  const [first] = gone;
  if (!first) return;
  const seats = [...new Set(gone.map(({ ticketTypeId }) => ticketTypeId))].map((ticketTypeId) => {
    const ofType = gone.filter((each) => each.ticketTypeId === ticketTypeId);
    return { ticketTypeId, quantity: ofType.length, amount: ofType.reduce((sum, { price }) => sum + price, 0) };
  });
  await returnSeats(tx, first.eventId, seats);
}

/** Tells anyone who paid that the money comes back, and holders other than that that their tickets open no gate any more. */
export async function tellRefunded(
  tx: Transaction,
  refunded: readonly TicketRecord[],
  { amount, buyerId, channel }: { amount: number; buyerId: string; channel: Channel },
): Promise<void> {
  const [first] = refunded;
  if (!first) return;
  const [event] = await tx.select().from(events).where(eq(events.id, first.eventId));
  const data = { category: "event", event_id: first.eventId };
  const title = `Tickets for ${event?.title ?? ""} were refunded`;
  const listed = (some: readonly TicketRecord[]) => some.map(({ reference }) => reference).join(", ");
  const back = `${formatMoney(amount)} goes back to ${channel === "wallet" ? "your wallet" : "where you paid from"}.`;
  const gone = "They can't be used any more.";
  const text = `${title}: ${listed(refunded)}. ${gone}\n\n${back}`;
  await tellCitizen(tx, buyerId, { subject: title, text, title, body: back, data });
  const holders = new Set(refunded.map(({ holderId }) => holderId).filter((id) => id !== buyerId));
  for (const holderId of holders) {
    const theirs = refunded.filter((each) => each.holderId === holderId);
    const news = `${title}: ${listed(theirs)}. ${gone} The money goes back to the person who paid.`;
    await tellCitizen(tx, holderId, { subject: title, text: news, title, body: gone, data });
  }
}

/**
 * The bank took back what was paid for these tickets: those that are valid become void, as with a full refund, and their
 * holders are told. The caller has locked the payment.
 * @returns how many, for the audit trail; nothing where it paid for none
 */
export async function voidTicketsOf(tx: Transaction, transactionId: string) {
  const order = await orderWithTickets(tx, transactionId);
  if (!order) return {};
  const isOfOrder = eq(tickets.orderId, order.id);
  const gone = await markVoid(tx, isOfOrder, "The bank took the payment back");
  const [event] = await tx.select().from(events).where(eq(events.id, order.eventId));
  if (event) for (const ticket of gone) await tellVoid(tx, ticket, event);
  const checkedIn = await tx.$count(tickets, and(isOfOrder, eq(tickets.state, "checked_in")));
  return { tickets_void: gone.length, tickets_left_checked_in: checkedIn || undefined };
}

/** Tells the holder of a ticket that it opens no gate any more, though no money went back for it. */
export async function tellVoid(
  tx: Transaction,
  ticket: TicketRecord,
  { id, title }: Pick<EventRecord, "id" | "title">,
) {
  const subject = `Your ticket for ${title} is no longer valid`;
  const body = "It can't be used any more.";
  await tellCitizen(tx, ticket.holderId, {
    subject,
    text: `Your ticket ${ticket.reference} for ${title} is no longer valid. ${body}\n\nIf you don't know why, contact our support team.`,
    title: subject,
    body,
    data: { category: "event", event_id: id },
  });
}
