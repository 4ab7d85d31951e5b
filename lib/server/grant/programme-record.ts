import "server-only";
import { eq } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { grantProgrammes } from "@/lib/server/db/schema/grant";

/** Database row of a grant programme. */
export type ProgrammeRecord = typeof grantProgrammes.$inferSelect;

/** Record type of grant programmes in the audit trail. */
export const GRANT_PROGRAMME_RECORD_TYPE = "grant_programme" as const;
/** Returns the reference to a grant programme for audit rows. */
export const programmeRecordRef = ({ id, name }: Pick<ProgrammeRecord, "id" | "name">) => ({
  type: GRANT_PROGRAMME_RECORD_TYPE,
  id,
  name,
});

/**
 * Locks a programme until the transaction ends. To avoid deadlocks, all code locks this module's rows in one order:
 * batch row → application → programme → ledger accounts.
 * @throws 404
 */
export async function lockProgramme(tx: Transaction, programmeId: string): Promise<ProgrammeRecord> {
  const [programme] = await tx
    .select()
    .from(grantProgrammes)
    .where(eq(grantProgrammes.id, programmeId))
    .for("no key update");
  if (!programme) throw refuse.notFound("programme");
  return programme;
}
