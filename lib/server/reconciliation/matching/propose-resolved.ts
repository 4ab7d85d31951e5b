import "server-only";
import { sql } from "drizzle-orm";
import type { ProposalQuery } from "./rules";

/** SQL of items that admins resolved by manual transfers that are posted and not reversed, with the ledger items of those transfers. */
const resolvedItems = sql`resolved as (
  select r.item_id, l.id as ledger_id, m.requested_by from reconciliation_movements r
  join wallet_movements m on m.id = r.movement_id and m.state = 'posted'
  join matching_items l on l.side = 'ledger' and l.entry_id = m.entry_id
  where r.item_id in (select id from matching_items)
    and not exists (select 1 from ledger_entries reversal where reversal.reversal_of = m.entry_id))`;

/** Proposes an item, its counterpart and all manual transfers for either of them. Posting the difference has made the sums of both sides equal. */
const withCounterpart: ProposalQuery = () => sql`with ${resolvedItems},
  pairs as (
    select distinct least(i.id, c.id) as one, greatest(i.id, c.id) as other from matching_items i
    join matching_items c on c.id = i.counterpart_id
    where i.id in (select item_id from resolved) or c.id in (select item_id from resolved)),
  payers as (
    select p.one, p.other, (array_agg(r.requested_by order by r.ledger_id))[1] as matched_by, array_agg(r.ledger_id) as ledger_ids
    from pairs p join resolved r on r.item_id in (p.one, p.other) group by p.one, p.other)
  select (row_number() over (order by one, other))::integer, unnest(array[one, other] || ledger_ids), matched_by from payers`;

/** Proposes an item and all manual transfers for it, without its counterpart. */
const alone: ProposalQuery = () => sql`with ${resolvedItems}
  select (dense_rank() over (order by item_id))::integer,
    unnest(case when first then array[item_id, ledger_id] else array[ledger_id] end), matched_by
  from (select item_id, ledger_id, row_number() over (partition by item_id order by ledger_id) = 1 as first,
    first_value(requested_by) over (partition by item_id order by ledger_id) as matched_by from resolved) as each`;

/** Proposes items that admins resolved by a write-off, a posted difference, or a posting to suspense. */
export const proposeResolved: readonly ProposalQuery[] = [withCounterpart, alone];
