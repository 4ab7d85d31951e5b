import "server-only";
import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";

/**
 * Deletes proposed groups that share an item with another group, whose sums are not equal, or that contain two items of a match that an
 * admin undid. The rules should never propose the first two kinds. Deleting them keeps one wrong group from failing the whole batch.
 */
export async function deleteInvalidProposals(tx: Transaction): Promise<void> {
  await tx.execute(sql`delete from matching_groups where group_no in (
    select group_no from (select group_no, count(*) over (partition by item_id) as groups from matching_groups) as each
      where groups > 1
    union all
    select g.group_no from matching_groups g join reconciliation_separations s on s.item_id = g.item_id
      group by g.group_no, s.match_id having count(*) > 1
    union all
    select group_no from (
      select g.group_no, count(*) as items, sum(i.amount) as total, count(distinct i.side) as sides,
        bool_or(i.kind = 'settlement') as has_settlement, bool_or(i.side = 'ledger' and i.kind <> 'movement') as has_other_postings, sum(i.amount) filter (where i.side = 'bank') as bank,
        sum(i.amount) filter (where i.side = 'provider') as provider, sum(i.amount) filter (where i.side = 'ledger') as ledger
      from matching_groups g left join matching_items i on i.id = g.item_id group by g.group_no) as sums
    where coalesce(case when items < 2 then total <> 0
      when has_settlement then has_other_postings or coalesce(bank, 0) <> coalesce(provider, 0) + coalesce(ledger, 0)
      when sides = 1 then total <> 0
      else bank <> coalesce(provider, ledger) or provider <> coalesce(ledger, bank) or ledger <> coalesce(provider, bank) end, false))`);
}
