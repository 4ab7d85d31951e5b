import "server-only";
import { sql } from "drizzle-orm";
import { isLineWithoutOurReference, isUnreferencedItem } from "./propose-by-amount-day-name";
import { hasExactSettlementRecords } from "./propose-by-settlement";
import type { ProposalQuery } from "./rules";

/** Maximum number of bank lines that together pay one item. */
const PARTS_MAX = 20;

/** Proposes all open bank lines that refer to one ledger item or settlement, and whose sum is its amount. */
const namedItem: ProposalQuery = () => sql`with named as (
    select n.item_id as line_id, t.id as target_id, t.amount from matching_references n join matching_targets t on t.ref = n.ref
    union select n.item_id, t.id, t.amount from matching_tokens n join matching_targets t on t.token = n.token
    union select b.id, s.id, s.amount from matching_items s
      join matching_items b on b.side = 'bank' and sign(b.amount) = sign(s.amount) and strpos(b.plain, s.plain) > 0
      where s.kind = 'settlement' and btrim(s.plain) <> '' and ${hasExactSettlementRecords}),
  counted as (select *, count(*) over (partition by line_id) as targets from named),
  groups as (
    select c.target_id, array_agg(c.line_id) as line_ids from counted c join matching_items b on b.id = c.line_id
    group by c.target_id, c.amount
    having count(*) between 2 and ${PARTS_MAX}::integer and max(c.targets) = 1 and sum(b.amount) = c.amount)
  select (row_number() over (order by target_id))::integer, unnest(target_id || line_ids), null::uuid from groups`;

/**
 * Proposes bank lines of one account within the day limit whose narrations differ only in numbers, and the manual transfer or remittance with
 * their sum and a similar name.
 */
const sameNarration: ProposalQuery = ({ dayLimit, nameLimit }) => sql`with parts as (
    select array_agg(b.id) as line_ids, sum(b.amount) as amount, min(b.day) as first_day, max(b.day) as last_day,
      min(b.narration) as narration
    from matching_items b where b.side = 'bank' and ${isLineWithoutOurReference}
    group by b.account_id, sign(b.amount), regexp_replace(b.plain, '[0-9]+', '', 'g')
    having count(*) between 2 and ${PARTS_MAX}::integer and max(b.day) - min(b.day) <= ${dayLimit}::integer),
  pairs as (
    select p.line_ids, l.id as ledger_id, count(*) over (partition by p.line_ids) as items, count(*) over (partition by l.id) as parts
    from parts p join matching_items l on l.side = 'ledger' and l.kind = 'movement' and l.amount = p.amount
      and l.day between p.last_day - ${dayLimit}::integer and p.first_day + ${dayLimit}::integer
    where ${isUnreferencedItem}
      and word_similarity_percent(narration_words(p.narration), narration_words(l.narration)) >= ${nameLimit}::integer)
  select (row_number() over (order by ledger_id))::integer, unnest(ledger_id || line_ids), null::uuid from pairs
  where items = 1 and parts = 1`;

/** Proposes several bank lines that match one ledger item or settlement. */
export const proposeManyToOne: readonly ProposalQuery[] = [namedItem, sameNarration];
