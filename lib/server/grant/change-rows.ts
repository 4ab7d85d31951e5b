import "server-only";
import { inArray, sql } from "drizzle-orm";
import type { ApplicationState, BatchRowState } from "@/lib/contract/grant.values";
import type { Transaction } from "@/lib/server/db/client";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { emitApplicationWebhooks } from "@/lib/server/webhooks/record-events";
import type { ApplicationRecord } from "./application-record";
import type { PayoutRowRecord } from "./batch-record";

type RowChange = {
  row: PayoutRowRecord;
  state: BatchRowState;
  problem: string | null;
  tries?: number;
  transactionId?: string;
};

/** Changes payout rows that the caller has locked, in one statement. Omitted fields keep their values. */
export async function changeBatchRows(tx: Transaction, changes: readonly RowChange[]): Promise<void> {
  if (!changes.length) return;
  const column = <T>(pick: (change: RowChange) => T) => sql.param(changes.map(pick));
  await tx.execute(sql`
    update ${grantBatchRows} r set state = c.state, problem = c.problem, tries = coalesce(c.tries, r.tries),
      transaction_id = coalesce(c.transaction_id, r.transaction_id), updated_at = clock_timestamp()
    from unnest(${column(({ row }) => row.batchId)}::uuid[], ${column(({ row }) => row.row)}::int[],
      ${column(({ state }) => state)}::text[], ${column(({ problem }) => problem)}::text[],
      ${column(({ tries }) => tries ?? null)}::int[], ${column(({ transactionId }) => transactionId ?? null)}::uuid[])
      c (batch_id, row, state, problem, tries, transaction_id)
    where r.batch_id = c.batch_id and r.row = c.row`);
}

/** Changes the state of applications that the caller has locked. A trigger locks their programmes and updates the sums. */
export async function setApplicationStates(
  tx: Transaction,
  applications: readonly Pick<ApplicationRecord, "id" | "state">[],
  state: Extract<ApplicationState, "disbursed" | "payment_failed">,
): Promise<void> {
  const ids = applications.flatMap((application) => (application.state === state ? [] : [application.id]));
  if (!ids.length) return;
  const changed = await tx
    .update(grantApplications)
    .set({ state, updatedAt: sql`clock_timestamp()`, version: sql`${grantApplications.version} + 1` })
    .where(inArray(grantApplications.id, ids))
    .returning();
  await emitApplicationWebhooks(tx, changed);
}
