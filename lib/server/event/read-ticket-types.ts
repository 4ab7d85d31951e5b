import "server-only";
import { and, asc, eq, exists, inArray, lte, sql } from "drizzle-orm";
import type { TicketType } from "@/lib/contract/event-tickets";
import type { Queryable } from "@/lib/server/db/client";
import { eventOrderItems, eventOrders, events, ticketTypes } from "@/lib/server/db/schema/event";
import { saleStateOf } from "./state";

/** Ticket types of an event in their order, with the sums of their seats and revenue. */
export type TicketTypeTotals = {
  types: TicketType[];
  /** Seats of all ticket types together, but not more than the event's capacity. */
  seats: number;
  sold: number;
  held: number;
  left: number;
  /** Revenue from all ticket types in kobo. */
  revenue: number;
};

const NO_TICKET_TYPES: TicketTypeTotals = { types: [], seats: 0, sold: 0, held: 0, left: 0, revenue: 0 };

/** Returns the ticket types of each event. Seats reserved by overdue orders count as free. */
export async function ticketTypesOf(
  db: Queryable,
  eventIds: readonly string[],
): Promise<Map<string, TicketTypeTotals>> {
  const found = new Map<string, TicketTypeTotals>();
  if (!eventIds.length) return found;
  const ids = [...new Set(eventIds)];
  const isOrdered = exists(
    db.select({ one: sql`1` }).from(eventOrderItems).where(eq(eventOrderItems.ticketTypeId, ticketTypes.id)),
  );
  const rows = await db
    .select({ eventId: events.id, capacity: events.capacity, type: ticketTypes, isUsed: sql<boolean>`${isOrdered}` })
    .from(events)
    .leftJoin(ticketTypes, eq(ticketTypes.eventId, events.id))
    .where(inArray(events.id, ids))
    .orderBy(asc(events.id), asc(ticketTypes.position), asc(ticketTypes.id));
  const expired = await expiredSeats(db, ids);
  for (const eventId of new Set(rows.map((row) => row.eventId))) {
    const rowsOfEvent = rows.filter((row) => row.eventId === eventId);
    const totals = { ...NO_TICKET_TYPES, types: [] as TicketType[] };
    const currentTypes = rowsOfEvent.flatMap(({ type, isUsed }) =>
      type ? [{ ...type, isUsed, held: Math.max(0, type.held - (expired.get(type.id) ?? 0)) }] : [],
    );
    for (const { quantity, sold, held, revenue } of currentTypes) {
      totals.seats += quantity;
      totals.sold += sold;
      totals.held += held;
      totals.revenue += revenue;
    }
    totals.seats = Math.min(totals.seats, rowsOfEvent[0]?.capacity ?? totals.seats);
    totals.left = Math.max(0, totals.seats - totals.sold - totals.held);
    for (const type of currentTypes) {
      const left = Math.max(0, Math.min(type.quantity - type.sold - type.held, totals.left));
      totals.types.push(toTicketType(type, left));
    }
    found.set(eventId, totals);
  }
  return found;
}

/** Returns the ticket types of one event; an empty list if it does not exist. */
export const ticketTypesOfEvent = async (db: Queryable, eventId: string): Promise<TicketTypeTotals> =>
  (await ticketTypesOf(db, [eventId])).get(eventId) ?? NO_TICKET_TYPES;

/** Returns the seats still reserved by overdue orders, by ticket type. */
async function expiredSeats(db: Queryable, eventIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: eventOrderItems.ticketTypeId, seats: sql<number>`sum(${eventOrderItems.quantity})::int` })
    .from(eventOrders)
    .innerJoin(eventOrderItems, eq(eventOrderItems.orderId, eventOrders.id))
    .where(
      and(
        inArray(eventOrders.eventId, eventIds),
        eq(eventOrders.state, "reserved"),
        lte(eventOrders.expiresAt, sql`now()`),
      ),
    )
    .groupBy(eventOrderItems.ticketTypeId);
  return new Map(rows.map(({ id, seats }) => [id, seats]));
}

const toTicketType = (type: typeof ticketTypes.$inferSelect & { isUsed: boolean }, left: number): TicketType => ({
  id: type.id,
  name: type.name,
  description: type.description,
  price: type.price,
  quantity: type.quantity,
  min_per_order: type.minPerOrder,
  max_per_order: type.maxPerOrder,
  sales_from: type.salesFrom?.toISOString() ?? null,
  sales_until: type.salesUntil?.toISOString() ?? null,
  hidden: type.hidden,
  position: type.position,
  sold: type.sold,
  held: type.held,
  left,
  revenue: type.revenue,
  sale: saleStateOf(type, left),
  is_used: type.isUsed,
  version: type.version,
});
