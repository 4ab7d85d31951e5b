import "server-only";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import { PROGRAMME_NAME_MAX } from "@/lib/contract/grant.values";
import type { WriteContext } from "@/lib/server/api/context";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { programmeAuditFieldsOf } from "./programme-fields";
import { lockProgramme, programmeRecordRef } from "./programme-record";
import { lockProgrammeVersion, programmeConflict, readProgrammeDetails } from "./programme-single";

/** Creates a draft copy of a programme, without applications, sums and past dates. @throws 404 */
export async function copyProgramme(
  { tx, admin, audit }: WriteContext,
  programmeId: string,
): Promise<ProgrammeDetails> {
  const source = await lockProgramme(tx, programmeId);
  const { state: _state, committed: _committed, paid: _paid, createdAt: _at, updatedAt: _updated, ...fields } = source;
  const [created] = await tx
    .insert(grantProgrammes)
    .values({
      ...fields,
      id: uuid(),
      name: copyName(source.name),
      opensAt: futureOrNull(source.opensAt),
      closesAt: futureOrNull(source.closesAt),
      copiedFrom: source.id,
      createdBy: admin.id,
      version: 1,
    })
    .returning();
  if (!created) throw new Error("The copy was not inserted.");
  audit({
    record: programmeRecordRef(created),
    after: { ...(await programmeAuditFieldsOf(tx, created)), copy_of: source.name },
  });
  return readProgrammeDetails(tx, created.id);
}

/**
 * Deletes a draft programme, which has no applications.
 * @throws 404; 409 with the current programme if it has changed or is not a draft
 */
export async function deleteProgramme(
  { tx, audit }: WriteContext,
  input: { programmeId: string; version: number },
): Promise<{ id: string }> {
  const programme = await lockProgrammeVersion(tx, input);
  if (programme.state !== "draft") {
    const advice = programme.state === "open" ? "Close it instead." : "Programmes that have opened are kept.";
    const message = `Only drafts can be deleted; this programme is ${programme.state}. ${advice}`;
    throw await programmeConflict(tx, programme.id, message);
  }
  const before = await programmeAuditFieldsOf(tx, programme);
  await tx.delete(grantProgrammes).where(and(eq(grantProgrammes.id, programme.id), eq(grantProgrammes.state, "draft")));
  audit({ record: programmeRecordRef(programme), before });
  return { id: programme.id };
}

const futureOrNull = (moment: Date | null) => (moment && moment.getTime() > Date.now() ? moment : null);

/** Shortens the name by whole code points, so that no character is cut in half. */
function copyName(name: string): string {
  const characters = [...`Copy of ${name}`];
  while (characters.join("").length > PROGRAMME_NAME_MAX) characters.pop();
  return characters.join("").trimEnd();
}
