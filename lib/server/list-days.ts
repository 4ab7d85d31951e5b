import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Up to here reading what is skipped costs less than looking it up. */
const SHALLOW = 2_000;

type Page = {
  /** Under which its rows are counted by day (schema/list-days.ts). */
  list: string;
  at: PgColumn;
  descending: boolean;
  offset: number;
};

/**
 * Where a page of an unfiltered list in the order of time begins: on a day, so many rows into it. The days before it are
 * added up and not read.
 * @returns a condition and an offset for the query; undefined for a page near the beginning.
 */
export function pageByDay({ list, at, descending, offset }: Page): { where: SQL; offset: SQL } | undefined {
  if (offset <= SHALLOW) return undefined;
  const direction = descending ? sql`desc` : sql`asc`;
  const found = (what: SQL) => sql`(select ${what} from (
      select day, sum(rows) over (order by day ${direction}) - rows as skipped from list_days where list = ${list}) days
    where skipped <= ${offset} order by skipped desc, day ${direction} limit 1)`;
  return {
    where: descending ? sql`${at} < ${found(sql`day`)} + interval '24 hours'` : sql`${at} >= ${found(sql`day`)}`,
    offset: sql`${offset}::bigint - ${found(sql`skipped`)}`,
  };
}
