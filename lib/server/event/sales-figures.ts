import "server-only";
import { sql } from "drizzle-orm";
import type { EventFigures } from "@/lib/contract/event";
import type { TicketState } from "@/lib/contract/event.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { checkInsByMinute } from "./check-ins-by-minute";
import { ticketTypesOf } from "./read-ticket-types";

type SalesGroup = { day: string; type: string; state: TicketState; tickets: number; amount: number };

/** Returns sales and check-ins of one event. @throws 404 */
export async function readEventSalesFigures(db: Queryable, eventId: string): Promise<EventFigures> {
  const onSale = (await ticketTypesOf(db, [eventId])).get(eventId);
  if (!onSale) throw refuse.notFound("event");
  const sales = await groupSales(db, eventId);
  const figuresOf = (state: TicketState, type?: string) =>
    sumSales(sales.filter((each) => each.state === state && (!type || each.type === type)));
  return {
    sold: onSale.sold,
    left: onSale.left,
    checked_in: figuresOf("checked_in").tickets,
    refunded: figuresOf("refunded").tickets,
    voided: figuresOf("void").tickets,
    revenue: onSale.revenue,
    refunded_amount: figuresOf("refunded").amount,
    types: onSale.types.map((type) => ({
      id: type.id,
      name: type.name,
      price: type.price,
      quantity: type.quantity,
      sold: type.sold,
      left: type.left,
      checked_in: figuresOf("checked_in", type.id).tickets,
      refunded: figuresOf("refunded", type.id).tickets,
      revenue: type.revenue,
    })),
    by_day: [...new Set(sales.map(({ day }) => day))].map((day) => ({
      day,
      ...sumSales(sales.filter((each) => each.day === day)),
    })),
    ...(await checkInsByMinute(db, eventId)),
  };
}

/** Groups an event's tickets by Lagos day of sale, type and state in one query, from which all figures are computed. */
async function groupSales(db: Queryable, eventId: string): Promise<SalesGroup[]> {
  const { rows } = await db.execute<SalesGroup>(sql`
    select day::text, type, state, tickets, amount from (
      select (created_at at time zone 'Africa/Lagos')::date as day, ticket_type_id as type, state,
        count(*)::int as tickets, sum(price)::float8 as amount
      from tickets where event_id = ${eventId} group by 1, 2, 3) sold
    order by sold.day`);
  return rows;
}

function sumSales(sales: readonly SalesGroup[]) {
  const total = { tickets: 0, amount: 0 };
  for (const { tickets, amount } of sales) {
    total.tickets += tickets;
    total.amount += amount;
  }
  return total;
}
