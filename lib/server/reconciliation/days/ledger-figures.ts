import "server-only";
import { sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { ReconciliationDayFigures } from "@/lib/contract/reconciliation-days";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import type { DayToCompute } from "./day-period";

type LedgerGroup = ReconciliationDayFigures["ledger"]["in_groups"][number];
type GroupRow = Omit<LedgerGroup, "head"> & { code: string | null; name: string | null };

/** Returns the balance of the settlement float after the last posting before a moment. */
export async function floatBalanceBefore(db: Queryable, moment: Date): Promise<number> {
  const { rows } = await db.execute<{ balance: number }>(sql`
    select balance_after::float8 as balance from ledger_postings
    where account_id = ${IDS.settlement_float} and posted_at < ${moment.toISOString()}
    order by posted_at desc, seq desc limit 1`);
  return rows[0]?.balance ?? 0;
}

/**
 * Computes the settlement float's balances and flows of a day. Balances are those of the ledger's postings, flows those of the items, so
 * that a posting that did not become an item shows as a difference.
 */
export async function readLedgerFigures(
  db: Queryable,
  { day }: DayToCompute,
): Promise<ReconciliationDayFigures["ledger"]> {
  const { rows } = await db.execute<GroupRow>(sql`
    select i.kind, t.type, t.channel, h.code, h.name, count(*)::int as count, sum(i.amount)::float8 as sum
    from reconciliation_items i
    left join transactions t on t.id = i.transaction_id
    left join revenue_heads h on h.id = i.revenue_head_id
    where i.side = 'ledger' and i.accounting_day = ${day} and i.day = ${day} and i.split_of is null
    group by i.kind, t.type, t.channel, h.code, h.name, i.amount > 0
    order by i.kind, t.type nulls last, t.channel nulls last, h.code nulls last, h.name`);
  const groups = rows.map(({ code, name, ...group }) => ({ ...group, head: code ? { code, name: name ?? "" } : null }));
  const inGroups = groups.filter(({ sum }) => sum > 0);
  const outGroups = groups.filter(({ sum }) => sum < 0).map((group) => ({ ...group, sum: -group.sum }));
  const fees = await db.execute<{ sum: number }>(sql`
    select coalesce(sum(amount), 0)::float8 as sum from ledger_postings
    where account_id = ${IDS.fee_income} and posted_at >= ${startOfDay(day).toISOString()}
      and posted_at < ${endOfDay(day).toISOString()}`);
  return {
    opening: await floatBalanceBefore(db, startOfDay(day)),
    in: sumOf(inGroups),
    out: sumOf(outGroups),
    fees: fees.rows[0]?.sum ?? 0,
    closing: await floatBalanceBefore(db, endOfDay(day)),
    in_groups: inGroups,
    out_groups: outGroups,
  };
}

const sumOf = (groups: readonly LedgerGroup[]) => groups.reduce((total, { sum }) => total + sum, 0);
