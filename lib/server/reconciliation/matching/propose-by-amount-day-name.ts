import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { MatchLimits, ProposalQuery } from "./rules";

/** SQL condition: bank line `b` contains none of our references, and is no reversal. Other bank lines are never matched by name. */
export const isLineWithoutOurReference = sql`not exists (select 1 from matching_references n where n.item_id = b.id)
  and b.plain !~ ' (RVSL|RVRSL|REVERSAL|REVERSED) '`;

/** SQL condition: no bank line contains the reference of ledger item `l`. */
export const isUnreferencedItem = sql`not exists (select 1 from matching_references n where n.ref = upper(l.reference))`;

/**
 * SQL query of pairs: a bank line, and a manual transfer or remittance in the ledger with a near day and a similar name.
 * @param amounts condition on the amounts of `b` and `l`; their words are compared only if it is met
 */
export const similarPairsSql = (amounts: SQL, { dayLimit, nameLimit }: MatchLimits) => sql`
  select b.id as line_id, l.id as ledger_id, count(*) over (partition by b.id) as ledger_items,
    count(*) over (partition by l.id) as lines
  from matching_items b
  join matching_items l on l.side = 'ledger' and l.kind in ('movement', 'remittance') and ${amounts}
    and abs(l.day - b.day) <= ${dayLimit}::integer
  where b.side = 'bank' and ${isLineWithoutOurReference} and ${isUnreferencedItem}
    and word_similarity_percent(b.words, narration_words(l.narration)) >= ${nameLimit}::integer`;

/** Proposes a bank line and a ledger item of equal amount, near day and similar name, if each is the other's only candidate. */
export const proposeByAmountDayName: readonly ProposalQuery[] = [
  (limits) => sql`with pairs as (${similarPairsSql(sql`l.amount = b.amount`, limits)})
    select (row_number() over (order by line_id))::integer, unnest(array[line_id, ledger_id]), null::uuid from pairs
    where ledger_items = 1 and lines = 1`,
];
