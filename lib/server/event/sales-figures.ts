import "server-only";
import { sql } from "drizzle-orm";
import type { EventFigures } from "@/lib/contract/event";
import type { TicketState } from "@/lib/contract/event.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { minutesOf } from "./check-ins-by-minute";
import { ticketTypesOf } from "./read-ticket-types";

type Sold = { day: string; type: string; state: TicketState; tickets: number; amount: number };

/** Sales and check-ins of one event. @throws 404 */
export async function eventFigures(db: Queryable, eventId: string): Promise<EventFigures> {
  const onSale = (await ticketTypesOf(db, [eventId])).get(eventId);
  if (!onSale) throw refuse.notFound("event");
  const sold = await soldOf(db, eventId);
  const of = (state: TicketState, type?: string) =>
    sum(sold.filter((each) => each.state === state && (!type || each.type === type)));
  return {
    sold: onSale.sold,
    left: onSale.left,
    checked_in: of("checked_in").tickets,
    refunded: of("refunded").tickets,
    voided: of("void").tickets,
    revenue: onSale.revenue,
    refunded_amount: of("refunded").amount,
    types: onSale.types.map((type) => ({
      id: type.id,
      name: type.name,
      price: type.price,
      quantity: type.quantity,
      sold: type.sold,
      left: type.left,
      checked_in: of("checked_in", type.id).tickets,
      refunded: of("refunded", type.id).tickets,
      revenue: type.revenue,
    })),
    by_day: [...new Set(sold.map(({ day }) => day))].map((day) => ({
      day,
      ...sum(sold.filter((each) => each.day === day)),
    })),
    ...(await minutesOf(db, eventId)),
  };
}

/** Groups an event's tickets by Lagos day of sale, type and state in one query; all figures derive from it. */
async function soldOf(db: Queryable, eventId: string): Promise<Sold[]> {
  const { rows } = await db.execute<Sold>(sql`
    select day::text, type, state, tickets, amount from (
      select (created_at at time zone 'Africa/Lagos')::date as day, ticket_type_id as type, state,
        count(*)::int as tickets, sum(price)::float8 as amount
      from tickets where event_id = ${eventId} group by 1, 2, 3) sold
    order by sold.day`);
  return rows;
}

function sum(sold: readonly Sold[]) {
  const total = { tickets: 0, amount: 0 };
  for (const { tickets, amount } of sold) {
    total.tickets += tickets;
    total.amount += amount;
  }
  return total;
}
