import "server-only";
import { eq } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { grantBatchRows } from "@/lib/server/db/schema/grant-payout";

/**
 * The row of a payout batch that a transaction pays, with its application and programme, held until the transaction ends in the
 * order of locks: row, application, programme, and only then ledger accounts.
 * @returns null where no row has this transaction as its last try
 */
export async function holdPayout(tx: Transaction, transactionId: string) {
  const [row] = await tx
    .select()
    .from(grantBatchRows)
    .where(eq(grantBatchRows.transactionId, transactionId))
    .for("no key update");
  if (!row) return null;
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
  return { row, application, programme };
}
