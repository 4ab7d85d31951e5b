import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { isOpenItemSql } from "@/lib/server/reconciliation/open-items";

const TABLES = ["items", "references", "tokens", "targets", "groups"].map((name) => `matching_${name}`);

const itemsWhere = (condition: SQL) => sql`
  select id, side, kind, account_id, settlement_id, day, accounting_day, due_on, amount, reference, provider_reference, narration,
    entry_id, transaction_id, revenue_head_id, remittance_group,
    finding, counterpart_id,
    case when side = 'bank' or kind = 'settlement' then plain_narration(narration) end as plain,
    case when side = 'bank' then narration_words(narration) end as words
  from reconciliation_items where ${condition}`;

/**
 * Creates the temporary tables that the rules read, for this transaction:
 * - `matching_items`: the items to match. `plain` is the normalised narration of a bank line or settlement (`plain_narration`), `words` the
 *   words of a bank line's narration (`narration_words`).
 * - `matching_references`: our references that bank lines contain.
 * - `matching_tokens`: other systems' references that bank lines contain.
 * - `matching_targets`: ledger items to which a bank line can refer, by our reference (`ref`) or by an external one (`token`).
 * - `matching_groups`: the groups that a rule proposes.
 * @param condition condition on `reconciliation_items`; the open items by default
 */
export async function createMatchingTables(tx: Transaction, condition: SQL | undefined = isOpenItemSql): Promise<void> {
  await tx.execute(sql.raw(`drop table if exists ${TABLES.join(", ")}`));
  // Creates the table empty, then inserts, because PostgreSQL accepts no parameters in `create table as`.
  await tx.execute(sql`create temp table matching_items on commit drop as ${itemsWhere(sql`false`)}`);
  await tx.execute(sql`insert into matching_items ${itemsWhere(condition ?? sql`true`)}`);
  await tx.execute(
    sql`create index on matching_items (amount) where side = 'ledger' and kind in ('movement', 'remittance')`,
  );
  await tx.execute(sql`create temp table matching_references on commit drop as
    select i.id as item_id, ref from matching_items i,
      unnest(our_references(concat_ws(' ', i.reference, i.provider_reference, i.narration))) as ref
    where i.side = 'bank'`);
  await tx.execute(sql`create temp table matching_tokens on commit drop as
    select i.id as item_id, token from matching_items i,
      unnest(narration_tokens(concat_ws(' ', i.reference, i.provider_reference, i.narration), 6)) as token
    where i.side = 'bank'`);
  await tx.execute(sql`create temp table matching_targets on commit drop as
    select id, kind, day, amount, upper(reference) as ref, upper(regexp_replace(provider_reference, '[^A-Za-z0-9]', '', 'g')) as token
    from matching_items where side = 'ledger' and kind in ('movement', 'remittance')`);
  await tx.execute(sql`create temp table matching_groups (group_no integer not null, item_id bigint not null, matched_by uuid)
    on commit drop`);
  await tx.execute(sql`analyze matching_items, matching_references, matching_tokens, matching_targets`);
}
