import "server-only";
import { and, asc, eq, sql } from "drizzle-orm";
import type { GateCounts, GateView } from "@/lib/contract/event-gate";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { events, ticketScans, ticketTypes } from "@/lib/server/db/schema/event";
import { type EventRecord, eventStateOf } from "./state";

/** The event as a gate asks for it. @throws 404 */
export async function gateEvent(db: Queryable, eventId: string): Promise<EventRecord> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId));
  if (!event) throw refuse.notFound("event");
  return event;
}

/** The event and how many are in. @throws 404 */
export async function gateView(db: Queryable, eventId: string): Promise<GateView> {
  const event = await gateEvent(db, eventId);
  return {
    event: {
      id: event.id,
      title: event.title,
      venue: event.venue,
      state: eventStateOf(event),
      starts_at: event.startsAt?.toISOString() ?? null,
      ends_at: event.endsAt?.toISOString() ?? null,
    },
    counts: await gateCounts(db, eventId),
  };
}

/** Of an offline gate that let somebody in who should have stayed outside, in the words of the index. */
export const isConflict = sql`(${ticketScans.letIn} and ${ticketScans.result} <> 'checked_in')`;

/**
 * Who is expected stands with the ticket types; who is in is counted in the tickets, by an index alone: every gate shows
 * the same, no matter who let people in.
 */
async function gateCounts(db: Queryable, eventId: string): Promise<GateCounts> {
  const rows = await db
    .select({ id: ticketTypes.id, name: ticketTypes.name, expected: ticketTypes.sold, checked_in: inOf(eventId) })
    .from(ticketTypes)
    .where(eq(ticketTypes.eventId, eventId))
    .orderBy(asc(ticketTypes.position), asc(ticketTypes.id));
  const sum = (of: "expected" | "checked_in") => rows.reduce((total, type) => total + type[of], 0);
  const conflicts = await db.$count(ticketScans, and(eq(ticketScans.eventId, eventId), isConflict));
  return { expected: sum("expected"), checked_in: sum("checked_in"), conflicts, types: rows };
}

const inOf = (eventId: string) => sql<number>`(select count(*)::int from tickets where tickets.event_id = ${eventId}
  and tickets.state = 'checked_in' and tickets.ticket_type_id = ticket_types.id)`;

/** For how long the counts of a scan's answer go on by addition: with 100,000 people inside, counting is most of a scan. */
const COUNTED_MS = 2_000;
const counted = new Map<string, { at: number; counts: GateCounts }>();

type Change = { admitted: readonly { ticketTypeId: string }[]; conflicts: number };

/**
 * The counts after a scan. They may miss for two seconds what did not come through this server's gates, such as an undo;
 * each gate asks for them afresh every few seconds besides.
 */
export async function countsAfterScan(db: Queryable, eventId: string, change: Change): Promise<GateCounts> {
  const known = counted.get(eventId);
  const now = performance.now();
  if (known && now - known.at < COUNTED_MS) {
    known.counts = withChange(known.counts, change);
    return known.counts;
  }
  const counts = await gateCounts(db, eventId);
  // Of gates that are closed nothing stays.
  for (const [id, { at }] of counted) if (now - at >= COUNTED_MS) counted.delete(id);
  counted.set(eventId, { at: now, counts });
  return counts;
}

const withChange = (counts: GateCounts, { admitted, conflicts }: Change): GateCounts => ({
  ...counts,
  checked_in: counts.checked_in + admitted.length,
  conflicts: counts.conflicts + conflicts,
  types: counts.types.map((type) => ({
    ...type,
    checked_in: type.checked_in + admitted.filter(({ ticketTypeId }) => ticketTypeId === type.id).length,
  })),
});
