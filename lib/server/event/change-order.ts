import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { OrderState } from "@/lib/contract/event.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { eventOrderItems, eventOrders } from "@/lib/server/db/schema/event";
import type { OrderRecord } from "./record";
import type { Seats } from "./seats";

/** So many tickets of one type at one price in kobo each. */
export type OrderItem = Seats & { price: number };

/** The state as it is now: seats that were not paid in time are not held any more, whether or not that is written down. */
export const orderStateOf = ({ state, expiresAt }: OrderRecord, now = Date.now()): OrderState =>
  state === "reserved" && expiresAt.getTime() <= now ? "expired" : state;

/** An order of this citizen, held until the transaction ends. @throws 404 for another's, and for another event's */
export async function lockOwnOrder(
  tx: Transaction,
  { orderId, eventId, user_id }: { orderId: string; eventId: string; user_id: string },
): Promise<OrderRecord> {
  const [order] = await tx.select().from(eventOrders).where(eq(eventOrders.id, orderId)).for("no key update");
  if (!order || order.userId !== user_id || order.eventId !== eventId) throw refuse.notFound("order");
  return order;
}

export const itemsOf = (db: Queryable, orderId: string): Promise<OrderItem[]> =>
  db
    .select({
      ticketTypeId: eventOrderItems.ticketTypeId,
      quantity: eventOrderItems.quantity,
      price: eventOrderItems.price,
    })
    .from(eventOrderItems)
    .where(eq(eventOrderItems.orderId, orderId));

/** Brings an order, which the caller has locked, to another state. */
export async function moveOrder(
  tx: Transaction,
  { id, state: from }: OrderRecord,
  state: OrderState,
  values: Partial<typeof eventOrders.$inferInsert> = {},
): Promise<OrderRecord> {
  const [moved] = await tx
    .update(eventOrders)
    .set({ ...values, state, endedAt: new Date(), version: sql`${eventOrders.version} + 1` })
    .where(and(eq(eventOrders.id, id), eq(eventOrders.state, from)))
    .returning();
  if (!moved) throw new Error(`Order ${id} changed under its lock.`);
  return moved;
}
