import "server-only";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { ProgrammeSingle } from "@/lib/contract/grant";
import { PROGRAMME_NAME_MAX } from "@/lib/contract/grant.values";
import type { WriteContext } from "@/lib/server/api/context";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { trailOf } from "./programme-fields";
import { holdProgramme, programmeRecord } from "./programme-record";
import { holdAsked, programmeSingle, refusedNow } from "./programme-single";

/**
 * A draft of the same programme, of which nothing is given. Dates that have passed are left out.
 * @throws 404
 */
export async function copyProgramme({ tx, admin, audit }: WriteContext, programmeId: string): Promise<ProgrammeSingle> {
  const source = await holdProgramme(tx, programmeId);
  const { state: _state, committed: _committed, paid: _paid, createdAt: _at, updatedAt: _updated, ...fields } = source;
  const [made] = await tx
    .insert(grantProgrammes)
    .values({
      ...fields,
      id: uuid(),
      name: copyName(source.name),
      opensAt: stillToCome(source.opensAt),
      closesAt: stillToCome(source.closesAt),
      copiedFrom: source.id,
      createdBy: admin.id,
      version: 1,
    })
    .returning();
  if (!made) throw new Error("The copy was not inserted.");
  audit({ record: programmeRecord(made), after: { ...(await trailOf(tx, made)), copy_of: source.name } });
  return programmeSingle(tx, made.id);
}

/**
 * Deletes a draft: nobody has applied to it.
 * @throws 404; 409 with the fresh programme when it changed since or is no draft
 */
export async function deleteProgramme(
  { tx, audit }: WriteContext,
  asked: { programmeId: string; version: number },
): Promise<{ id: string }> {
  const programme = await holdAsked(tx, asked);
  if (programme.state !== "draft") {
    const instead = programme.state === "open" ? "Close it instead." : "Programmes that have opened are kept.";
    const message = `Only drafts can be deleted; this programme is ${programme.state}. ${instead}`;
    throw await refusedNow(tx, programme.id, message);
  }
  const before = await trailOf(tx, programme);
  await tx.delete(grantProgrammes).where(and(eq(grantProgrammes.id, programme.id), eq(grantProgrammes.state, "draft")));
  audit({ record: programmeRecord(programme), before });
  return { id: programme.id };
}

const stillToCome = (moment: Date | null) => (moment && moment.getTime() > Date.now() ? moment : null);

/** Cut between letters, never within one. */
function copyName(name: string): string {
  const letters = [...`Copy of ${name}`];
  while (letters.join("").length > PROGRAMME_NAME_MAX) letters.pop();
  return letters.join("").trimEnd();
}
