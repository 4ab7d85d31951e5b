import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications as applications } from "@/lib/server/db/schema/grant";
import { cappedCount, whereOf } from "@/lib/server/lists/list";

/** As the indexes have it: -1 for those without both scores, whatever one score is. */
const rank = sql`coalesce(${applications.scoreSum}, -1)`;
const hasRank = sql`${rank} >= 0`;
const hasNone = sql`${rank} = -1`;

/**
 * The orders of a ranking for few rows. Those without both scores come last either way, newest first: ids begin with the
 * time, and nothing of one score alone is in the order.
 */
export const SCORE_ORDER: Record<string, SQL> = {
  "-score": sql`score_sum desc nulls last, id desc`,
  score: sql`score_sum asc nulls last, case when score_sum is not null then id end asc, id desc`,
};

/** The same for many: ids of a page, by the indexes of the ranking. */
export async function idsByScore(
  db: Queryable,
  where: SQL | undefined,
  { sort, size, offset }: { sort: string; size: number; offset: number },
): Promise<string[]> {
  const some = async (order: SQL, kind: SQL | undefined, limit: number, skip: number) => {
    const found = await db.execute<{ id: string }>(
      sql`select id from ${applications} ${whereOf(and(where, kind))} order by ${order} limit ${limit} offset ${skip}`,
    );
    return found.rows.map(({ id }) => id);
  };
  const lastFirst = sql`${rank} desc, id desc`;
  if (sort === "-score") return some(lastFirst, undefined, size, offset);
  const ranked = await some(sql`${rank} asc, id asc`, hasRank, size, offset);
  if (ranked.length === size) return ranked;
  const before = ranked.length
    ? offset + ranked.length
    : (await cappedCount(db, applications, and(where, hasRank), offset)).total;
  return [...ranked, ...(await some(lastFirst, hasNone, size - ranked.length, Math.max(0, offset - before)))];
}
