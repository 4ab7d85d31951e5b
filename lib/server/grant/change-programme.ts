import "server-only";
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { ProgrammeSingle } from "@/lib/contract/grant";
import type { WriteContext } from "@/lib/server/api/context";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { saveVersion } from "@/lib/server/records/version";
import {
  columnsOf,
  inOrder,
  type ProgrammeColumns,
  type ProgrammeFields,
  trailOf,
  wrongField,
} from "./programme-fields";
import { type ProgrammeRecord, programmeRecord } from "./programme-record";
import { holdAsked, programmeSingle, refusedNow } from "./programme-single";

/** A draft. @throws 400 at a group that does not exist, or at a public text with pictures */
export async function createProgramme(
  { tx, admin, audit }: WriteContext,
  input: ProgrammeFields,
): Promise<ProgrammeSingle> {
  const [made] = await tx
    .insert(grantProgrammes)
    .values({ id: uuid(), ...(await columnsOf(tx, input)), createdBy: admin.id })
    .returning();
  if (!made) throw new Error("The programme was not inserted.");
  audit({ record: programmeRecord(made), after: await trailOf(tx, made) });
  return programmeSingle(tx, made.id);
}

/**
 * Changes a programme. A draft takes anything. What applicants were told stays: of one that is open or closed its name,
 * purpose and public text change, its window ends later, and its awards may be kept back; of a completed one the awards alone.
 * @throws 404; 400 at the field that can't be so; 409 with the fresh programme when it changed since, or where something
 * differs that stays
 */
export async function updateProgramme(
  { tx, audit }: WriteContext,
  { programmeId, version, ...input }: ProgrammeFields & { programmeId: string; version: number },
): Promise<ProgrammeSingle> {
  const programme = await holdAsked(tx, { programmeId, version });
  const columns = await columnsOf(tx, input);
  const refusal = programme.state === "draft" ? null : refusalOf(programme, columns);
  if (refusal) throw await refusedNow(tx, programmeId, refusal);
  if (programme.state !== "draft" && !columns.purpose) throw wrongField("purpose", "Enter what it is for.");
  // The same LGAs in another order would be a change to the table.
  const lgas = programme.state === "draft" ? columns.lgas : programme.lgas;
  const changed = await saveVersion(tx, grantProgrammes, programmeId, { ...columns, lgas, updatedAt: sql`now()` });
  const [before, after] = [await trailOf(tx, programme), await trailOf(tx, changed)];
  // Deeply: the database gives the fields of an object back in another order.
  const isReformatted =
    before.public_text === after.public_text && !isDeepStrictEqual(programme.publicText, changed.publicText);
  audit({
    record: programmeRecord(changed),
    before,
    after: isReformatted ? { ...after, public_text: "formatting or later words" } : after,
  });
  return programmeSingle(tx, programmeId);
}

/** What of a programme that has opened stays as it is, and what it is called. */
const STAYS: Partial<Record<keyof ProgrammeColumns, string>> = {
  sponsor: "the sponsor",
  awardKind: "the kind of award",
  amount: "the amount",
  opensAt: "the start of the window",
  tierMin: "the tier",
  lgas: "the LGAs",
  groupId: "the user group",
  ageMin: "the age",
  ageMax: "the age",
  questions: "the questions",
  documents: "the documents",
};

/** Why a programme that is no draft can't become so; null where it can. */
function refusalOf(programme: ProgrammeRecord, columns: ProgrammeColumns): string | null {
  const was = { ...programme, lgas: inOrder(programme.lgas) };
  const differs = (field: keyof ProgrammeColumns) => !isDeepStrictEqual(was[field], columns[field]);
  const stays = Object.entries(STAYS).flatMap(([field, words]) =>
    differs(field as keyof ProgrammeColumns) ? words : [],
  );
  if (stays.length)
    return `Applicants were told ${[...new Set(stays)].join(", ")}, so this can't be changed. Make a copy of the programme and change that.`;
  if (differs("budget")) return "The budget of a programme that has opened is raised by Raise budget alone.";
  if (columns.publishesAwards && !programme.publishesAwards)
    return "Applicants were told that awards are not published, so they can't be. Make a copy of the programme and change that.";
  if (differs("closesAt") && !isLater(columns.closesAt, programme.closesAt))
    return "Applicants were told when applications close. Enter a later end, or close the programme.";
  const isOver =
    programme.state === "completed" && (["name", "purpose", "publicText", "closesAt"] as const).some(differs);
  return isOver ? "This programme is completed. Only the publication of its awards can still be stopped." : null;
}

const isLater = (one: Date | null, other: Date | null) => one !== null && other !== null && one > other;
