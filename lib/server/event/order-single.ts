import "server-only";
import { and, asc, eq } from "drizzle-orm";
import type { OwnOrder } from "@/lib/contract/event.app";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { eventOrderItems, eventOrders, events, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { transactions } from "@/lib/server/db/schema/transaction";
import { isOpenState } from "@/lib/server/transaction/change-transaction";
import { readOpenCheckouts } from "@/lib/server/transaction/provider-reference";
import { orderStateOf } from "./change-order";
import type { OrderRecord } from "./record";

/** Returns an order as the citizen app shows it to its buyer. */
export async function readOrderDetails(db: Queryable, orderId: string): Promise<OwnOrder> {
  const [found] = await db
    .select({ order: eventOrders, event: { id: events.id, title: events.title }, payment: transactions })
    .from(eventOrders)
    .innerJoin(events, eq(events.id, eventOrders.eventId))
    .leftJoin(transactions, eq(transactions.id, eventOrders.transactionId))
    .where(eq(eventOrders.id, orderId));
  if (!found) throw refuse.notFound("order");
  const { order, event, payment } = found;
  const items = await db
    .select({
      ticket_type_id: eventOrderItems.ticketTypeId,
      name: ticketTypes.name,
      quantity: eventOrderItems.quantity,
      price: eventOrderItems.price,
    })
    .from(eventOrderItems)
    .innerJoin(ticketTypes, eq(ticketTypes.id, eventOrderItems.ticketTypeId))
    .where(eq(eventOrderItems.orderId, orderId))
    .orderBy(asc(ticketTypes.position), asc(ticketTypes.id));
  const checkouts = await readOpenCheckouts(db, payment && isOpenState(payment.state) ? [payment.id] : []);
  return {
    id: order.id,
    reference: order.reference,
    event,
    state: orderStateOf(order),
    total: order.total,
    items,
    expires_at: order.expiresAt.toISOString(),
    created_at: order.createdAt.toISOString(),
    payment: payment && {
      id: payment.id,
      reference: payment.reference,
      channel: payment.channel,
      amount: payment.amount,
      fee: payment.fee,
      discount: payment.discount,
      cashback: payment.cashback,
      state: payment.state,
      failure_reason: payment.failureReason,
      checkout: checkouts.get(payment.id) ?? null,
    },
    tickets: order.state === "paid" ? await ticketsOf(db, order) : [],
  };
}

/** Selects only tickets that the buyer still holds. A transferred ticket has a new code, which the buyer must not see. */
const ticketsOf = (db: Queryable, { id, userId }: OrderRecord): Promise<OwnOrder["tickets"]> =>
  db
    .select({
      id: tickets.id,
      reference: tickets.reference,
      code: tickets.code,
      type: ticketTypes.name,
      state: tickets.state,
      price: tickets.price,
    })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .where(and(eq(tickets.orderId, id), eq(tickets.holderId, userId)))
    .orderBy(asc(ticketTypes.position), asc(tickets.id));

/** Returns a citizen's own order. @throws 404, also for another citizen's order */
export async function readOrderForApp(
  { db, citizen }: HandlerContext,
  { orderId, eventId, user_id }: { orderId: string; eventId: string; user_id: string },
): Promise<OwnOrder> {
  const user = await citizen(user_id);
  const [ownOrder] = await db
    .select({ id: eventOrders.id })
    .from(eventOrders)
    .where(and(eq(eventOrders.id, orderId), eq(eventOrders.eventId, eventId), eq(eventOrders.userId, user.id)));
  if (!ownOrder) throw refuse.notFound("order");
  return readOrderDetails(db, ownOrder.id);
}
