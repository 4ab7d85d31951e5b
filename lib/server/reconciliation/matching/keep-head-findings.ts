import "server-only";
import { sql } from "drizzle-orm";
import type { FindingQuery } from "./findings";

/**
 * Keeps two findings of the ledger collector: a remittance without a revenue head, or of a head without a bank account. They remain until
 * the payment has a head, and the head an account.
 */
export const keepRevenueHeadFindings: FindingQuery =
  () => sql`select i.id, i.finding, null, null::bigint from matching_items i
  where i.finding = 'no_revenue_head' and i.revenue_head_id is null
      and not exists (select 1 from tax_payments t where t.transaction_id = i.transaction_id)
    or i.finding = 'no_head_account' and not exists (
      select 1 from revenue_heads h
      where h.account_number is not null and h.code in (select code from revenue_heads where id = i.revenue_head_id))`;
