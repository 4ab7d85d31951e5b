import "server-only";
import { sql } from "drizzle-orm";
import type { EventFigures } from "@/lib/contract/event";
import type { Queryable } from "@/lib/server/db/client";

const MAX_POINTS = 240;
const DAY_MINUTES = 1_440;
/** Possible lengths of a chart step in minutes. A period that is too long even for the longest step uses steps of several days. */
const STEP_MINUTES = [1, 5, 15, 60, 240, DAY_MINUTES];
/** Lagos is 60 minutes ahead of UTC all year, so steps of a day start at midnight in Lagos. */
const LAGOS_OFFSET_MINUTES = 60;
const MINUTE_MS = 60_000;

/**
 * Counts an event's check-ins in at most 240 equal time steps, including steps without check-ins.
 * @returns the counts; `step`: length of a step in minutes
 */
export async function checkInsByMinute(
  db: Queryable,
  eventId: string,
): Promise<Pick<EventFigures, "by_minute" | "step">> {
  const fromCheckedIn = sql`from tickets where event_id = ${eventId} and state = 'checked_in'`;
  const { rows } = await db.execute<{ first: number | null; last: number | null }>(sql`
    select ${minute(sql`min(checked_in_at)`)} as first, ${minute(sql`max(checked_in_at)`)} as last ${fromCheckedIn}`);
  const { first, last } = rows[0] ?? { first: null, last: null };
  if (first === null || last === null) return { by_minute: [], step: 1 };
  const step = chooseStep(first, last);
  const grouped = await db.execute<{ place: number; count: number }>(sql`
    select floor(${minute(sql`checked_in_at`)} / ${step}::float8)::float8 as place, count(*)::int as count ${fromCheckedIn} group by 1`);
  const counts = new Map(grouped.rows.map(({ place, count }) => [place, count]));
  const start = Math.floor(first / step);
  const points = numPoints(first, last, step);
  return {
    step,
    by_minute: Array.from({ length: points }, (_, index) => ({
      at: new Date(((start + index) * step - LAGOS_OFFSET_MINUTES) * MINUTE_MS).toISOString(),
      count: counts.get(start + index) ?? 0,
    })),
  };
}

/** Returns SQL that converts a time to the number of minutes since 1970, in Lagos time. */
const minute = (moment: ReturnType<typeof sql>) =>
  sql`floor(extract(epoch from ${moment}) / 60 + ${LAGOS_OFFSET_MINUTES}::int)::float8`;

const numPoints = (first: number, last: number, step: number) => Math.floor(last / step) - Math.floor(first / step) + 1;

function chooseStep(first: number, last: number): number {
  const smallestStep = STEP_MINUTES.find((step) => numPoints(first, last, step) <= MAX_POINTS);
  if (smallestStep) return smallestStep;
  let days = 2;
  while (numPoints(first, last, days * DAY_MINUTES) > MAX_POINTS) days++;
  return days * DAY_MINUTES;
}
