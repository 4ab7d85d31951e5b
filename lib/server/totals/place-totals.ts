import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "@/lib/server/db/client";
import type { placeTotals } from "@/lib/server/db/schema/totals";
import { findBucketOfPage, type PageStart } from "./day-totals";

/** A sort order other than by time, with the number of rows per bucket of sort values (schema/totals.ts). */
export type BucketedSort = {
  sort: (typeof placeTotals.$inferSelect)["sort"];
  /** The first expression by which the list is sorted. */
  by: PgColumn | SQL;
  /** Converts a bucket's key to the lowest value of `by` in it. */
  beginning: (place: string) => SQL;
};

/** Returns SQL for the lowest amount of a bucket in kobo. Must match amount_place in the database. */
export const lowestAmountOfBucketSql = (place: string) => sql`${Number(place)}::bigint`;
/** Returns SQL for the earliest time of a bucket, whose key is a number of days since 1970. Must match instant_place in the database. */
export const earliestTimeOfBucketSql = (place: string) => sql`to_timestamp(${Number(place) * 86_400}::bigint)`;

/**
 * Finds the start of a page in an unfiltered list with this sort order. Sums the earlier buckets instead of reading their rows.
 * @returns a condition and an offset for the query; undefined for a page near the beginning
 */
export async function findPageStartByBucket(
  db: Queryable,
  { sort, by, beginning }: BucketedSort,
  paging: { descending: boolean; offset: number },
): Promise<PageStart | undefined> {
  const bucketCounts = sql`select place, sum(rows)::int as rows from place_totals where sort = ${sort} group by place`;
  const start = await findBucketOfPage(db, bucketCounts, paging);
  if (!start) return undefined;
  const { place, before, offset } = start;
  if (!paging.descending) return { where: sql`${by} >= ${beginning(place)}`, offset };
  // In descending order, a bucket ends where the previous one starts.
  return { where: before === null ? undefined : sql`${by} < ${beginning(before)}`, offset };
}
