import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import type { dayTotals } from "@/lib/server/db/schema/totals";

/** Maximum offset up to which skipping rows is faster than finding the page's day. */
const MAX_OFFSET_READ = 2_000;

/** A list whose rows are counted by day: all rows, or those with one of the facet values. */
export type DayTotalsFilter = {
  list: (typeof dayTotals.$inferSelect)["list"];
  /** Facet values such as `["tier:2", "tier:3"]`; `[""]` for all rows. */
  facets: readonly string[];
  /** Lagos days, both inclusive. */
  from?: string;
  to?: string;
  /** Corrections for rows whose current state differs from the stored one: a query with columns `day` and `rows`. */
  also?: SQL;
};

/** SQL for days with their row counts; a day may occur several times. */
function rowsByDay({ list, facets, from, to, also }: DayTotalsFilter): SQL {
  const dayRange = sql`${from ? sql`and day >= ${from}` : sql``} ${to ? sql`and day <= ${to}` : sql``}`;
  return sql`select day, rows from day_totals where list = ${list} and facet = any(${sql.param(facets)}) ${dayRange}
    ${also ? sql`union all (select day, rows from (${also}) otherwise (day, rows) where true ${dayRange})` : sql``}`;
}

/** Returns the number of rows in the daily totals that match the filter. */
export async function countFromDayTotals(db: Queryable, counts: DayTotalsFilter): Promise<number> {
  const result = await db.execute<{ rows: number }>(
    sql`select coalesce(sum(rows), 0)::int as rows from (${rowsByDay(counts)}) days`,
  );
  return result.rows[0]?.rows ?? 0;
}

/**
 * Finds the start of a page in a list sorted by time: a day, and an offset into it. Sums the earlier days instead of
 * reading their rows, so the last page costs little more than the first.
 * @param at the sort column, by which the totals are counted
 * @returns a condition and an offset for the query; undefined for a page near the beginning
 */
export async function findPageStartByDay(
  db: Queryable,
  counts: DayTotalsFilter,
  { at, descending, offset }: { at: PgColumn; descending: boolean; offset: number },
): Promise<PageStart | undefined> {
  const days = sql`select day as place, sum(rows)::int as rows from (${rowsByDay(counts)}) counted group by day`;
  const start = await findBucketOfPage(db, days, { descending, offset });
  return (
    start && {
      where: descending ? sql`${at} < ${endOfDay(start.place)}` : sql`${at} >= ${startOfDay(start.place)}`,
      offset: start.offset,
    }
  );
}

/** Condition and offset with which the query of a deep page starts. */
export type PageStart = { where: SQL | undefined; offset: number };

/**
 * Finds the bucket (sort key prefix or day) in which a page starts, the offset into the bucket, and the previous bucket.
 * @param counts a query with one row per bucket: its key `place` and its number of `rows`
 * @returns undefined for a page near the beginning
 */
export async function findBucketOfPage(
  db: Queryable,
  counts: SQL,
  { descending, offset }: { descending: boolean; offset: number },
): Promise<{ place: string; before: string | null; offset: number } | undefined> {
  if (offset <= MAX_OFFSET_READ) return undefined;
  const direction = descending ? sql`desc` : sql`asc`;
  const result = await db.execute<{ place: string; before: string | null; skipped: string }>(sql`
    select place::text as place, before::text as before, skipped from (
      select place, sum(rows) over along - rows as skipped, lag(place) over along as before
      from (${counts}) counted window along as (order by place ${direction} rows unbounded preceding)
    ) reached where skipped <= ${offset} order by skipped desc, place ${direction} limit 1`);
  const [start] = result.rows;
  return start && { place: start.place, before: start.before, offset: offset - Number(start.skipped) };
}

/** Merges count rows of the same day or bucket. A scheduled task (process/timed-tasks.ts). @returns the number of merged rows */
export async function mergeDailyTotals(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ folded: number }>(sql`select fold_day_totals() as folded`);
  return rows[0]?.folded ?? 0;
}
