import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { STAMP_DUTY_FROM_KOBO, STAMP_DUTY_KOBO } from "@/lib/contract/reconciliation.values";
import type { FindingQuery } from "./findings";
import { similarPairsSql } from "./propose-by-amount-day-name";

/** Maximum percentage of the expected amount that counts as a partial payment. A larger payment lacks only a fee. */
const PARTIAL_PERCENT = 90;

/**
 * SQL of the cause of a difference between the expected and the actual amount: a partial payment, stamp duty, or a fee. Null if more money
 * arrived than expected.
 */
const causeOf = (expected: SQL, actual: SQL) => sql`case
  when abs(${actual}) * 100 <= abs(${expected}) * ${PARTIAL_PERCENT}::integer then 'partial'
  when ${expected} - ${actual} = ${STAMP_DUTY_KOBO}::bigint and greatest(abs(${expected}), abs(${actual})) >= ${STAMP_DUTY_FROM_KOBO}::bigint then 'stamp_duty'
  when ${expected} > ${actual} then 'fee' end`;

/**
 * SQL that turns pairs into findings: `amount_differs` for both items of each pair whose items are in no other pair.
 * @param pairs query with the columns `expected_id`, `expected`, `actual_id`, `actual`
 */
const ofPairs = (pairs: SQL): SQL => sql`with pairs as (${pairs}),
  clear as (
    select *, ${causeOf(sql`expected`, sql`actual`)} as cause from (
      select *, count(*) over (partition by expected_id) as actuals, count(*) over (partition by actual_id) as expecteds from pairs) as counted
    where actuals = 1 and expecteds = 1)
  select expected_id, 'amount_differs', cause, actual_id from clear
  union all select actual_id, 'amount_differs', cause, expected_id from clear`;

/** SQL condition: none of these items has a finding yet. */
const isUndecided = (...ids: SQL[]) =>
  sql.join(
    ids.map((id) => sql`not exists (select 1 from matching_findings f where f.item_id = ${id})`),
    sql` and `,
  );

const providerAndLedger =
  (column: SQL): FindingQuery =>
  () =>
    ofPairs(sql`select l.id as expected_id, l.amount as expected, p.id as actual_id, p.amount as actual
      from matching_items l
      join matching_items p on p.side = 'provider' and p.kind = l.kind and p.${column} = l.${column} and p.amount <> l.amount
        and sign(p.amount) = sign(l.amount)
      where l.side = 'ledger' and l.kind in ('payment', 'refund', 'payout', 'chargeback', 'fee') and ${isUndecided(sql`l.id`, sql`p.id`)}`);

const bankAndLedger =
  (names: SQL, column: SQL): FindingQuery =>
  () =>
    ofPairs(sql`select distinct t.id as expected_id, t.amount as expected, b.id as actual_id, b.amount as actual
      from matching_targets t join ${names} n on n.${column} = t.${column}
      join matching_items b on b.id = n.item_id and sign(b.amount) = sign(t.amount) and b.amount <> t.amount
      where ${isUndecided(sql`t.id`, sql`b.id`)}`);

const settlementAndLine: FindingQuery = () =>
  ofPairs(sql`select s.id as expected_id, s.amount as expected, b.id as actual_id, b.amount as actual
    from matching_items s
    join matching_items b on b.side = 'bank' and b.amount <> s.amount and strpos(b.plain, s.plain) > 0
    where s.kind = 'settlement' and btrim(s.plain) <> '' and ${isUndecided(sql`s.id`, sql`b.id`)}`);

/** Finds settlements whose records do not sum to the net amount, and the bank lines that paid them, which therefore can't be matched. */
const inexactSettlements: FindingQuery = () => sql`with wrong as (
    select s.id, s.plain, s.amount, records.amount as expected from matching_items s,
      lateral (select sum(r.amount) as amount from reconciliation_items r where r.settlement_id = s.id and not r.is_split) as records
    where s.kind = 'settlement' and records.amount <> s.amount),
  paid as (
    select w.*, (select min(b.id) from matching_items b
      where b.side = 'bank' and b.amount = w.amount and btrim(w.plain) <> '' and strpos(b.plain, w.plain) > 0) as line_id
    from wrong w)
  select id, 'amount_differs', ${causeOf(sql`expected`, sql`amount`)}, line_id from paid
  union all select line_id, 'amount_differs', ${causeOf(sql`expected`, sql`amount`)}, id from paid where line_id is not null`;

/** Finds bank lines and ledger items of near amount, near day and similar name. */
const nearAmounts: FindingQuery = (limits) =>
  ofPairs(sql`select l.id as expected_id, l.amount as expected, b.id as actual_id, b.amount as actual
    from (${similarPairsSql(
      sql`${limits.amountLimit > 0}::boolean and l.amount <> b.amount and l.amount between b.amount - ${limits.amountLimit}::bigint and b.amount + ${limits.amountLimit}::bigint
      and sign(l.amount) = sign(b.amount)`,
      limits,
    )}) as near
    join matching_items b on b.id = near.line_id join matching_items l on l.id = near.ledger_id
    where ${isUndecided(sql`l.id`, sql`b.id`)}`);

/** Finds pairs of items that belong together and whose amounts differ. */
export const differenceFindings: readonly FindingQuery[] = [
  inexactSettlements,
  providerAndLedger(sql`reference`),
  providerAndLedger(sql`provider_reference`),
  bankAndLedger(sql`matching_references`, sql`ref`),
  bankAndLedger(sql`matching_tokens`, sql`token`),
  settlementAndLine,
  nearAmounts,
];
