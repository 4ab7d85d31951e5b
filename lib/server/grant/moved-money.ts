import "server-only";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { payoutIdSql } from "./payout-id";

/** Whether the provider has said of a transaction that it paid out what not even suspense could take (transaction/change-transaction.ts). */
export function saidUnbooked(id: SQL): SQL {
  return sql`exists (select 1 from transaction_events v where v.transaction_id = ${id} and v.message like '%: not booked: the provider paid out %')`;
}

/**
 * Money that the provider has paid out for some try of a row `r`, although that failed here: it lies on suspense, or could not
 * be booked (transaction/change-transaction.ts). Paying again would pay twice.
 */
export const hasMoved = sql`exists (
  select 1 from generate_series(1, r.tries) n, lateral (select ${payoutIdSql(sql`r`, sql`n`)} as id) t
  where exists (select 1 from ledger_entries e where e.source_type = 'transaction' and e.source_id = t.id)
    or ${saidUnbooked(sql`t.id`)})`;

export const MOVED =
  "The provider has paid this out although it is not booked as paid. Clear it in System wallet, and don't pay it again.";

/** Whether the provider has paid some try of the row whose last try this transaction is. Holds the row; the caller the transaction. */
export async function triedAndMoved(tx: Transaction, transactionId: string): Promise<boolean> {
  await tx
    .select({ row: grantBatchRows.row })
    .from(grantBatchRows)
    .where(eq(grantBatchRows.transactionId, transactionId))
    .for("no key update");
  const found = await tx.execute(
    sql`select 1 from grant_batch_rows r where r.transaction_id = ${transactionId} and ${hasMoved}`,
  );
  return found.rows.length > 0;
}
