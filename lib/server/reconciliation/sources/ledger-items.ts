import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { NARRATION_LENGTH_MAX } from "@/lib/contract/reconciliation.values";
import type { Queryable } from "@/lib/server/db/client";

const FLOAT = SYSTEM_ACCOUNT_IDS.settlement_float;

/** SQL for the kind of a float posting's item. `t` is the transaction of the ledger entry, if any. A credit of the float has a positive amount. */
const KIND = sql`case
  when e.kind = 'settlement_fee' then 'fee'
  when t.id is null then 'movement'
  when t.type = 'refund' then case when e.kind = 'transaction_refund' and p.amount < 0 then 'remittance' else 'refund' end
  when t.type in ('withdrawal', 'grant_payout') then 'payout'
  when e.key = 'transaction:' || t.id || ':lost' then case when p.amount > 0 then 'chargeback' else 'remittance' end
  when p.amount < 0 then 'payment'
  else 'remittance' end`;

/**
 * Inserts items for postings on the settlement float, unless they exist. A card payment has two such postings: money in, and money out to
 * the ministry, biller or organiser (`remittance`). A refund of a card payment also has two, and reduces the amount to remit.
 * @param postings SQL of a query that returns rows of `ledger_postings` of the float
 * @param condition SQL condition on the kind `k.kind` and the transaction `t.id`
 * @returns number of inserted items
 */
export async function insertLedgerItems(db: Queryable, postings: SQL, condition = sql`true`): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with p as materialized (select posting.*, lagos_day(posting.posted_at) as day from (${postings}) posting),
    due as materialized (
      -- Once per day, because the function is slow for thousands of rows.
      select each.day, first_late_day(each.day, s.provider_days) as at_provider, first_late_day(each.day, s.remittance_days) as remitted,
        first_late_day(each.day, s.movement_days) as moved
      from (select distinct day from p) each cross join reconciliation_settings s
    )
    insert into reconciliation_items (side, kind, source_key, day, accounting_day, amount, reference, provider_reference, narration,
      transaction_id, entry_id, revenue_head_id, remittance_group, due_on, finding)
    select 'ledger', k.kind, 'ledger:' || p.entry_id || ':' || p.ordinal, p.day, p.day, -p.amount,
      case when e.kind = 'settlement_fee' then substring(e.key from '^settlement:[^:]+:(.*):fees$')
        else coalesce(t.reference, reversed_movement.reference, m.reference) end,
      coalesce(t.provider_reference, nullif(m.external_reference, '')), left(e.description, ${NARRATION_LENGTH_MAX}),
      coalesce(t.id, m.transaction_id), p.entry_id, head.id,
      case when k.kind = 'remittance' then case o.type when 'tax_and_levy' then 'head:' || head.code else o.type end end,
      case when f.finding is not null then p.day when k.kind = 'remittance' then due.remitted when k.kind = 'movement' then due.moved
        else due.at_provider end,
      f.finding
    from p
    join due on due.day = p.day
    join ledger_entries e on e.id = p.entry_id
    left join transactions t on e.source_type = 'transaction' and t.id = e.source_id
    left join transactions original on original.id = t.refund_of
    left join wallet_movements m on e.source_type = 'wallet_movement' and m.id = e.source_id
    left join ledger_entries reversed on reversed.id = e.reversal_of
    left join wallet_movements reversed_movement on reversed.source_type = 'wallet_movement' and reversed_movement.id = reversed.source_id
    cross join lateral (select coalesce(original.id, t.id) as id, coalesce(original.type, t.type) as type) o
    left join tax_payments tax on o.type = 'tax_and_levy' and tax.transaction_id = o.id
    left join revenue_heads head on head.id = tax.revenue_head_id
    cross join lateral (select ${KIND} as kind) k
    left join lateral (select account_number from revenue_heads valid where valid.code = head.code and valid.starts_on <= p.day
      order by valid.starts_on desc limit 1) valid on true
    cross join lateral (select case when k.kind <> 'remittance' or o.type <> 'tax_and_levy' then null
      when head.id is null then 'no_revenue_head' when valid.account_number is null then 'no_head_account' end as finding) f
    where ${condition}
    order by p.posted_at, p.entry_id, p.ordinal
    on conflict (source_key) do nothing`);
  return rowCount ?? 0;
}

/** Returns SQL for postings on the float after `from` up to `to`, by their number. */
export const settlementFloatPostingsSql = (from: number, to: number): SQL => sql`
  select entry_id, ordinal, amount, posted_at from ledger_postings
  where account_id = ${FLOAT} and seq > ${from} and seq <= ${to}`;

/**
 * Inserts ledger items of transactions that were posted before reconciliation started and to which a new provider item refers. Only postings
 * of the kind of the provider's item become items.
 * @param itemIds new items of a provider
 */
export async function insertEarlierLedgerItems(db: Queryable, itemIds: readonly number[]): Promise<number> {
  if (!itemIds.length) return 0;
  const named = sql`select i.transaction_id, i.kind from reconciliation_items i where i.id = any(${sql.param(itemIds)}::bigint[])`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct t.id from (${named}) i join transactions t on t.id = i.transaction_id
    cross join reconciliation_settings s where t.completed_at < lagos_midnight(s.starts_on)`);
  if (!rows.length) return 0;
  const postings = sql`
    select p.entry_id, p.ordinal, p.amount, p.posted_at from ledger_entries e
    join ledger_postings p on p.entry_id = e.id and p.posted_at = e.posted_at and p.account_id = ${FLOAT}
    where e.source_type = 'transaction' and e.source_id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])
      and e.posted_at < (select lagos_midnight(starts_on) from reconciliation_settings)`;
  return insertLedgerItems(db, postings, sql`(t.id, k.kind) in (${named})`);
}
