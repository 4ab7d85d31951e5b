import "server-only";
import { eq } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { grantApplications } from "@/lib/server/db/schema/grant";

/** Database row of a grant application. */
export type ApplicationRecord = typeof grantApplications.$inferSelect;

/** Record type of grant applications in the audit trail. */
export const GRANT_APPLICATION_RECORD_TYPE = "grant_application" as const;

/** Returns the reference to a grant application for audit rows. */
export const applicationRecordRef = ({ id, reference }: Pick<ApplicationRecord, "id" | "reference">) => ({
  type: GRANT_APPLICATION_RECORD_TYPE,
  id,
  name: reference,
});

/**
 * Locks an application until the transaction ends. To avoid deadlocks, all code locks this module's rows in one order:
 * batch row → applications by id → programme → ledger accounts.
 * @throws 404
 */
export async function lockApplication(tx: Transaction, applicationId: string): Promise<ApplicationRecord> {
  const [application] = await tx
    .select()
    .from(grantApplications)
    .where(eq(grantApplications.id, applicationId))
    .for("no key update");
  if (!application) throw refuse.notFound("application");
  return application;
}
