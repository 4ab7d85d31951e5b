import "server-only";
import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/spine";
import { appendAudit } from "@/lib/server/audit/audit";
import { log } from "@/lib/server/base/log";
import type { Database, Transaction } from "@/lib/server/db/client";
import { eventOrderItems, eventOrders } from "@/lib/server/db/schema/event";
import { eventRecord, lockEvent } from "./record";
import { releaseSeats } from "./seats";

/** Orders of one event in one transaction, and events in one run: the rest waits for the next. */
const ORDERS = 500;
const EVENTS = 100;

/** What the audit row of an event says of orders that ran out of time. */
type Expired = { expired_orders: number; seats_back: number };

const isDue = () => and(eq(eventOrders.state, "reserved"), lte(eventOrders.expiresAt, sql`now()`));

/**
 * Gives back the seats of this event's orders that were not paid in time. The caller holds the event. An order that
 * somebody works with at this moment is left to them: waiting for it would be against the order of locks.
 * @returns null where there were none
 */
export async function expireOrdersOf(tx: Transaction, eventId: string): Promise<Expired | null> {
  const due = tx
    .select({ id: eventOrders.id })
    .from(eventOrders)
    .where(and(eq(eventOrders.eventId, eventId), isDue()))
    .limit(ORDERS)
    .for("no key update", { skipLocked: true });
  const expired = await tx
    .update(eventOrders)
    .set({ state: "expired", endedAt: sql`now()`, version: sql`${eventOrders.version} + 1` })
    .where(inArray(eventOrders.id, due))
    .returning({ id: eventOrders.id });
  if (!expired.length) return null;
  const ids = expired.map(({ id }) => id);
  const seats = await tx
    .select({
      ticketTypeId: eventOrderItems.ticketTypeId,
      quantity: sql<number>`sum(${eventOrderItems.quantity})::int`,
    })
    .from(eventOrderItems)
    .where(inArray(eventOrderItems.orderId, ids))
    .groupBy(eventOrderItems.ticketTypeId);
  await releaseSeats(tx, eventId, seats);
  return { expired_orders: ids.length, seats_back: seats.reduce((sum, { quantity }) => sum + quantity, 0) };
}

/**
 * The same for all events; run now and then (see process/timed-tasks.ts), by any number of servers. Each event in a transaction of its
 * own.
 * @returns how many orders expired
 */
export async function expireOrders(db: Database): Promise<number> {
  const due = await db.selectDistinct({ id: eventOrders.eventId }).from(eventOrders).where(isDue()).limit(EVENTS);
  let count = 0;
  // One that fails holds up no other: it comes again with the next run.
  for (const { id } of due)
    count += await inTransaction(db, async (tx) => {
      const event = await lockEvent(tx, id);
      const expired = await expireOrdersOf(tx, id);
      if (!expired) return 0;
      const record = eventRecord(event);
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
