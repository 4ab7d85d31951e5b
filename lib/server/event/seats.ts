import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { pluralize } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { events, ticketTypes } from "@/lib/server/db/schema/event";

/** Number of seats of one ticket type, for example in an order. */
export type TicketTypeQuantity = { ticketTypeId: string; quantity: number };

/** Sorts by type id, so that transactions with the same types wait for each other's row locks and never deadlock. */
const sortedById = <T extends TicketTypeQuantity>(seats: readonly T[]) =>
  [...seats].sort((a, b) => (a.ticketTypeId < b.ticketTypeId ? -1 : 1));
const totalSeats = (seats: readonly TicketTypeQuantity[]) => seats.reduce((total, { quantity }) => total + quantity, 0);

/**
 * Reserves seats for an order. The caller has locked the event (`lockEvent`) and expired overdue orders. Each statement
 * checks and reserves in one step; check constraints also prevent overselling.
 * @throws 409 with the sold-out ticket type or event, and the number of available seats
 */
export async function reserveSeats(
  tx: Transaction,
  eventId: string,
  seats: readonly TicketTypeQuantity[],
): Promise<void> {
  for (const { ticketTypeId, quantity } of sortedById(seats)) {
    const [updatedType] = await tx
      .update(ticketTypes)
      .set({ held: sql`${ticketTypes.held} + ${quantity}` })
      .where(
        and(
          eq(ticketTypes.id, ticketTypeId),
          eq(ticketTypes.eventId, eventId),
          sql`${ticketTypes.sold} + ${ticketTypes.held} + ${quantity} <= ${ticketTypes.quantity}`,
        ),
      )
      .returning({ id: ticketTypes.id });
    if (!updatedType) throw await typeSoldOutRefusal(tx, ticketTypeId);
  }
  const total = totalSeats(seats);
  const [updatedEvent] = await tx
    .update(events)
    .set({ taken: sql`${events.taken} + ${total}` })
    .where(and(eq(events.id, eventId), sql`${events.taken} + ${total} <= coalesce(${events.capacity}, 2147483647)`))
    .returning({ id: events.id });
  if (!updatedEvent) throw await eventSoldOutRefusal(tx, eventId);
}

async function typeSoldOutRefusal(tx: Transaction, ticketTypeId: string) {
  const [type] = await tx.select().from(ticketTypes).where(eq(ticketTypes.id, ticketTypeId));
  if (!type) return refuse.notFound("ticket type");
  const left = type.quantity - type.sold - type.held;
  return refuse.conflict(left > 0 ? leftMessage(left, ` of ${type.name}`) : `${type.name} is sold out.`);
}

async function eventSoldOutRefusal(tx: Transaction, eventId: string) {
  const [event] = await tx.select().from(events).where(eq(events.id, eventId));
  const left = (event?.capacity ?? 0) - (event?.taken ?? 0);
  return refuse.conflict(left > 0 ? leftMessage(left) : "This event is sold out.");
}

const leftMessage = (left: number, suffix = "") => `Only ${pluralize(left, "ticket")}${suffix} left.`;

/** Converts reserved seats to sold ones after a payment. `price` in kobo per seat. */
export async function sellSeats(
  tx: Transaction,
  seats: readonly (TicketTypeQuantity & { price: number })[],
): Promise<void> {
  for (const { ticketTypeId, quantity, price } of sortedById(seats))
    await tx
      .update(ticketTypes)
      .set({
        held: sql`${ticketTypes.held} - ${quantity}`,
        sold: sql`${ticketTypes.sold} + ${quantity}`,
        revenue: sql`${ticketTypes.revenue} + ${quantity * price}`,
      })
      .where(eq(ticketTypes.id, ticketTypeId));
}

/** Frees the reserved seats of an order that expired, failed or was cancelled. */
export async function releaseSeats(
  tx: Transaction,
  eventId: string,
  seats: readonly TicketTypeQuantity[],
): Promise<void> {
  await freeEventSeats(tx, eventId, totalSeats(seats));
  for (const { ticketTypeId, quantity } of sortedById(seats))
    await tx
      .update(ticketTypes)
      .set({ held: sql`${ticketTypes.held} - ${quantity}` })
      .where(eq(ticketTypes.id, ticketTypeId));
}

/** Frees the seats of refunded or voided tickets. `amount` in kobo for all seats together. */
export async function freeSoldSeats(
  tx: Transaction,
  eventId: string,
  seats: readonly (TicketTypeQuantity & { amount: number })[],
): Promise<void> {
  await freeEventSeats(tx, eventId, totalSeats(seats));
  for (const { ticketTypeId, quantity, amount } of sortedById(seats))
    await tx
      .update(ticketTypes)
      .set({ sold: sql`${ticketTypes.sold} - ${quantity}`, revenue: sql`${ticketTypes.revenue} - ${amount}` })
      .where(eq(ticketTypes.id, ticketTypeId));
}

const freeEventSeats = (tx: Transaction, eventId: string, total: number) =>
  tx
    .update(events)
    .set({ taken: sql`${events.taken} - ${total}` })
    .where(eq(events.id, eventId));
