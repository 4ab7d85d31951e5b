import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { FindingQuery } from "./findings";

/** Largest distance in days between a bank line and the line that it repeats or reverses. */
const REPEAT_DAYS_MAX = 31;

/** Minimum number of digits of a reference without letters. Dates and account numbers, which repeat in narrations, are shorter. */
const UNIQUE_DIGITS = 11;

/** SQL condition: bank lines `b` and `e` contain the same reference, ours or another system's. */
const sharesReference = sql`(
  our_references(concat_ws(' ', b.reference, b.provider_reference, b.narration))
    && our_references(concat_ws(' ', e.reference, e.provider_reference, e.narration))
  or narration_tokens(concat_ws(' ', b.reference, b.provider_reference, b.narration), ${UNIQUE_DIGITS}::integer)
    && narration_tokens(concat_ws(' ', e.reference, e.provider_reference, e.narration), ${UNIQUE_DIGITS}::integer))`;

const REVERSAL_WORDS = " (RVSL|RVRSL|RVS|REV|REVERSAL|REVERSED) ";

/**
 * Finds bank lines `b` whose narration contains a word for "reversal", each with the latest earlier line `e` of the opposite amount to
 * which it refers.
 */
const reversals: FindingQuery = ({ nameLimit }) => sql`with pairs as (
    select distinct on (b.id) b.id as line_id, e.id as earlier_id, e.match_id is null and not e.is_split as is_open
    from matching_items b
    join reconciliation_items e on e.side = 'bank' and e.account_id = b.account_id and e.amount = -b.amount and e.id <> b.id
      and e.day between b.day - ${REPEAT_DAYS_MAX}::integer and b.day
    where b.side = 'bank' and b.plain ~ ${REVERSAL_WORDS}::text and plain_narration(e.narration) !~ ${REVERSAL_WORDS}::text
      and (${sharesReference}
        or strpos(b.plain, plain_narration(e.narration)) > 0 and btrim(plain_narration(e.narration)) <> ''
        or word_similarity_percent(narration_words(regexp_replace(b.plain, ${REVERSAL_WORDS}::text, ' ', 'g')), narration_words(e.narration))
          >= greatest(${nameLimit}::integer, 1))
    order by b.id, e.match_id is null desc, e.day desc, e.id desc)
  select line_id, 'reversed', null, earlier_id from pairs
  union all select earlier_id, 'reversed', null, min(line_id) from pairs where is_open group by earlier_id`;

/** Finds bank lines that repeat a matched line: same account and amount, and the same reference, settlement, or narration on the same day. */
const repeatedLines: FindingQuery = () => sql`select distinct on (b.id) b.id, 'duplicate', null, e.id
  from matching_items b
  join reconciliation_items e on e.side = 'bank' and e.match_id is not null and e.account_id = b.account_id and e.amount = b.amount
    and abs(e.day - b.day) <= ${REPEAT_DAYS_MAX}::integer
  where b.side = 'bank' and (${sharesReference} or e.day = b.day and plain_narration(e.narration) = b.plain
    or exists (select 1 from reconciliation_items s where s.match_id = e.match_id and s.kind = 'settlement'
      and btrim(plain_narration(s.narration)) <> '' and strpos(b.plain, plain_narration(s.narration)) > 0))
  order by b.id, e.id`;

/** Finds records that repeat a matched record of the same side, kind, amount and reference. */
const repeatedRecords =
  (column: SQL): FindingQuery =>
  () =>
    sql`select distinct on (i.id) i.id, 'duplicate', null, e.id from matching_items i
    join reconciliation_items e on e.${column} = i.${column} and e.side = i.side and e.kind = i.kind and e.amount = i.amount
      and e.match_id is not null
    where i.side <> 'bank' and i.${column} <> ''
    order by i.id, e.id`;

/** Finds lines and records that reverse or repeat an earlier one. */
export const repeatedItemFindings: readonly FindingQuery[] = [
  reversals,
  repeatedLines,
  repeatedRecords(sql`reference`),
  repeatedRecords(sql`provider_reference`),
];
