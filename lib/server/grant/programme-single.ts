import "server-only";
import { eq } from "drizzle-orm";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import { refuse } from "@/lib/server/api/errors";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { userGroups } from "@/lib/server/db/schema/user";
import { availableInPool } from "@/lib/server/ledger/reserve";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { missingProgrammeFieldsOf } from "./missing-fields";
import { GRANT_PROGRAMME_RECORD_TYPE, lockProgramme, type ProgrammeRecord } from "./programme-record";
import { programmeRows } from "./programme-rows";

/** Returns a programme as its page shows it; amounts in kobo. @throws 404 */
export async function readProgrammeDetails(db: Queryable, programmeId: string): Promise<ProgrammeDetails> {
  const [programme] = await db.select().from(grantProgrammes).where(eq(grantProgrammes.id, programmeId));
  const [row] = await programmeRows(db, [programmeId]);
  if (!programme || !row) throw refuse.notFound("programme");
  const { groupId, copiedFrom } = programme;
  return {
    ...row,
    purpose: programme.purpose,
    public_text: programme.publicText,
    tier_min: programme.tierMin,
    lgas: programme.lgas,
    age_min: programme.ageMin,
    age_max: programme.ageMax,
    group: groupId === null ? null : await readNameById(db, userGroups, groupId),
    questions: programme.questions,
    documents: programme.documents,
    publishes_awards: programme.publishesAwards,
    pool: await availableInPool(db, "grants_pool"),
    missing: programme.state === "draft" ? missingProgrammeFieldsOf(programme) : {},
    copied_from: copiedFrom === null ? null : await readNameById(db, grantProgrammes, copiedFrom),
    timeline: await readRecordTimeline(db, GRANT_PROGRAMME_RECORD_TYPE, programme.id),
  };
}

async function readNameById(db: Queryable, table: typeof userGroups | typeof grantProgrammes, id: string) {
  const [found] = await db.select({ id: table.id, name: table.name }).from(table).where(eq(table.id, id));
  return found ?? null;
}

/** Locks a programme and checks its version. @throws 404; 409 with the current programme if changed */
export async function lockProgrammeVersion(
  tx: Transaction,
  input: { programmeId: string; version: number },
): Promise<ProgrammeRecord> {
  const programme = await lockProgramme(tx, input.programmeId);
  await rejectStaleVersion("programme", programme, input.version, () => readProgrammeDetails(tx, programme.id));
  return programme;
}

/** Builds a 409 refusal that contains the current programme. */
export const programmeConflict = async (tx: Transaction, programmeId: string, message: string) =>
  refuse.conflict(message, await readProgrammeDetails(tx, programmeId));
