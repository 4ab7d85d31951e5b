import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "@/lib/server/db/client";
import type { placeTotals } from "@/lib/server/db/schema/totals";
import { type PageStart, startOfPage } from "./day-totals";

/** An order other than that of time whose places are counted (schema/totals.ts). */
export type Placed = {
  sort: (typeof placeTotals.$inferSelect)["sort"];
  /** What the list is sorted by first. */
  by: PgColumn | SQL;
  /** Where a place begins, as a value of that. */
  beginning: (place: string) => SQL;
};

/** Kobo, and days since 1970: see the functions amount_place and instant_place of the database. */
export const placeOfAmount = (place: string) => sql`${Number(place)}::bigint`;
export const placeOfInstant = (place: string) => sql`to_timestamp(${Number(place) * 86_400}::bigint)`;

/**
 * Where a page of a whole list begins in such an order. The places before it are added up and not read.
 * @returns a condition and an offset for the query; undefined for a page near the beginning
 */
export async function pageByPlace(
  db: Queryable,
  { sort, by, beginning }: Placed,
  paging: { descending: boolean; offset: number },
): Promise<PageStart | undefined> {
  const counted = sql`select place, sum(rows)::int as rows from place_totals where sort = ${sort} group by place`;
  const start = await startOfPage(db, counted, paging);
  if (!start) return undefined;
  const { place, before, offset } = start;
  if (!paging.descending) return { where: sql`${by} >= ${beginning(place)}`, offset };
  // Read from its end, a place begins where the one before it in that order ends.
  return { where: before === null ? undefined : sql`${by} < ${beginning(before)}`, offset };
}
