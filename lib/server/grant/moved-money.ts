import "server-only";
import { eq, sql } from "drizzle-orm";
import type { AuditEntry } from "@/lib/server/audit";
import type { Transaction } from "@/lib/server/db/client";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import type { TransactionRecord } from "@/lib/server/transaction/settle";
import { applicationRecord } from "./application-record";
import { changeRows } from "./payout-change";
import { payoutIdSql } from "./payout-id";

/**
 * Money that the provider has paid out for some try of a row `r`, although that failed here: it lies on suspense, or could not
 * be booked (transaction/settle.ts). Paying again would pay twice.
 */
export const hasMoved = sql`exists (
  select 1 from generate_series(1, r.tries) n, lateral (select ${payoutIdSql(sql`r`, sql`n`)} as id) t
  where exists (select 1 from ledger_entries e where e.source_type = 'transaction' and e.source_id = t.id)
    or exists (select 1 from transaction_events v where v.transaction_id = t.id and v.message like '%: not booked: the provider paid out %'))`;

export const MOVED =
  "The provider has paid this out although it is not booked as paid. Clear it in System wallet, and don't pay it again.";

/**
 * A try of a row that failed here is said to have succeeded: the row is not paid again, where somebody has it retried and its
 * turn has not come. The caller has locked the transaction of that try, and no ledger account yet.
 * @returns the audit row, where a row waited
 */
export async function stopRetry(tx: Transaction, payment: TransactionRecord): Promise<AuditEntry[]> {
  const [found] = await tx
    .select({ row: grantBatchRows, application: grantApplications })
    .from(grantBatchRows)
    .innerJoin(grantApplications, eq(grantApplications.id, grantBatchRows.applicationId))
    .where(
      sql`${grantApplications.userId} = ${payment.userId} and ${grantBatchRows.state} <> 'removed' and exists (select 1 from generate_series(1, ${grantBatchRows.tries}) n
        where ${payoutIdSql(sql`${grantBatchRows}`, sql`n`)} = ${payment.id})`,
    )
    .for("no key update", { of: grantBatchRows });
  if (found?.row.state !== "pending") return [];
  const { row, application } = found;
  await changeRows(tx, [{ row, state: "failed", problem: MOVED }]);
  const after = { payment: "failed", problem: MOVED, transaction: payment.reference };
  return [{ record: applicationRecord(application), before: { payment: "pending" }, after }];
}
