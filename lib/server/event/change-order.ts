import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { TicketOrderState } from "@/lib/contract/event.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { eventOrderItems, eventOrders } from "@/lib/server/db/schema/event";
import { emitOrderWebhooks } from "@/lib/server/webhooks/record-events";
import type { OrderRecord } from "./record";
import type { TicketTypeQuantity } from "./seats";

/** One ticket type of an order, with the number of tickets and the price of one ticket in kobo. */
export type OrderItem = TicketTypeQuantity & { price: number };

/** Returns an order's current state: a reserved order past its deadline is `expired`, even if its row was not updated yet. */
export const orderStateOf = ({ state, expiresAt }: OrderRecord, now = Date.now()): TicketOrderState =>
  state === "reserved" && expiresAt.getTime() <= now ? "expired" : state;

/** Locks a citizen's order until the transaction ends. @throws 404 if it belongs to another citizen or another event */
export async function lockOwnOrder(
  tx: Transaction,
  { orderId, eventId, user_id }: { orderId: string; eventId: string; user_id: string },
): Promise<OrderRecord> {
  const [order] = await tx.select().from(eventOrders).where(eq(eventOrders.id, orderId)).for("no key update");
  if (!order || order.userId !== user_id || order.eventId !== eventId) throw refuse.notFound("order");
  return order;
}

/** Returns the ticket types of an order with their quantities and prices. */
export const orderItemsOf = (db: Queryable, orderId: string): Promise<OrderItem[]> =>
  db
    .select({
      ticketTypeId: eventOrderItems.ticketTypeId,
      quantity: eventOrderItems.quantity,
      price: eventOrderItems.price,
    })
    .from(eventOrderItems)
    .where(eq(eventOrderItems.orderId, orderId));

/** Moves an order that the caller has locked to another state. */
export async function setOrderState(
  tx: Transaction,
  { id, state: from }: OrderRecord,
  state: TicketOrderState,
  values: Partial<typeof eventOrders.$inferInsert> = {},
): Promise<OrderRecord> {
  const [updated] = await tx
    .update(eventOrders)
    .set({ ...values, state, endedAt: new Date(), version: sql`${eventOrders.version} + 1` })
    .where(and(eq(eventOrders.id, id), eq(eventOrders.state, from)))
    .returning();
  if (!updated) throw new Error(`Order ${id} changed under its lock.`);
  await emitOrderWebhooks(tx, [updated]);
  return updated;
}
