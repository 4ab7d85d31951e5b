import "server-only";
import { sql } from "drizzle-orm";
import type { MatchRule } from "@/lib/contract/reconciliation.values";
import type { Transaction } from "@/lib/server/db/client";
import { isMovementPendingSql } from "@/lib/server/system-wallet/movement-state";

/**
 * Matches the items of the first `limit` groups in `matching_groups`. Skips groups with an item that another transaction has locked, matched
 * or split since `matching_items` was filled, or that an admin resolves by a manual transfer. The caller must have the shared lock of
 * reconciliation, which keeps days from being closed.
 * @returns number of new matches
 */
export async function storeProposedMatches(tx: Transaction, rule: MatchRule, limit: number): Promise<number> {
  await tx.execute(sql`delete from matching_groups where group_no in (
    select group_no from matching_groups group by group_no order by group_no offset ${limit})`);
  await tx.execute(sql`drop table if exists matching_locked, matching_new`);
  await tx.execute(sql`create temp table matching_locked on commit drop as
    select id, accounting_day from reconciliation_items where id in (select item_id from matching_groups)
      and match_id is null and not is_split order by id for update skip locked`);
  if (rule !== "by_hand") await dropItemsWithManualTransfer(tx);
  await tx.execute(sql`create temp table matching_new on commit drop as
    select group_no, nextval(pg_get_serial_sequence('reconciliation_matches', 'id')) as match_id,
      greatest(max(l.accounting_day), reconciliation_closed_until() + 1) as accounting_day, (array_agg(g.matched_by))[1] as matched_by
    from matching_groups g left join matching_locked l on l.id = g.item_id
    group by group_no having count(*) = count(l.id)`);
  // Lists all rules, because lib/server/db/unwritten-columns.test.ts searches the code for each value that the column may have.
  const { rowCount } = await tx.execute(sql`insert into reconciliation_matches (id, rule, accounting_day, matched_by)
    select n.match_id, known.rule, n.accounting_day, n.matched_by from matching_new n
    join (values ('by_hand'), ('reference'), ('provider_reference'), ('settlement'), ('amount_day_name'), ('one_to_many'),
      ('many_to_one')) as known(rule) on known.rule = ${rule}`);
  // One statement for all items, because a trigger checks that each match is exact.
  await tx.execute(sql`update reconciliation_items i
    set match_id = n.match_id, finding = null, cause = null, counterpart_id = null, version = i.version + 1
    from matching_new n join matching_groups g on g.group_no = n.group_no where i.id = g.item_id`);
  return rowCount ?? 0;
}

/**
 * Removes from the items to match those whose manual transfer waits for approval, or is posted and not reversed, and their counterparts.
 * Matching them with other items would make the transfer post the same money twice. Runs after the items are locked, so that no transfer
 * can be requested for them until the commit.
 */
const dropItemsWithManualTransfer = (tx: Transaction) =>
  tx.execute(sql`
    with resolved as (
      select i.id, case when i.finding = 'amount_differs' then i.counterpart_id end as counterpart_id
      from reconciliation_movements r join wallet_movements on wallet_movements.id = r.movement_id
      join reconciliation_items i on i.id = r.item_id
      where i.match_id is null and (${isMovementPendingSql()} or wallet_movements.state = 'posted'
        and not exists (select 1 from ledger_entries e where e.reversal_of = wallet_movements.entry_id)))
    delete from matching_locked where id in (select id from resolved union select counterpart_id from resolved)`);
