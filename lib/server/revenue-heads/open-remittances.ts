import "server-only";
import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import type { RevenueHeadRecord } from "./record";

/** Group of the remittances of a revenue head that are paid to its ministry in one sum. */
export const remittanceGroupOf = (code: string) => `head:${code}`;

/** SQL for the day on which an unmatched remittance becomes an exception. */
const DUE_ON = sql`first_late_day(i.day, s.remittance_days)`;

/** Gives the open remittances of a payment its revenue head. A head without an account stays an exception. @returns number of items */
export async function setHeadOfRemittances(
  tx: Transaction,
  transactionId: string,
  head: RevenueHeadRecord,
): Promise<number> {
  const hasAccount = head.accountNumber !== null;
  const result = await tx.execute(sql`
    update reconciliation_items i set revenue_head_id = ${head.id}, remittance_group = ${remittanceGroupOf(head.code)},
      finding = ${hasAccount ? null : "no_head_account"}, due_on = ${hasAccount ? DUE_ON : sql`i.day`}, version = i.version + 1
    from reconciliation_settings s
    where i.transaction_id = ${transactionId} and i.side = 'ledger' and i.kind = 'remittance'
      and i.match_id is null and not i.is_split`);
  return result.rowCount ?? 0;
}

/** Removes the finding `no_head_account` of a revenue head's open remittances, and sets their due days. @returns number of items */
export async function releaseRemittances(tx: Transaction, code: string): Promise<number> {
  const result = await tx.execute(sql`
    update reconciliation_items i set finding = null, due_on = ${DUE_ON}, version = i.version + 1
    from reconciliation_settings s
    where i.remittance_group = ${remittanceGroupOf(code)} and i.finding = 'no_head_account'
      and i.match_id is null and not i.is_split`);
  return result.rowCount ?? 0;
}
