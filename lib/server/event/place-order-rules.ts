import "server-only";
import { and, eq } from "drizzle-orm";
import { formatDateTime } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import { isWaitingApprovalSql } from "@/lib/server/approvals/waiting-requests";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { ticketTypes } from "@/lib/server/db/schema/event";
import { EVENT_RECORD_TYPE } from "./record";
import type { TicketTypeQuantity } from "./seats";
import { type EventRecord, eventStateOf, type TicketTypeRecord } from "./state";

/** Refusal message for orders and payments of a cancelled event. */
export const EVENT_CANCELLED_MESSAGE = "This event is cancelled.";
const NOT_LIVE_MESSAGES = {
  draft: "This event is not on sale.",
  ended: "This event has ended.",
  cancelled: EVENT_CANCELLED_MESSAGE,
} as const;

/**
 * Refuses sales for an event that is not live or whose cancellation is pending. Citizens do not learn of a pending
 * cancellation. The caller has locked the event. @throws 409
 */
export async function refuseUnlessSelling(tx: Transaction, event: EventRecord): Promise<void> {
  const state = eventStateOf(event);
  if (state !== "live") throw refuse.conflict(NOT_LIVE_MESSAGES[state]);
  const [waitingApproval] = await tx
    .select({ id: approvals.id })
    .from(approvals)
    .where(and(isWaitingApprovalSql(), eq(approvals.recordType, EVENT_RECORD_TYPE), eq(approvals.recordId, event.id)))
    .limit(1);
  if (waitingApproval) throw refuse.conflict("Sales for this event are paused.");
}

/** Returns the ordered items with their ticket types, and the number of sold seats of the event. @throws 404 for a type of another event */
export async function loadTicketTypesOfItems<T extends TicketTypeQuantity>(
  tx: Transaction,
  eventId: string,
  items: readonly T[],
) {
  const types = await tx.select().from(ticketTypes).where(eq(ticketTypes.eventId, eventId));
  const byId = new Map(types.map((type) => [type.id, type]));
  const ordered = items.map((item) => {
    const type = byId.get(item.ticketTypeId);
    if (!type) throw refuse.notFound("ticket type");
    return { ...item, type };
  });
  return { ordered, sold: types.reduce((sum, { sold }) => sum + sold, 0) };
}

/** @throws 409 if an ordered type or the event is sold out. Needs no lock, because expiring reservations does not free sold seats. */
export function refuseIfSoldOut({ capacity }: EventRecord, sold: number, types: readonly TicketTypeRecord[]): void {
  const soldOutType = types.find((type) => type.sold >= type.quantity);
  if (soldOutType) throw refuse.conflict(`${soldOutType.name} is sold out.`);
  if (capacity !== null && sold >= capacity) throw refuse.conflict("This event is sold out.");
}

/** @throws 409 if a ticket type is not on sale now. Does not check available seats. */
export function refuseUnlessOnSale({ name, hidden, salesFrom, salesUntil }: TicketTypeRecord, now = Date.now()): void {
  if (hidden) throw refuse.conflict(`${name} is not on sale.`);
  if (salesFrom && salesFrom.getTime() > now)
    throw refuse.conflict(`Sales of ${name} start on ${formatDateTime(salesFrom.getTime())}.`);
  if (salesUntil && salesUntil.getTime() <= now)
    throw refuse.conflict(`Sales of ${name} ended on ${formatDateTime(salesUntil.getTime())}.`);
}

/** @throws 409 if the quantity is outside the ticket type's limits per order */
export function refuseQuantityOutsideLimits(
  { name, minPerOrder, maxPerOrder }: TicketTypeRecord,
  quantity: number,
): void {
  if (quantity < minPerOrder) throw refuse.conflict(`Order at least ${minPerOrder} of ${name}.`);
  if (quantity > maxPerOrder) throw refuse.conflict(`Order at most ${maxPerOrder} of ${name} at a time.`);
}
