import "server-only";
import { and, asc, eq, gte, isNotNull, lt, ne, or } from "drizzle-orm";
import type { CalendarEvent } from "@/lib/contract/event";
import { CALENDAR_DAYS_MAX } from "@/lib/contract/event.values";
import { countDays, endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { eventCategories, events } from "@/lib/server/db/schema/event";
import { fieldRefusal } from "./event-fields";
import { eventEndsAfter } from "./filter";
import { eventStateOf } from "./state";

const MAX_EVENTS = 500;

/**
 * Lists at most 500 events that take place, at least partly, between two Lagos days, earliest start first.
 * @throws 400 if `to` is before `from`, or the period is too long
 */
export async function readEventCalendar(
  db: Queryable,
  { from, to }: { from: string; to: string },
): Promise<{ items: CalendarEvent[] }> {
  const days = countDays(from, to);
  if (days < 1 || days > CALENDAR_DAYS_MAX) throw fieldRefusal("to", `Ask for 1 to ${CALENDAR_DAYS_MAX} days.`);
  const [first, last] = [startOfDay(from), endOfDay(to)];
  // The conditions below are split by state and start, so that PostgreSQL uses an index range for each.
  const isOngoing = and(lt(events.startsAt, first), eventEndsAfter(first));
  const rows = await db
    .select({
      id: events.id,
      title: events.title,
      state: events.state,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
      colour: eventCategories.colour,
    })
    .from(events)
    .leftJoin(eventCategories, eq(eventCategories.id, events.categoryId))
    .where(
      and(
        isNotNull(events.startsAt),
        or(
          and(gte(events.startsAt, first), lt(events.startsAt, last)),
          and(eq(events.state, "live"), isOngoing),
          and(ne(events.state, "live"), isOngoing),
        ),
      ),
    )
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(MAX_EVENTS);
  return {
    items: rows.flatMap(({ startsAt, endsAt, state, ...row }) =>
      startsAt
        ? {
            ...row,
            state: eventStateOf({ state, endsAt }),
            starts_at: startsAt.toISOString(),
            ends_at: (endsAt ?? startsAt).toISOString(),
          }
        : [],
    ),
  };
}
