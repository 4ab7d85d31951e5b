import "server-only";
import { and, asc, eq, sql } from "drizzle-orm";
import type { GateCounts, GateView } from "@/lib/contract/event-gate";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { events, ticketScans, ticketTypes } from "@/lib/server/db/schema/event";
import { type EventRecord, eventStateOf } from "./state";

/** Returns an event. @throws 404 */
export async function loadEvent(db: Queryable, eventId: string): Promise<EventRecord> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId));
  if (!event) throw refuse.notFound("event");
  return event;
}

/** Returns the event and the number of checked-in tickets. @throws 404 */
export async function readGate(db: Queryable, eventId: string): Promise<GateView> {
  const event = await loadEvent(db, eventId);
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

/** SQL condition: an offline gate admitted an invalid ticket. Must be identical to the condition of the partial index. */
export const isScanConflict = sql`(${ticketScans.letIn} and ${ticketScans.result} <> 'checked_in')`;

/** Counts expected and checked-in visitors in the database, so that all gates show the same numbers. Reads only an index. */
async function gateCounts(db: Queryable, eventId: string): Promise<GateCounts> {
  const rows = await db
    .select({ id: ticketTypes.id, name: ticketTypes.name, expected: ticketTypes.sold, checked_in: checkIns(eventId) })
    .from(ticketTypes)
    .where(eq(ticketTypes.eventId, eventId))
    .orderBy(asc(ticketTypes.position), asc(ticketTypes.id));
  const sum = (column: "expected" | "checked_in") => rows.reduce((total, type) => total + type[column], 0);
  const conflicts = await db.$count(ticketScans, and(eq(ticketScans.eventId, eventId), isScanConflict));
  return { expected: sum("expected"), checked_in: sum("checked_in"), conflicts, types: rows };
}

const checkIns = (eventId: string) => sql<number>`(select count(*)::int from tickets where tickets.event_id = ${eventId}
  and tickets.state = 'checked_in' and tickets.ticket_type_id = ticket_types.id)`;

/** Time in ms during which scans only increment the cached counts. With 100,000 check-ins, counting takes most of a scan's time. */
const COUNTS_CACHE_MS = 2_000;
const countsCache = new Map<string, { at: number; counts: GateCounts }>();

type ScanChange = { admitted: readonly { ticketTypeId: string }[]; conflicts: number };

/** Returns a gate's counts for the response to a scan. They may be 2 s old. Gates also load the counts every few seconds. */
export async function countsAfterScan(db: Queryable, eventId: string, change: ScanChange): Promise<GateCounts> {
  const cached = countsCache.get(eventId);
  const now = performance.now();
  if (cached && now - cached.at < COUNTS_CACHE_MS) {
    cached.counts = applyScanChange(cached.counts, change);
    return cached.counts;
  }
  const counts = await gateCounts(db, eventId);
  // Drops the cached counts of gates that no longer scan.
  for (const [id, { at }] of countsCache) if (now - at >= COUNTS_CACHE_MS) countsCache.delete(id);
  countsCache.set(eventId, { at: now, counts });
  return counts;
}

const applyScanChange = (counts: GateCounts, { admitted, conflicts }: ScanChange): GateCounts => ({
  ...counts,
  checked_in: counts.checked_in + admitted.length,
  conflicts: counts.conflicts + conflicts,
  types: counts.types.map((type) => ({
    ...type,
    checked_in: type.checked_in + admitted.filter(({ ticketTypeId }) => ticketTypeId === type.id).length,
  })),
});
