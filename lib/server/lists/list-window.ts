import "server-only";
import { and, gt, lt, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type ListDeclaration, MAX_NEWER_COUNT } from "@/lib/contract/list.values";
import { endOfDay, lagosDayOf } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import type { DayTotalsFilter } from "@/lib/server/totals/day-totals";
import { whereClause } from "./list";
import { currentSearchScope } from "./search-scope";

/**
 * Keeps the pages of a list stable while a client reads them, newest rows first: all pages show only rows that existed when the list was
 * opened (docs/rules.md, Lists). Times have milliseconds in the database and in the API, so comparisons are exact.
 */

/** Returns an SQL condition: the row arrived at or before `until`. */
export const hasArrivedBy = (at: PgColumn, until: string | undefined): SQL | undefined =>
  until === undefined ? undefined : lte(at, new Date(until));

type ArrivalSource = {
  table: PgTable;
  /** Column with the time at which a row arrived, which the list's declaration names in `arrival`. */
  at: PgColumn;
  /** Returns the list's filters without `until`. A function, so that the condition is built only if it is needed. */
  where: () => SQL | undefined | Promise<SQL | undefined>;
};
type WindowInput = { page: number; until?: string };
type ListWindow = { until?: string; newer?: number };

/**
 * Returns the window fields of a list's response: `until`, which requests for later pages send, and the number of newer rows that match.
 * Returns neither if the list is not sorted newest first, or in a search of all lists.
 * @param sort sort order of the response, or the list's default
 * @param items rows of the response; the first row of page 0 is the newest, so opening a list needs no further query
 */
export async function readListWindow(
  db: Queryable,
  { arrival }: Pick<ListDeclaration, "arrival">,
  { page, until, sort }: WindowInput & { sort: string | undefined },
  items: readonly object[],
  arrivals: ArrivalSource,
): Promise<ListWindow> {
  if (!arrival || sort !== `-${arrival}` || currentSearchScope()) return {};
  if (until !== undefined) return { until, newer: await countNewer(db, arrivals, until) };
  const newest =
    page === 0 ? (items[0] as Record<string, string> | undefined)?.[arrival] : await newestArrival(db, arrivals);
  return { until: newest ?? (await databaseNow(db)), newer: 0 };
}

/** Counts rows newer than `until`, up to a maximum. Uses the index by which the list is sorted. */
async function countNewer(db: Queryable, { table, at, where }: ArrivalSource, until: string): Promise<number> {
  const newer = and(await where(), gt(at, new Date(until)));
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select 1 from ${table} ${whereClause(newer)} limit ${MAX_NEWER_COUNT}) counted`);
  return rows[0]?.count ?? 0;
}

/** Returns the database's time. A list without rows uses this time as `until`, so that the first row to arrive counts as newer. */
async function databaseNow(db: Queryable): Promise<string> {
  const { rows } = await db.execute<{ now: string | Date }>(sql`select now() as now`);
  return new Date(rows[0]?.now ?? Date.now()).toISOString();
}

async function newestArrival(db: Queryable, { table, at, where }: ArrivalSource): Promise<string | undefined> {
  const { rows } = await db.execute<{ at: string | Date }>(
    sql`select ${at} as at from ${table} ${whereClause(await where())} order by ${at} desc limit 1`,
  );
  return rows[0] && new Date(rows[0].at).toISOString();
}

/** Returns SQL that limits daily totals to rows up to `until`: subtracts the rows that arrived later on the day of `until`. */
export function dayTotalsUntil(
  counted: DayTotalsFilter | undefined,
  until: string | undefined,
  { table, at, where }: Omit<ArrivalSource, "where"> & { where: () => SQL | undefined },
): DayTotalsFilter | undefined {
  if (!counted || until === undefined) return counted;
  const day = lagosDayOf(new Date(until));
  if (counted.to && counted.to < day) return counted;
  const arrivedAfter = and(where(), gt(at, new Date(until)), lt(at, endOfDay(day)));
  const less = sql`select ${day}::date, -(select count(*)::int from ${table} ${whereClause(arrivedAfter)})`;
  return { ...counted, to: day, also: counted.also ? sql`${counted.also} union all ${less}` : less };
}
