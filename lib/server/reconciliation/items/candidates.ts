import "server-only";
import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { ReconciliationItemRow } from "@/lib/contract/reconciliation-items";
import { MATCH_CANDIDATES_MAX } from "@/lib/contract/reconciliation-items.values";
import type { Queryable } from "@/lib/server/db/client";
import { reconciliationItems } from "@/lib/server/db/schema/reconciliation";
import { isOpenItemSql } from "@/lib/server/reconciliation/open-items";
import { type ReconciliationItemRecord, readReconciliationItemRows } from "./rows";

/**
 * Returns open items that may belong to `item`: items of other sides with the same amount or reference, and items of the same side with
 * the opposite amount and the same reference, such as a reversal. Items with the same reference are first, then those of the nearest days.
 */
export async function findMatchCandidates(
  db: Queryable,
  item: ReconciliationItemRecord,
): Promise<ReconciliationItemRow[]> {
  if (item.matchId !== null || item.isSplit) return [];
  const { id, side, amount, day, reference, providerReference } = reconciliationItems;
  const names = [item.reference, item.providerReference].filter((each) => each !== null);
  const isNamed: SQL | undefined = names.length
    ? or(inArray(reference, names), inArray(providerReference, names))
    : undefined;
  const rank = sql`case when ${isNamed ?? sql`false`} then 0 else 1 end`;
  const nearest = (where: SQL | undefined) =>
    db
      .select({
        id,
        rank: sql<number>`${rank}`.as("rank"),
        days: sql<number>`abs(${day} - ${item.day}::date)`.as("days"),
      })
      .from(reconciliationItems)
      .where(and(isOpenItemSql, ne(id, item.id), where))
      .orderBy(sql`2, 3, 1`)
      .limit(MATCH_CANDIDATES_MAX);
  const found = [
    ...(await nearest(and(eq(amount, item.amount), ne(side, item.side)))),
    ...(isNamed ? await nearest(and(isNamed, or(ne(side, item.side), eq(amount, -item.amount)))) : []),
  ];
  const sorted = found.sort((a, b) => a.rank - b.rank || a.days - b.days || a.id - b.id);
  const ids = [...new Set(sorted.map((each) => each.id))];
  return readReconciliationItemRows(db, ids.slice(0, MATCH_CANDIDATES_MAX));
}
