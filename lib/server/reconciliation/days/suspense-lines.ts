import "server-only";
import { sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { ReconciliationDayFigures } from "@/lib/contract/reconciliation-days";
import { recordUrl } from "@/lib/contract/records";
import { endOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";

type Line = { source: string; id: string; reference: string | null; since: string; amount: number };

/**
 * Lists the money on suspense at the end of a day: one line for each transaction, or manual transfer without a transaction. A reversal
 * is added to the line of the posting that it reverses. Lines have no texts about citizens, because a closed day's record is never erased.
 */
export async function readSuspenseLines(db: Queryable, day: string): Promise<ReconciliationDayFigures["suspense"]> {
  const { rows } = await db.execute<Line>(sql`
    select source, id, min(reference) as reference, min(since)::text as since, sum(amount)::float8 as amount from (
      select case when m.transaction_id is not null then 'transaction' else root.source_type end as source,
        coalesce(m.transaction_id, root.source_id) as id, coalesce(t.reference, m.reference) as reference,
        (p.posted_at at time zone 'Africa/Lagos')::date as since, p.amount
      from ledger_postings p
      join ledger_entries e on e.id = p.entry_id
      join ledger_entries root on root.id = coalesce(e.reversal_of, e.id)
      left join wallet_movements m on root.source_type = 'wallet_movement' and m.id = root.source_id
      left join transactions t on t.id = coalesce(m.transaction_id, case when root.source_type = 'transaction' then root.source_id end)
      where p.account_id = ${IDS.suspense} and p.posted_at < ${endOfDay(day).toISOString()}
    ) lines group by source, id having sum(amount) <> 0 order by since, source, id`);
  return {
    balance: rows.reduce((sum, { amount }) => sum + amount, 0),
    lines: rows.map(({ source, id, reference, since, amount }) => ({
      reference: reference ?? id,
      url: source === "transaction" || source === "wallet_movement" ? recordUrl(source, id) : null,
      since,
      amount,
    })),
  };
}
