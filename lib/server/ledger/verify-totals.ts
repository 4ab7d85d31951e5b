import "server-only";
import { sql } from "drizzle-orm";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { checkReservedAmounts } from "./verify-reserved";
import type { LedgerSectionResult } from "./verify-section";

/** Statement timeout of the totals checks. Counting a month, or all balances, in one statement takes longer than the usual timeout. */
const TIME_LIMIT = "120s";
/** PostgreSQL's `work_mem` for the totals checks: enough to join a month's payments with their ledger entries in memory. */
const WORK_MEMORY = "64MB";
const PARALLEL_WORKERS = "2";

/** The comparison to run, and its first day; without a day, the comparison starts with the oldest rows. */
export type TotalsCursor = { step: number; since?: string };
/** Faults found by a comparison, and the day from which its next call continues; no day if the comparison is done. */
type TotalsCheck = { faults: string[]; since?: string };

type DayTotals = { day: string; transactions: string; ledger: string };
type WrongTotal = { list: string; facet: string; day: string };

/** Comparisons of `checkTotals`, in the order in which they run. */
const CHECK_STEPS: ((tx: Transaction, since?: string) => Promise<TotalsCheck>)[] = [
  ...[
    "users",
    "kyc_requests",
    "transactions",
    "ledger_postings",
    "audit_trails",
    "tickets",
    "promotion_redemptions",
    "grant_applications",
  ].map((table) => (tx: Transaction, since?: string) => checkDayTotals(tx, table, since)),
  checkBalanceTotals,
  ...["users:name", "users:last_seen_at", "users:balance", "transactions:amount"].map(
    (sort) => (tx: Transaction) => checkBucketTotals(tx, sort),
  ),
  checkDaySums,
  checkReservedAmounts,
];

/**
 * Last part of the ledger check: compares tables of precomputed totals with their source tables. Each call runs one statement: a month
 * of one table's daily totals, or another comparison as a whole.
 */
export const checkTotals = (db: Queryable, { step, since }: TotalsCursor): Promise<LedgerSectionResult<TotalsCursor>> =>
  db.transaction(async (tx) => {
    // Changes the statement timeout only if the connection has one.
    await tx.execute(sql`select set_config('statement_timeout', ${TIME_LIMIT}, true)
      where current_setting('statement_timeout') <> '0'`);
    await tx.execute(sql`select set_config('work_mem', ${WORK_MEMORY}, true),
      set_config('max_parallel_workers_per_gather', ${PARALLEL_WORKERS}, true)`);
    const check: TotalsCheck = (await CHECK_STEPS[step]?.(tx, since)) ?? { faults: [] };
    const after = step + 1 < CHECK_STEPS.length ? { step: step + 1 } : null;
    return { counted: 0, postings: 0, faults: check.faults, next: check.since ? { step, since: check.since } : after };
  });

const LISTS_OF_TABLE: Record<string, string> = {
  kyc_requests: "kyc",
  transactions: "transactions,completed",
  ledger_postings: "wallets",
  audit_trails: "trail",
  promotion_redemptions: "redemptions",
  grant_applications: "applications",
};

/** Compares daily totals with the rows of a table, up to the end of the first month that has totals. */
async function checkDayTotals(tx: Transaction, table: string, since = "-infinity"): Promise<TotalsCheck> {
  const lists = sql`any(${sql.param((LISTS_OF_TABLE[table] ?? table).split(","))}::text[])`;
  const sectionEnd = await tx.execute<{ until: string | null }>(sql`
    select (date_trunc('month', min(day)) + interval '1 month')::date::text as until
    from day_totals where list = ${lists} and day >= ${since}`);
  const until = sectionEnd.rows[0]?.until ?? undefined;
  const end = until ?? "infinity";
  const totals = await tx.execute<WrongTotal>(sql`
    select list, facet, day::text as day from (
      select list, facet, day, sum(rows) as rows, sum(amount) as amount, sum(fee) as fee from (
        select list collate "C" as list, facet collate "C" as facet, day, rows, amount, fee from day_totals
          where list = ${lists} and day >= ${since} and day < ${end}
        union all select list collate "C", facet collate "C", day, -rows, -amount, -fee
          from count_day_totals(${table}, ${since}, ${end})
      ) both_ways group by 1, 2, 3
    ) compared where rows <> 0 or amount <> 0 or fee <> 0 order by 1, 2, 3 limit 5`);
  const faults = totals.rows.map(
    ({ list, facet, day }) => `The figures of ${day} for ${list} (${facet || "all"}) are not what was counted.`,
  );
  return { faults, since: until };
}

/** Compares the stored row counts by prefix of a sort key with the number of rows that have the prefix. */
async function checkBucketTotals(tx: Transaction, sort: string): Promise<TotalsCheck> {
  const wrongPlaces = await tx.execute<{ place: string }>(sql`
    select place from (
      select place, rows from place_totals where sort = ${sort}
      union all select place collate "C", -rows from count_place_totals(${sort})
    ) both_ways group by place having sum(rows) <> 0 order by 1 limit 5`);
  return { faults: wrongPlaces.rows.map(({ place }) => `The number of ${sort} at ${place} is not what was counted.`) };
}

/** Compares the wallet balances that were copied for sorting users with those of the ledger accounts. */
async function checkBalanceTotals(tx: Transaction): Promise<TotalsCheck> {
  const balances = await tx.execute<{ id: string }>(sql`
    select coalesce(a.user_id, w.user_id) as id from (select * from ledger_accounts where user_id is not null) a
    full join wallet_balances w on w.user_id = a.user_id where a.balance is distinct from w.balance limit 5`);
  return { faults: balances.rows.map(({ id }) => `The balance that user ${id} is sorted by is not the wallet's.`) };
}

/** Compares each day's payments and refunds (amount plus fee, less cashback) with their ledger entries. */
async function checkDaySums(tx: Transaction): Promise<TotalsCheck> {
  const days = await tx.execute<DayTotals>(sql`
    select coalesce(t.day, l.day)::text as day, coalesce(t.kobo, 0) as transactions, coalesce(l.kobo, 0) as ledger from (
      select facet, day, sum(amount + fee) as kobo from day_totals
      where list = 'completed' and facet in ('payment', 'refund') group by 1, 2
    ) t full join (
      select facet, day, sum(kobo) as kobo from (
        select case e.kind when 'transaction' then 'payment' else 'refund' end as facet, lagos_day(e.posted_at) as day,
          sum(p.amount) as kobo
        from ledger_entries e join ledger_postings p on p.entry_id = e.id and p.amount > 0
        where e.kind = 'transaction_refund' or (e.kind = 'transaction' and e.key = 'transaction:' || e.source_id)
        group by 1, 2
        union all select 'payment', lagos_day(e.posted_at), -sum(r.amount)
        from promotion_redemptions r join ledger_entries e on e.key = 'transaction:' || r.transaction_id
        where r.kind = 'cashback' and r.state in ('redeemed', 'returned') group by 2
      ) moved group by 1, 2
    ) l on (l.facet, l.day) = (t.facet, t.day)
    where coalesce(t.kobo, 0) <> coalesce(l.kobo, 0) order by 1 limit 5`);
  const faults = days.rows.map(
    ({ day, transactions, ledger }) =>
      `On ${day} transactions come to ${transactions} kobo, while the ledger moved ${ledger}.`,
  );
  return { faults };
}
