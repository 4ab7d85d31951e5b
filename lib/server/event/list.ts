import "server-only";
import { and, gt, isNotNull, isNull, lte, not, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { events } from "@/lib/server/db/schema/event";
import { answerOf, cappedCount, orderOf } from "@/lib/server/lists/list";
import { type EventListInput, eventFilter } from "./filter";
import { eventRows } from "./rows";

/** A stretch of a list that an index gives in its order. */
type Stretch = { where?: SQL; order: SQL };

const COLUMNS = {
  starts_at: [events.startsAt],
  title: [sql`lower(${events.title})`],
  updated_at: [events.updatedAt],
};
const by = (sort: string) => orderOf(sort, COLUMNS, events.id);

/** Drafts without a start, newest first. */
const undated: Stretch = { where: isNull(events.startsAt), order: sql`${events.id} desc` };
const isUnderWay = sql`(${events.state} = 'live' and ${events.endsAt} > now())`;

/**
 * Unless told: live events under way, those to come with the next one first, drafts without a start, and what is past, the
 * last one first.
 */
const NEXT_FIRST: Stretch[] = [
  { where: and(isUnderWay, lte(events.startsAt, sql`now()`)), order: by("starts_at") },
  { where: gt(events.startsAt, sql`now()`), order: by("starts_at") },
  undated,
  { where: and(lte(events.startsAt, sql`now()`), not(isUnderWay)), order: by("-starts_at") },
];

/** By the start, drafts without one are last either way. */
function stretchesOf(sort: string | undefined): Stretch[] {
  if (!sort) return NEXT_FIRST;
  if (!sort.endsWith("starts_at")) return [{ order: by(sort) }];
  return [{ where: isNotNull(events.startsAt), order: by(sort) }, undated];
}

/** Events as they are asked for: those under way and those that start next first, unless told. */
export async function listEvents(db: Queryable, input: EventListInput) {
  const where = eventFilter(input);
  const items = await eventRows(db, await pageOf(db, input, where));
  return answerOf(input, items, await cappedCount(db, events, where));
}

/** Ids of a page, which may go over the ends of stretches. */
async function pageOf(db: Queryable, { sort, page, size }: EventListInput, fitting: SQL | undefined) {
  const ids: string[] = [];
  let skip = page * size;
  for (const { where, order } of stretchesOf(sort)) {
    const condition = and(fitting, where);
    const found = await db
      .select({ id: events.id })
      .from(events)
      .where(condition)
      .orderBy(order)
      .limit(size - ids.length)
      .offset(skip);
    ids.push(...found.map(({ id }) => id));
    if (ids.length === size) break;
    // Nothing of it on this page: all of it is skipped, however much it is.
    skip = found.length || skip === 0 ? 0 : Math.max(0, skip - (await cappedCount(db, events, condition, skip)).total);
  }
  return ids;
}
