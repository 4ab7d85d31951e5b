import "server-only";
import { sql } from "drizzle-orm";
import type { DayFigures } from "@/lib/contract/reconciliation-days";
import type { Queryable } from "@/lib/server/db/client";
import type { DayPeriod } from "./day-period";

/** Computes the providers' records of a day, and the money that providers have at its start and end. */
export async function readProviderFigures(db: Queryable, period: DayPeriod): Promise<DayFigures["provider"]> {
  const { day, since, base } = period;
  const { rows } = await db.execute<{ kind: string; sum: number }>(sql`
    select kind, sum(amount)::float8 as sum from reconciliation_items
    where side = 'provider' and accounting_day = ${day} and split_of is null group by kind`);
  const sumOf = (kind: string) => rows.find((row) => row.kind === kind)?.sum ?? 0;
  // Money is at the provider while its record is matched with the ledger, until the settlement is matched with a bank line.
  const moved = await db.execute<{ before: number; today: number }>(sql`
    with matches as (
      select m.id, m.accounting_day, sum(i.amount) filter (where i.side = 'provider') as amount,
        bool_or(i.side = 'bank') as has_bank, bool_or(i.side = 'ledger') as has_ledger
      from reconciliation_matches m join reconciliation_items i on i.match_id = m.id
      where m.accounting_day > ${since} and m.accounting_day <= ${day} group by m.id, m.accounting_day
    ), moves as (
      select accounting_day, case when has_ledger and not has_bank then amount when has_bank and not has_ledger then -amount end as amount
      from matches where amount is not null
    )
    select coalesce(sum(amount) filter (where accounting_day < ${day}), 0)::float8 as before,
      coalesce(sum(amount) filter (where accounting_day = ${day}), 0)::float8 as today
    from moves`);
  const opening = (base?.provider.closing ?? 0) + (moved.rows[0]?.before ?? 0);
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
