import "server-only";
import { eq } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";

/**
 * Locks the batch row that a transaction pays, then its application and programme, until the transaction ends. If the caller also locks
 * ledger accounts, it must lock them afterwards.
 * @returns null if the transaction is not the last payment attempt of a batch row
 */
export async function lockPayoutRow(tx: Transaction, transactionId: string) {
  const [row] = await tx
    .select()
    .from(grantBatchRows)
    .where(eq(grantBatchRows.transactionId, transactionId))
    .for("no key update");
  if (!row) return null;
  return { row, ...(await lockApplicationOfRow(tx, row)) };
}

/** Locks the application that a batch row pays, and its programme. */
export async function lockApplicationOfRow(tx: Transaction, row: { applicationId: string }) {
  const [application] = await tx
    .select()
    .from(grantApplications)
    .where(eq(grantApplications.id, row.applicationId))
    .for("no key update");
  if (!application) throw new Error(`Application ${row.applicationId} vanished.`);
  const [programme] = await tx
    .select()
    .from(grantProgrammes)
    .where(eq(grantProgrammes.id, application.programmeId))
    .for("no key update");
  if (!programme) throw new Error(`Programme ${application.programmeId} vanished.`);
  return { application, programme };
}
