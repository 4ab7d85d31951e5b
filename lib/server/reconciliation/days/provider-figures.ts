import "server-only";
import { sql } from "drizzle-orm";
import type { ReconciliationDayFigures } from "@/lib/contract/reconciliation-days";
import type { Queryable } from "@/lib/server/db/client";
import type { DayToCompute } from "./day-period";

/** Sums the providers' records of a day by kind, and computes the money that providers have at its start and end. */
export async function readProviderFigures(
  db: Queryable,
  period: DayToCompute,
): Promise<ReconciliationDayFigures["provider"]> {
  const { day, baseDay, baseFigures } = period;
  const { rows } = await db.execute<{ kind: string; sum: number }>(sql`
    select kind, sum(amount)::float8 as sum from reconciliation_items
    where side = 'provider' and accounting_day = ${day} and split_of is null group by kind`);
  const sumOf = (kind: string) => rows.find((row) => row.kind === kind)?.sum ?? 0;
  // Money counts as being at the provider from the match of its record with the ledger until the match of its settlement with a bank line,
  // or with a manual transfer that takes the settlement out of the float because it never arrives.
  const moved = await db.execute<{ before: number; today: number }>(sql`
    with matches as (
      select m.id, m.accounting_day, bool_or(i.side = 'provider') as has_provider,
        coalesce(sum(i.amount) filter (where i.side = 'ledger'), 0) - coalesce(sum(i.amount) filter (where i.side = 'bank'), 0) as amount
      from reconciliation_matches m join reconciliation_items i on i.match_id = m.id
      where m.accounting_day > ${baseDay} and m.accounting_day <= ${day} group by m.id, m.accounting_day
    ), moves as (
      select accounting_day, amount from matches where has_provider
    )
    select coalesce(sum(amount) filter (where accounting_day < ${day}), 0)::float8 as before,
      coalesce(sum(amount) filter (where accounting_day = ${day}), 0)::float8 as today
    from moves`);
  const opening = (baseFigures?.provider.closing ?? 0) + (moved.rows[0]?.before ?? 0);
  return {
    opening,
    payments: sumOf("payment"),
    fees: sumOf("fee"),
    refunds: sumOf("refund"),
    payouts: sumOf("payout"),
    chargebacks: sumOf("chargeback"),
    deductions: sumOf("deduction"),
    settled: sumOf("settlement"),
    closing: opening + (moved.rows[0]?.today ?? 0),
  };
}
