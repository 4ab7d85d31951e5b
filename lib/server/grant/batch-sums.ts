import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { BATCH_ROW_STATES, type BatchRowState } from "@/lib/contract/grant.values";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { Queryable } from "@/lib/server/db/client";
import type { PayoutBatchRecord } from "./batch-record";
import { wasPayoutReportedButNotPosted } from "./late-payments";
import { payoutIdSql } from "./payout-id";

/** Number of payout rows, and their total amount in kobo. */
type RowSums = { rows: number; amount: number };
const NO_ROWS: RowSums = { rows: 0, amount: 0 };

/** Returns a lookup of paid and failed sums by batch id. Computes paid as total minus unpaid rows, because unpaid rows are fewer. */
export async function paidAndFailedSums(db: Queryable, batches: readonly PayoutBatchRecord[]) {
  const begun = batches.filter(({ state }) => state === "paying" || state === "done");
  const counted = begun.length
    ? await db.execute<{ batch_id: string; state: string; rows: number; amount: string }>(sql`
        select batch_id, state, count(*)::int as rows, sum(amount) as amount from grant_batch_rows
        where batch_id = any(${sql.param(begun.map(({ id }) => id))}::uuid[]) and state in ('pending', 'sent', 'failed')
        group by batch_id, state`)
    : { rows: [] };
  const found = new Map<string, { paid: RowSums; failed: RowSums }>();
  for (const batch of begun) {
    const unpaidRows = counted.rows.filter((row) => row.batch_id === batch.id);
    const failed = unpaidRows.find((row) => row.state === "failed");
    found.set(batch.id, {
      paid: {
        rows: batch.rows - unpaidRows.reduce((sum, row) => sum + row.rows, 0),
        amount: batch.amount - unpaidRows.reduce((sum, row) => sum + Number(row.amount), 0),
      },
      failed: failed ? { rows: failed.rows, amount: Number(failed.amount) } : NO_ROWS,
    });
  }
  return (id: string) => found.get(id) ?? { paid: NO_ROWS, failed: NO_ROWS };
}

/** Sums the rows of one batch by state. Also counts the rows for which changes of the applicant since the approval are stored. */
export async function rowSumsByState(db: Queryable, batchId: string) {
  const counted = await db.execute<{ state: BatchRowState; rows: number; amount: string; changed: number }>(sql`
    select state, count(*)::int as rows, sum(amount) as amount, count(*) filter (where changes <> '[]')::int as changed
    from grant_batch_rows where batch_id = ${batchId} group by state`);
  const sumOf = (state: BatchRowState): RowSums => {
    const row = counted.rows.find((each) => each.state === state);
    return row ? { rows: row.rows, amount: Number(row.amount) } : NO_ROWS;
  };
  return {
    sums: Object.fromEntries(BATCH_ROW_STATES.map((state) => [state, sumOf(state)])) as Record<BatchRowState, RowSums>,
    changed: counted.rows.reduce((sum, row) => sum + (row.state === "removed" ? 0 : row.changed), 0),
  };
}

/**
 * Sums of a payout batch in kobo: posted by the ledger from the grants pool, reported as paid by the provider, total of the rows for bank
 * accounts except removed rows, and the paid part of this total.
 */
export type PayoutBatchSums = {
  postedFromPool: number;
  reportedByProvider: number;
  dueToBanks: number;
  paidToBanks: number;
};

const isPostedLateSql = (id: SQL) =>
  sql`exists (select 1 from ledger_entries l where l.key = 'transaction:' || ${id} || ':late')`;

/** Returns SQL for the kobo posted from the grants pool for a row, in all attempts. @param row table or alias */
export const ledgerSumSql = (row: SQL): SQL => sql`(
  select coalesce(-sum(p.amount), 0) from generate_series(1, ${row}.tries) n
    join ledger_entries e on e.source_type = 'transaction' and e.source_id = ${payoutIdSql(row, sql`n`)}
    join ledger_postings p on p.entry_id = e.id
  where p.account_id = ${sql.raw(`'${IDS.grants_pool}'`)})`;

/** Returns SQL for the kobo that the provider reported as paid for a row, in all attempts. @param row table or alias */
export const providerSumSql = (row: SQL): SQL => sql`(
  select coalesce(sum(case
    when exists (select 1 from transaction_events e where e.transaction_id = x.id and e.kind in ('webhook', 'requery')
      and e.to_state = 'succeeded') then x.amount
    when ${isPostedLateSql(sql`x.id`)} then (select sum(p.amount) from ledger_entries e join ledger_postings p on p.entry_id = e.id
      where e.key = 'transaction:' || x.id || ':late' and p.account_id = ${sql.raw(`'${IDS.settlement_float}'`)})
    when x.state in ('failed', 'expired') and ${wasPayoutReportedButNotPosted(sql`x.id`)} then x.amount end), 0)
  from generate_series(1, ${row}.tries) n join transactions x on x.id = ${payoutIdSql(row, sql`n`)}
  where x.channel <> 'wallet')`;

/**
 * Sums what the ledger posted from the grants pool for a batch, and what the provider reported as paid. Each attempt of a row has its own
 * transaction id (payout-id.ts), so reports of earlier attempts count too. The provider's sum includes late reports, whether they were
 * posted to suspense or could not be posted. The exported statement has the same sums per row (export-payouts.ts).
 */
export async function sumPayoutBatch(db: Queryable, batchId: string): Promise<PayoutBatchSums> {
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
      where x.state in ('failed', 'expired') and ${wasPayoutReportedButNotPosted(sql`x.id`)} and not ${isPostedLateSql(sql`x.id`)}
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
    postedFromPool: Number(row.ledger),
    reportedByProvider: Number(row.provider),
    dueToBanks: Number(row.to_banks),
    paidToBanks: Number(row.paid_to_banks),
  };
}

/** Returns true if paid rows equal the ledger's sum, and rows paid to banks equal the provider's sum. */
export const isBatchBalanced = (paid: number, { postedFromPool, reportedByProvider, paidToBanks }: PayoutBatchSums) =>
  paid === postedFromPool && paidToBanks === reportedByProvider;
