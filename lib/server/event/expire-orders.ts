import "server-only";
import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { log } from "@/lib/server/base/log";
import type { Database, Transaction } from "@/lib/server/db/client";
import { eventOrderItems, eventOrders } from "@/lib/server/db/schema/event";
import { emitOrderWebhooks } from "@/lib/server/webhooks/record-events";
import { eventRecordRef, lockEvent } from "./record";
import { releaseSeats } from "./seats";

/**
 * Maximum number of orders that one transaction expires, all of one event. MAX_EVENTS limits the events of one run. The next run handles the rest.
 */
const MAX_ORDERS = 500;
const MAX_EVENTS = 100;

type ExpiredAudit = { expired_orders: number; seats_back: number };

const isLate = () => and(eq(eventOrders.state, "reserved"), lte(eventOrders.expiresAt, sql`now()`));

/**
 * Expires the overdue orders of an event and frees their seats. The caller has locked the event. Skips locked orders,
 * because waiting for them would violate the lock order.
 * @returns null if no order was overdue
 */
export async function expireOrdersOf(tx: Transaction, eventId: string): Promise<ExpiredAudit | null> {
  const overdue = tx
    .select({ id: eventOrders.id })
    .from(eventOrders)
    .where(and(eq(eventOrders.eventId, eventId), isLate()))
    .limit(MAX_ORDERS)
    .for("no key update", { skipLocked: true });
  const expired = await tx
    .update(eventOrders)
    .set({ state: "expired", endedAt: sql`now()`, version: sql`${eventOrders.version} + 1` })
    .where(inArray(eventOrders.id, overdue))
    .returning();
  if (!expired.length) return null;
  const seats = await releaseSeatsOf(tx, eventId, expired);
  await emitOrderWebhooks(tx, expired);
  return { expired_orders: expired.length, seats_back: seats.reduce((sum, { quantity }) => sum + quantity, 0) };
}

/** Frees the seats of unpaid orders of one event. @returns the seats by ticket type */
export async function releaseSeatsOf(tx: Transaction, eventId: string, orders: readonly { id: string }[]) {
  const seats = await tx
    .select({
      ticketTypeId: eventOrderItems.ticketTypeId,
      quantity: sql<number>`sum(${eventOrderItems.quantity})::int`,
    })
    .from(eventOrderItems)
    .where(sql`${eventOrderItems.orderId} = any(${sql.param(orders.map(({ id }) => id))}::uuid[])`)
    .groupBy(eventOrderItems.ticketTypeId);
  await releaseSeats(tx, eventId, seats);
  return seats;
}

/**
 * Expires the overdue orders of all events, one transaction per event. Runs as a scheduled task (process/timed-tasks.ts), also on several
 * servers in parallel.
 * @returns number of expired orders
 */
export async function expireOrders(db: Database): Promise<number> {
  const due = await db.selectDistinct({ id: eventOrders.eventId }).from(eventOrders).where(isLate()).limit(MAX_EVENTS);
  let count = 0;
  // An error in one event does not stop the other events. The next run retries the event.
  for (const { id } of due)
    count += await inTransaction(db, async (tx) => {
      const event = await lockEvent(tx, id);
      const expired = await expireOrdersOf(tx, id);
      if (!expired) return 0;
      const record = eventRecordRef(event);
      await appendAudit(tx, {
        at: new Date(),
        adminId: null,
        adminName: null,
        action: "event.expireOrders",
        outcome: "done",
        refusal: null,
        recordType: record.type,
        recordId: record.id,
        recordName: record.name,
        before: null,
        after: expired,
        address: "",
        device: "",
        requestId: "",
      });
      return expired.expired_orders;
    }).catch((error: unknown) => {
      log.warn({ err: error, eventId: id }, "the expired orders of an event could not be ended");
      return 0;
    });
  return count;
}
