import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { ProposalQuery } from "./rules";

/** Kinds of ledger items that can match a provider's record of the same kind. */
const PROVIDER_KINDS = sql`('payment', 'refund', 'payout', 'chargeback', 'fee')`;

/** SQL that numbers equal items of one side, oldest first: the first record matches the first posting, and surplus ones remain open. */
const numbered = (side: "provider" | "ledger", column: SQL) => sql`
  select id, kind, amount, ${column} as ref, row_number() over (partition by ${column}, kind, amount order by day, id) as no
  from matching_items where side = ${side} and ${column} is not null and kind in ${PROVIDER_KINDS}`;

/** Proposes a provider's record and a ledger posting of the same kind and amount, with the same reference in the given column. */
export const proposeProviderAndLedger =
  (column: SQL): ProposalQuery =>
  () =>
    sql`with pairs as (
    select p.id as one, l.id as other from (${numbered("provider", column)}) as p
    join (${numbered("ledger", column)}) as l using (ref, kind, amount, no))
  select (row_number() over (order by one))::integer, unnest(array[one, other]), null::uuid from pairs`;

/**
 * Proposes a bank line and a manual transfer or remittance of the same amount in the ledger, if the line contains its reference. Of several
 * equal lines, proposes the first one. Omits a line that contains the references of several items of its amount, because it is ambiguous.
 */
export const proposeBankAndLedger =
  (names: SQL, column: SQL): ProposalQuery =>
  () =>
    sql`with lines as (
    select n.item_id as id, n.${column} as ref, i.amount,
      row_number() over (partition by n.${column}, i.amount order by i.day, i.id) as no
    from ${names} n join matching_items i on i.id = n.item_id),
  targets as (
    select id, ${column} as ref, amount, row_number() over (partition by ${column}, amount order by day, id) as no
    from matching_targets where ${column} is not null),
  pairs as (
    select l.id as one, t.id as other, count(*) over (partition by l.id) as targets, count(*) over (partition by t.id) as lines
    from lines l join targets t using (ref, amount, no))
  select (row_number() over (order by one))::integer, unnest(array[one, other]), null::uuid from pairs
  where targets = 1 and lines = 1`;

/** Proposes a ledger entry and its reversal, if no bank line or provider's record matched either of them. */
const entryAndReversal: ProposalQuery = () => sql`with pairs as (
    select o.id as one, r.id as other, count(*) over (partition by o.id) as reversals, count(*) over (partition by r.id) as originals
    from ledger_entries e
    join matching_items r on r.side = 'ledger' and r.entry_id = e.id
    join matching_items o on o.side = 'ledger' and o.entry_id = e.reversal_of and o.amount = -r.amount
    where e.reversal_of is not null)
  select (row_number() over (order by one))::integer, unnest(array[one, other]), null::uuid from pairs
  where reversals = 1 and originals = 1`;

/** Proposes items that share one of our references, and ledger entries with their reversals. */
export const proposeByReference: readonly ProposalQuery[] = [
  proposeProviderAndLedger(sql`reference`),
  proposeBankAndLedger(sql`matching_references`, sql`ref`),
  entryAndReversal,
];
