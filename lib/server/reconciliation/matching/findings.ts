import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { differenceFindings } from "./find-differences";
import { missingItemFindings } from "./find-missing";
import { repeatedItemFindings } from "./find-repeated";
import { keepRevenueHeadFindings } from "./keep-head-findings";
import type { MatchLimits } from "./rules";

/**
 * Returns a query of findings about items in `matching_items`: columns `item_id`, `finding`, `cause` and `counterpart_id`. If several
 * queries return an item, the first one's finding is stored.
 */
export type FindingQuery = (limits: MatchLimits) => SQL;

/** All findings, in the order of precedence (docs/rules.md). */
const FINDINGS: readonly FindingQuery[] = [
  keepRevenueHeadFindings,
  ...repeatedItemFindings,
  ...differenceFindings,
  ...missingItemFindings,
];

/** Stores the finding of each item in `matching_items`, the items still open after all rules. Removes findings that no longer apply. */
export async function storeFindings(tx: Transaction, limits: MatchLimits): Promise<void> {
  await tx.execute(sql`drop table if exists matching_findings`);
  await tx.execute(sql`create temp table matching_findings
    (item_id bigint primary key, finding text not null, cause text, counterpart_id bigint) on commit drop`);
  for (const finding of FINDINGS)
    await tx.execute(sql`insert into matching_findings (item_id, finding, cause, counterpart_id)
      ${finding(limits)} on conflict do nothing`);
  await tx.execute(sql`analyze matching_findings`);
  // Keeps the item's version, so that a new finding does not refuse an admin's decision as outdated. Skips items that another transaction
  // has locked; the next run includes them. Lists all findings and causes for lib/server/db/unwritten-columns.test.ts, which searches the
  // code for each possible value.
  await tx.execute(sql`with changed as (
      select i.id, f.finding, f.cause, f.counterpart_id from reconciliation_items i
      join matching_items m on m.id = i.id left join matching_findings f on f.item_id = i.id
      where i.match_id is null and not i.is_split
        and (i.finding, i.cause, i.counterpart_id) is distinct from (f.finding, f.cause, f.counterpart_id)
      order by i.id for update of i skip locked)
    update reconciliation_items i
    set finding = c.finding, cause = c.cause, counterpart_id = c.counterpart_id
    from changed c where c.id = i.id
      and coalesce(c.finding, 'unknown') in ('no_revenue_head', 'no_head_account', 'reversed', 'duplicate', 'amount_differs',
        'missing_at_bank', 'missing_at_provider', 'missing_in_ledger', 'unknown')
      and coalesce(c.cause, 'fee') in ('fee', 'stamp_duty', 'partial')`);
}
