import "server-only";
import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { deleteInvalidProposals } from "./drop-wrong-groups";
import type { MatchingRule, MatchLimits } from "./rules";

/**
 * Runs rules on the items in `matching_items`, which `createMatchingTables` has filled. Each proposal is passed to `handle` as groups in
 * `matching_groups`. Their items are then removed from `matching_items`, so that each item is in one group only.
 * @param handle returns false to stop
 */
export async function runRules(
  tx: Transaction,
  rules: readonly MatchingRule[],
  limits: MatchLimits,
  handle: (rule: MatchingRule) => Promise<boolean>,
): Promise<void> {
  for (const rule of rules)
    for (const proposal of rule.proposals) {
      await tx.execute(sql`truncate matching_groups`);
      const { rowCount } = await tx.execute(
        sql`insert into matching_groups (group_no, item_id, matched_by) ${proposal(limits)}`,
      );
      if (!rowCount) continue;
      await tx.execute(sql`analyze matching_groups`);
      await deleteInvalidProposals(tx);
      if (!(await handle(rule))) return;
      await removeProposedItems(tx);
    }
}

async function removeProposedItems(tx: Transaction): Promise<void> {
  await tx.execute(sql`delete from matching_items where id in (select item_id from matching_groups)`);
  await tx.execute(sql`delete from matching_targets where id in (select item_id from matching_groups)`);
  await tx.execute(sql`delete from matching_references where item_id in (select item_id from matching_groups)`);
  await tx.execute(sql`delete from matching_tokens where item_id in (select item_id from matching_groups)`);
}
