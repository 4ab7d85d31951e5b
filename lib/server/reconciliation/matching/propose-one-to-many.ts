import "server-only";
import { sql } from "drizzle-orm";
import { isLineWithoutOurReference } from "./propose-by-amount-day-name";
import type { ProposalQuery } from "./rules";

/** Maximum number of days whose open remittances one bank line pays. Also the maximum number of days from the last of them to the bank line. */
const REMITTANCE_DAYS_MAX = 31;

/** Proposes a bank line that contains the references of several ledger items, whose sum is its amount. */
const namedItems: ProposalQuery = () => sql`with named as (
    select distinct n.item_id as line_id, t.id as ledger_id, t.amount
    from matching_references n join matching_targets t on t.ref = n.ref),
  counted as (select *, count(*) over (partition by ledger_id) as lines from named),
  groups as (
    select c.line_id, array_agg(c.ledger_id) as ledger_ids from counted c join matching_items b on b.id = c.line_id
    group by c.line_id, b.amount having count(*) > 1 and max(c.lines) = 1 and sum(c.amount) = b.amount)
  select (row_number() over (order by line_id))::integer, unnest(line_id || ledger_ids), null::uuid from groups`;

/**
 * Proposes a bank line and all open remittances of one group on one day or on consecutive days. Prefers the group that the narration
 * mentions: the code of its revenue head, or the words for bills and tickets. Proposes nothing if two periods fit a line, or two lines have
 * a day in common.
 */
const remittedDays: ProposalQuery = () => sql`with days as (
    select remittance_group, day, sum(amount) as amount, row_number() over (partition by remittance_group order by day) as no,
      sum(sum(amount)) over (partition by remittance_group order by day) as total
    from matching_items where side = 'ledger' and kind = 'remittance' and remittance_group is not null
    group by remittance_group, day),
  periods as (
    select f.remittance_group, f.day as first_day, l.day as last_day, l.total - f.total + f.amount as amount,
      case f.remittance_group when 'bill_payment' then ' BILLS? ' when 'ticket' then ' TICKETS? '
        else ' ' || btrim(plain_narration(substring(f.remittance_group from '^head:(.*)$'))) || ' ' end as words
    from days f join days l on l.remittance_group = f.remittance_group and l.no between f.no and f.no + ${REMITTANCE_DAYS_MAX - 1}::integer),
  candidates as (
    select b.id as line_id, p.*, rank() over (partition by b.id order by b.plain ~ p.words desc) as preference
    from matching_items b join periods p on p.amount = b.amount and b.day between p.last_day and p.last_day + ${REMITTANCE_DAYS_MAX}::integer
    where b.side = 'bank' and ${isLineWithoutOurReference}),
  preferred as (select *, count(*) over (partition by line_id) as periods from candidates where preference = 1),
  items as (
    select p.line_id, p.periods, i.id as ledger_id, count(*) over (partition by i.id) as lines
    from preferred p join matching_items i on i.side = 'ledger' and i.kind = 'remittance'
      and i.remittance_group = p.remittance_group and i.day between p.first_day and p.last_day),
  groups as (
    select line_id, array_agg(ledger_id) as ledger_ids from items group by line_id having max(periods) = 1 and max(lines) = 1)
  select (row_number() over (order by line_id))::integer, unnest(line_id || ledger_ids), null::uuid from groups`;

/** Proposes a bank line that pays several settlements with the same text. */
const settlementsOfOnePayout: ProposalQuery = () => sql`with payouts as (
    select plain, sum(amount) as amount, array_agg(id) as settlement_ids from matching_items
    where kind = 'settlement' and btrim(plain) <> '' group by plain having count(*) > 1),
  candidates as (
    select b.id as line_id, p.settlement_ids, row_number() over (partition by p.plain order by b.day, b.id) as no,
      count(*) over (partition by b.id) as payouts
    from payouts p join matching_items b on b.side = 'bank' and b.amount = p.amount and strpos(b.plain, p.plain) > 0)
  select (row_number() over (order by line_id))::integer, unnest(line_id || settlement_ids), null::uuid from candidates
  where no = 1 and payouts = 1`;

/** Proposes one bank line that matches several ledger items or settlements. */
export const proposeOneToMany: readonly ProposalQuery[] = [namedItems, remittedDays, settlementsOfOnePayout];
