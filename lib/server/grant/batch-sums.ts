import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { BATCH_ROW_STATES, type BatchRowState } from "@/lib/contract/grant.values";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { Queryable } from "@/lib/server/db/client";
import type { BatchRecord } from "./batch-record";
import { saidUnbooked } from "./moved-money";
import { payoutIdSql } from "./payout-id";

/** Amounts in kobo. */
type Sums = { rows: number; amount: number };
const NONE: Sums = { rows: 0, amount: 0 };

/**
 * What is paid and what failed of batches, by their ids. Paid is what is left of the whole once the others are taken off:
 * most rows of a batch that is done are paid, and none of them is read.
 */
export async function paidAndFailed(db: Queryable, batches: readonly BatchRecord[]) {
  const begun = batches.filter(({ state }) => state === "paying" || state === "done");
  const counted = begun.length
    ? await db.execute<{ batch_id: string; state: string; rows: number; amount: string }>(sql`
        select batch_id, state, count(*)::int as rows, sum(amount) as amount from grant_batch_rows
        where batch_id = any(${sql.param(begun.map(({ id }) => id))}::uuid[]) and state in ('pending', 'sent', 'failed')
        group by batch_id, state`)
    : { rows: [] };
  const found = new Map<string, { paid: Sums; failed: Sums }>();
  for (const batch of begun) {
    const others = counted.rows.filter((row) => row.batch_id === batch.id);
    const failed = others.find((row) => row.state === "failed");
    found.set(batch.id, {
      paid: {
        rows: batch.rows - others.reduce((sum, row) => sum + row.rows, 0),
        amount: batch.amount - others.reduce((sum, row) => sum + Number(row.amount), 0),
      },
      failed: failed ? { rows: failed.rows, amount: Number(failed.amount) } : NONE,
    });
  }
  return (id: string) => found.get(id) ?? { paid: NONE, failed: NONE };
}

/** Rows of one batch by their state, and how many have changes, at the last look. */
export async function sumsByState(db: Queryable, batchId: string) {
  const counted = await db.execute<{ state: BatchRowState; rows: number; amount: string; changed: number }>(sql`
    select state, count(*)::int as rows, sum(amount) as amount, count(*) filter (where changes <> '[]')::int as changed
    from grant_batch_rows where batch_id = ${batchId} group by state`);
  const of = (state: BatchRowState): Sums => {
    const row = counted.rows.find((each) => each.state === state);
    return row ? { rows: row.rows, amount: Number(row.amount) } : NONE;
  };
  return {
    sums: Object.fromEntries(BATCH_ROW_STATES.map((state) => [state, of(state)])) as Record<BatchRowState, Sums>,
    changed: counted.rows.reduce((sum, row) => sum + (row.state === "removed" ? 0 : row.changed), 0),
  };
}

/** Kobo. `toBanks`: rows that are not removed and go to bank accounts; `paidToBanks`: those of them that are paid. */
export type Balance = { ledger: number; provider: number; toBanks: number; paidToBanks: number };

const isBookedLate = (id: SQL) =>
  sql`exists (select 1 from ledger_entries l where l.key = 'transaction:' || ${id} || ':late')`;

/** Kobo that the ledger took from the grants pool for one row, by all its tries. @param row the table or its alias */
export const ledgerOf = (row: SQL): SQL => sql`(
  select coalesce(-sum(p.amount), 0) from generate_series(1, ${row}.tries) n
    join ledger_entries e on e.source_type = 'transaction' and e.source_id = ${payoutIdSql(row, sql`n`)}
    join ledger_postings p on p.entry_id = e.id
  where p.account_id = ${sql.raw(`'${IDS.grants_pool}'`)})`;

/** Kobo that the provider reported of one row, by all its tries, as `balanceOf` counts them. @param row the table or its alias */
export const reportedOf = (row: SQL): SQL => sql`(
  select coalesce(sum(case
    when exists (select 1 from transaction_events e where e.transaction_id = x.id and e.kind in ('webhook', 'requery')
      and e.to_state = 'succeeded') then x.amount
    when ${isBookedLate(sql`x.id`)} then (select sum(p.amount) from ledger_entries e join ledger_postings p on p.entry_id = e.id
      where e.key = 'transaction:' || x.id || ':late' and p.account_id = ${sql.raw(`'${IDS.settlement_float}'`)})
    when x.state in ('failed', 'expired') and ${saidUnbooked(sql`x.id`)} then x.amount end), 0)
  from generate_series(1, ${row}.tries) n join transactions x on x.id = ${payoutIdSql(row, sql`n`)}
  where x.channel <> 'wallet')`;

/**
 * What the ledger took from the grants pool for a batch, and what the provider reported of it: each try of a row has a
 * transaction with an id of its own (payout-id.ts), so a report that came for an earlier try counts as well. The provider's
 * part is what it said (events of the transactions), with what came too late and was booked on suspense, and what not even
 * suspense could take. For each row the statement says the same (export-payouts.ts).
 */
export async function balanceOf(db: Queryable, batchId: string): Promise<Balance> {
  const found = await db.execute<Record<"ledger" | "provider" | "to_banks" | "paid_to_banks", string>>(sql`
    with tried as materialized (
      select ${payoutIdSql(sql`r`, sql`n`)} as id from grant_batch_rows r cross join lateral generate_series(1, r.tries) n
      where r.batch_id = ${batchId} and r.transaction_id is not null
    ), posted as (
      select p.account_id, e.key like '%:late' as is_late, sum(p.amount) as amount
      from tried t join ledger_entries e on e.source_type = 'transaction' and e.source_id = t.id
        join ledger_postings p on p.entry_id = e.id
      where p.account_id in (${IDS.grants_pool}, ${IDS.settlement_float}) group by 1, 2
    ), reported as (
      select coalesce(sum(x.amount), 0) as amount from tried t join transactions x on x.id = t.id
      where x.channel <> 'wallet' and exists (select 1 from transaction_events e where e.transaction_id = x.id
        and e.kind in ('webhook', 'requery') and e.to_state = 'succeeded')
    ), unbooked as (
      select coalesce(sum(x.amount), 0) as amount from tried t join transactions x on x.id = t.id
      where x.state in ('failed', 'expired') and ${saidUnbooked(sql`x.id`)} and not ${isBookedLate(sql`x.id`)}
    ), banks as (
      select coalesce(sum(r.amount), 0) as amount, coalesce(sum(r.amount) filter (where r.state = 'paid'), 0) as paid
      from grant_batch_rows r join grant_applications a on a.id = r.application_id
      where r.batch_id = ${batchId} and r.state <> 'removed' and a.payout_kind = 'bank'
    )
    select coalesce((select -sum(amount) from posted where account_id = ${IDS.grants_pool}), 0) as ledger,
      (select amount from reported) + coalesce((select sum(amount) from posted where is_late
        and account_id = ${IDS.settlement_float}), 0) + (select amount from unbooked) as provider,
      (select amount from banks) as to_banks, (select paid from banks) as paid_to_banks`);
  const [row] = found.rows;
  if (!row) throw new Error("Nothing was added up.");
  return {
    ledger: Number(row.ledger),
    provider: Number(row.provider),
    toBanks: Number(row.to_banks),
    paidToBanks: Number(row.paid_to_banks),
  };
}

/** To the kobo: the rows that are paid against the ledger, those paid to banks against the provider. */
export const isBalanced = (paid: number, { ledger, provider, paidToBanks }: Balance) =>
  paid === ledger && paidToBanks === provider;
