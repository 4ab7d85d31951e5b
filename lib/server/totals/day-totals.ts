import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import type { dayTotals } from "@/lib/server/db/schema/totals";

/** Up to here reading what is skipped costs less than looking it up. */
const SHALLOW = 2_000;

/** The rows of a list that are counted by day: all of them, or those with one of these values. */
export type Counted = {
  list: (typeof dayTotals.$inferSelect)["list"];
  /** Such as `["tier:2", "tier:3"]`; `[""]` for all. */
  facets: readonly string[];
  /** Lagos days, both included. */
  from?: string;
  to?: string;
  /** Rows that count otherwise than stored: a query of `day` and `rows`. */
  also?: SQL;
};

/** Days with their rows; a day may come several times. */
function rowsByDay({ list, facets, from, to, also }: Counted): SQL {
  const within = sql`${from ? sql`and day >= ${from}` : sql``} ${to ? sql`and day <= ${to}` : sql``}`;
  return sql`select day, rows from day_totals where list = ${list} and facet = any(${sql.param(facets)}) ${within}
    ${also ? sql`union all (select day, rows from (${also}) otherwise (day, rows) where true ${within})` : sql``}`;
}

/** How many rows there are. */
export async function countOf(db: Queryable, counted: Counted): Promise<number> {
  const found = await db.execute<{ rows: number }>(
    sql`select coalesce(sum(rows), 0)::int as rows from (${rowsByDay(counted)}) days`,
  );
  return found.rows[0]?.rows ?? 0;
}

/**
 * Where a page of a list in the order of time begins: on a day, so many rows into it. The days before it are added up
 * and not read, so the last page costs little more than the first.
 * @param at what the list is sorted by, the same as what its totals are counted by
 * @returns a condition and an offset for the query; undefined for a page near the beginning
 */
export async function pageByDay(
  db: Queryable,
  counted: Counted,
  { at, descending, offset }: { at: PgColumn; descending: boolean; offset: number },
): Promise<PageStart | undefined> {
  const days = sql`select day as place, sum(rows)::int as rows from (${rowsByDay(counted)}) counted group by day`;
  const start = await startOfPage(db, days, { descending, offset });
  return (
    start && {
      where: descending ? sql`${at} < ${endOfDay(start.place)}` : sql`${at} >= ${startOfDay(start.place)}`,
      offset: start.offset,
    }
  );
}

/** A condition and an offset for the query of a deep page. */
export type PageStart = { where: SQL | undefined; offset: number };

/**
 * The place in which a page begins, how far into it, and the place that comes before it in that order.
 * @param counted a query of `place` and `rows`, one row a place
 * @returns undefined for a page near the beginning
 */
export async function startOfPage(
  db: Queryable,
  counted: SQL,
  { descending, offset }: { descending: boolean; offset: number },
): Promise<{ place: string; before: string | null; offset: number } | undefined> {
  if (offset <= SHALLOW) return undefined;
  const direction = descending ? sql`desc` : sql`asc`;
  const found = await db.execute<{ place: string; before: string | null; skipped: string }>(sql`
    select place::text as place, before::text as before, skipped from (
      select place, sum(rows) over along - rows as skipped, lag(place) over along as before
      from (${counted}) counted window along as (order by place ${direction} rows unbounded preceding)
    ) reached where skipped <= ${offset} order by skipped desc, place ${direction} limit 1`);
  const [start] = found.rows;
  return start && { place: start.place, before: start.before, offset: offset - Number(start.skipped) };
}

/** Makes one row of what belongs together, by day and by place. Run now and then (see process/timed-tasks.ts), on any number of servers. @returns rows that are gone */
export async function foldDayTotals(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ folded: number }>(sql`select fold_day_totals() as folded`);
  return rows[0]?.folded ?? 0;
}
