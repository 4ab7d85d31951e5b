import "server-only";
import { sql } from "drizzle-orm";
import type { ReconciliationDayFigures } from "@/lib/contract/reconciliation-days";
import type { Queryable } from "@/lib/server/db/client";
import type { DayToCompute } from "./day-period";

/** Sums the items that were unmatched at the end of a day, by side and kind: unmatched until now, or in a match of a later accounting day. */
export async function sumCarriedOverItems(
  db: Queryable,
  { day }: DayToCompute,
): Promise<ReconciliationDayFigures["carried"]> {
  const { rows } = await db.execute<ReconciliationDayFigures["carried"][number]>(sql`
    select side, kind, count(*)::int as count, sum(amount)::float8 as sum from (
      select side, kind, amount from reconciliation_items
      where match_id is null and not is_split and accounting_day <= ${day}
      union all
      select i.side, i.kind, i.amount from reconciliation_matches m join reconciliation_items i on i.match_id = m.id
      where m.accounting_day > ${day} and i.accounting_day <= ${day}
    ) carried group by side, kind order by side, kind`);
  return rows;
}

/** Lists the items of earlier days that were found after those days were closed. They have this day as their accounting day. */
export async function listLateFoundItems(
  db: Queryable,
  { day, startsOn }: DayToCompute,
): Promise<ReconciliationDayFigures["addendum"]> {
  const { rows } = await db.execute<ReconciliationDayFigures["addendum"][number] & { id: string }>(sql`
    select id, side, kind, day::text as day, amount::float8 as amount, reference from reconciliation_items
    where accounting_day = ${day} and day < ${day} and day >= ${startsOn} and split_of is null order by day, id`);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/**
 * Sums the ledger items of postings from before reconciliation started that were added after `baseDay`, because a provider's record refers
 * to them.
 */
export async function sumEarlierLedgerItems(db: Queryable, { day, baseDay, startsOn }: DayToCompute): Promise<number> {
  const { rows } = await db.execute<{ sum: number }>(sql`
    select coalesce(sum(amount), 0)::float8 as sum from reconciliation_items
    where side = 'ledger' and accounting_day > ${baseDay} and accounting_day <= ${day} and day < ${startsOn} and split_of is null`);
  return rows[0]?.sum ?? 0;
}

/** Counts the items of a closed day that were found afterwards, and sums their absolute amounts. */
export async function sumItemsFoundLater(db: Queryable, day: string): Promise<{ count: number; sum: number }> {
  const { rows } = await db.execute<{ count: number; sum: number }>(sql`
    select count(*)::int as count, coalesce(sum(abs(amount)), 0)::float8 as sum from reconciliation_items
    where day = ${day} and accounting_day > ${day} and split_of is null`);
  return rows[0] ?? { count: 0, sum: 0 };
}
