import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { Database } from "@/lib/server/db/client";
import { eventCategories, events, ticketTypes } from "@/lib/server/db/schema/event";
import { makeAdmin, type TestApp } from "./app";

let eventCount = 0;

/** Inserts an event category with a unique name. */
export async function makeEventCategory(app: TestApp, values: Partial<typeof eventCategories.$inferInsert> = {}) {
  const [category] = await app.db
    .insert(eventCategories)
    .values({ id: uuid(), name: `Music ${++eventCount}`, colour: "#0a7d4f", icon: "music", ...values })
    .returning();
  if (!category) throw new Error("The category was not inserted.");
  return category;
}

type TicketTypeInput = Partial<typeof ticketTypes.$inferInsert>;
/** Returns the time that is `hours` from now. */
export const timeInHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

/** Creates a live event tomorrow with ticket types: by default one type of 100 tickets at ₦1,000 each. */
export async function makeEvent(
  app: TestApp,
  { types = [{}], ...values }: Partial<typeof events.$inferInsert> & { types?: TicketTypeInput[] } = {},
) {
  const id = uuid();
  const createdBy = values.createdBy ?? (await makeAdmin(app)).id;
  const categoryId = values.categoryId ?? (await makeEventCategory(app)).id;
  await app.db.insert(events).values({
    id,
    title: `Calabar concert ${++eventCount}`,
    venue: "Cultural Centre",
    startsAt: timeInHours(24),
    endsAt: timeInHours(28),
    state: "live",
    liveAt: values.state === "draft" ? null : new Date(),
    ...values,
    createdBy,
    categoryId,
  });
  const insertedTypes = types.length
    ? await app.db
        .insert(ticketTypes)
        .values(
          types.map((type, position) => ({
            id: uuid(),
            eventId: id,
            name: `Regular ${position + 1}`,
            price: 100_000,
            quantity: 100,
            position,
            ...type,
          })),
        )
        .returning()
    : [];
  const [event] = await app.db.select().from(events).where(eq(events.id, id));
  if (!event) throw new Error("The event was not inserted.");
  return { event, types: insertedTypes };
}

/**
 * Compares the counters of an event with the number of its tickets and orders.
 * @returns the counters that differ; empty if all agree
 */
export async function findSeatMismatches(db: Database, eventId: string): Promise<object[]> {
  const types = await db.execute<{ name: string; counted: object; found: object }>(sql`
    select t.name, jsonb_build_object('sold', t.sold, 'held', t.held, 'revenue', t.revenue) as counted,
      jsonb_build_object(
        'sold', (select count(*) from tickets k where k.ticket_type_id = t.id and k.state in ('valid', 'checked_in')),
        'held', (select coalesce(sum(i.quantity), 0) from event_order_items i join event_orders o on o.id = i.order_id
          where i.ticket_type_id = t.id and o.state = 'reserved'),
        'revenue', (select coalesce(sum(k.price), 0) from tickets k
          where k.ticket_type_id = t.id and k.state in ('valid', 'checked_in'))) as found
    from ticket_types t where t.event_id = ${eventId}`);
  const seatCounts = await db.execute<{ name: string; counted: number; found: number }>(sql`
    select e.title as name, e.taken as counted,
      (select coalesce(sum(t.sold + t.held), 0)::int from ticket_types t where t.event_id = e.id) as found
    from events e where e.id = ${eventId}`);
  const isSameCount = ({ counted, found }: { counted: unknown; found: unknown }) =>
    JSON.stringify(counted) === JSON.stringify(found);
  return [...types.rows, ...seatCounts.rows].filter((row) => !isSameCount(row));
}
