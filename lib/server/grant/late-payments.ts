import "server-only";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { payoutIdSql } from "./payout-id";

/**
 * Returns an SQL condition: the provider reported this payout as paid, but the amount could not be posted to any account
 * (transaction/change-transaction.ts).
 * @param id SQL for the transaction's id
 */
export function wasPayoutReportedButNotPosted(id: SQL): SQL {
  return sql`exists (select 1 from transaction_events v where v.transaction_id = ${id} and v.message like '%: not booked: the provider paid out %')`;
}

/**
 * SQL condition: the provider has paid an attempt of batch row `r` although the row failed here. The amount is in suspense, or could not be
 * posted (transaction/change-transaction.ts). Another attempt would pay twice.
 */
export const wasFailedRowPaidOut = sql`exists (
  select 1 from generate_series(1, r.tries) n, lateral (select ${payoutIdSql(sql`r`, sql`n`)} as id) t
  where exists (select 1 from ledger_entries e where e.source_type = 'transaction' and e.source_id = t.id)
    or ${wasPayoutReportedButNotPosted(sql`t.id`)})`;

/** Problem shown at a failed payout row that the provider has paid after all. */
export const ALREADY_PAID_OUT_MESSAGE =
  "The provider has paid this out although it is not booked as paid. Clear it in System wallet, and don't pay it again.";

/** Returns true if the provider has paid any attempt of the row. Locks the row; the caller has locked its transaction. */
export async function wasAnyAttemptPaidOut(tx: Transaction, transactionId: string): Promise<boolean> {
  await tx
    .select({ row: grantBatchRows.row })
    .from(grantBatchRows)
    .where(eq(grantBatchRows.transactionId, transactionId))
    .for("no key update");
  const found = await tx.execute(
    sql`select 1 from grant_batch_rows r where r.transaction_id = ${transactionId} and ${wasFailedRowPaidOut}`,
  );
  return found.rows.length > 0;
}
