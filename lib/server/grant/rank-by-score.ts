import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications as applications } from "@/lib/server/db/schema/grant";
import { countUpToCap, whereClause } from "@/lib/server/lists/list";

/** SQL for the score as in the indexes: -1 with fewer than two scores, so that the order does not reveal a single score. */
const rankSql = sql`coalesce(${applications.scoreSum}, -1)`;
const hasRank = sql`${rankSql} >= 0`;
const hasNoRank = sql`${rankSql} = -1`;

/**
 * SQL sort orders by score, for short lists. Applications with fewer than two scores are last in both directions, newest first (ids begin
 * with their creation time).
 */
export const SCORE_ORDER: Record<string, SQL> = {
  "-score": sql`score_sum desc nulls last, id desc`,
  score: sql`score_sum asc nulls last, case when score_sum is not null then id end asc, id desc`,
};

/** Reads the application ids of a page sorted by score from the indexes, for long lists. */
export async function applicationIdsByScore(
  db: Queryable,
  where: SQL | undefined,
  { sort, size, offset }: { sort: string; size: number; offset: number },
): Promise<string[]> {
  const readIds = async (order: SQL, kind: SQL | undefined, limit: number, skip: number) => {
    const found = await db.execute<{ id: string }>(
      sql`select id from ${applications} ${whereClause(and(where, kind))} order by ${order} limit ${limit} offset ${skip}`,
    );
    return found.rows.map(({ id }) => id);
  };
  const highestFirst = sql`${rankSql} desc, id desc`;
  if (sort === "-score") return readIds(highestFirst, undefined, size, offset);
  const ranked = await readIds(sql`${rankSql} asc, id asc`, hasRank, size, offset);
  if (ranked.length === size) return ranked;
  const before = ranked.length
    ? offset + ranked.length
    : (await countUpToCap(db, applications, and(where, hasRank), offset)).total;
  return [...ranked, ...(await readIds(highestFirst, hasNoRank, size - ranked.length, Math.max(0, offset - before)))];
}
