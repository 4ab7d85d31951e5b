import "server-only";
import { and, gt, isNotNull, isNull, lte, not, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { events } from "@/lib/server/db/schema/event";
import { countUpToCap, orderByClause, toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { type ListSection, readSearchResultPage } from "@/lib/server/lists/search-page";
import { type EventListInput, eventFilter } from "./filter";
import { eventRows } from "./rows";

const SORT_COLUMNS = {
  starts_at: [events.startsAt],
  title: [sql`lower(${events.title})`],
  updated_at: [events.updatedAt],
};
const sortedBy = (sort: string) => orderByClause(sort, SORT_COLUMNS, events.id);

/** List section of drafts without a start, newest first. */
const undatedDraftsSection: ListSection = { where: isNull(events.startsAt), order: sql`${events.id} desc` };
const isEventUnderWay = sql`(${events.state} = 'live' and ${events.endsAt} > now())`;

/** Default order: live events in progress; upcoming events, next first; drafts without a start; past events, latest first. */
const DEFAULT_SECTIONS: ListSection[] = [
  { where: and(isEventUnderWay, lte(events.startsAt, sql`now()`)), order: sortedBy("starts_at") },
  { where: gt(events.startsAt, sql`now()`), order: sortedBy("starts_at") },
  undatedDraftsSection,
  { where: and(lte(events.startsAt, sql`now()`), not(isEventUnderWay)), order: sortedBy("-starts_at") },
];

/**
 * Returns the sections that a sorted list shows one after the other. If sorted by start, drafts without a start are last in both
 * directions.
 */
function listSections(sort: string | undefined): ListSection[] {
  if (!sort) return DEFAULT_SECTIONS;
  if (!sort.endsWith("starts_at")) return [{ order: sortedBy(sort) }];
  return [{ where: isNotNull(events.startsAt), order: sortedBy(sort) }, undatedDraftsSection];
}

/** Lists events, by default events in progress first, then upcoming events. */
export async function listEvents(db: Queryable, input: EventListInput) {
  const where = eventFilter(input);
  const columns = sql`starts_at, ends_at, state, title, updated_at`;
  const found = input.q?.trim()
    ? await readSearchResultPage(db, events, { ...input, where, order: listSections(input.sort), columns })
    : undefined;
  const items = await eventRows(db, found?.ids ?? (await idsOfPage(db, input, where)));
  return toPagedList(input, items, found ? toCappedTotal(found.count) : await countUpToCap(db, events, where));
}

/** Reads the event ids of a page, which may span several sections of the list. */
async function idsOfPage(db: Queryable, { sort, page, size }: EventListInput, matching: SQL | undefined) {
  const ids: string[] = [];
  let skip = page * size;
  for (const { where, order } of listSections(sort)) {
    const condition = and(matching, where);
    const found = await db
      .select({ id: events.id })
      .from(events)
      .where(condition)
      .orderBy(order)
      .limit(size - ids.length)
      .offset(skip);
    ids.push(...found.map(({ id }) => id));
    if (ids.length === size) break;
    // The page starts after this section, so subtracts the section's size from the number of rows to skip.
    skip = found.length || skip === 0 ? 0 : Math.max(0, skip - (await countUpToCap(db, events, condition, skip)).total);
  }
  return ids;
}
