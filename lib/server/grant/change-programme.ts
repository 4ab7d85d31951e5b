import "server-only";
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import type { WriteContext } from "@/lib/server/api/context";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { updateVersionedRecord } from "@/lib/server/records/version";
import {
  fieldRefusal,
  type ProgrammeColumns,
  type ProgrammeFields,
  programmeAuditFieldsOf,
  programmeColumns,
  sortedLgas,
} from "./programme-fields";
import { type ProgrammeRecord, programmeRecordRef } from "./programme-record";
import { lockProgrammeVersion, programmeConflict, readProgrammeDetails } from "./programme-single";

/** Creates a draft programme. @throws 400 for a missing group, or a public text with pictures */
export async function createProgramme(
  { tx, admin, audit }: WriteContext,
  input: ProgrammeFields,
): Promise<ProgrammeDetails> {
  const [created] = await tx
    .insert(grantProgrammes)
    .values({ id: uuid(), ...(await programmeColumns(tx, input)), createdBy: admin.id })
    .returning();
  if (!created) throw new Error("The programme was not inserted.");
  audit({ record: programmeRecordRef(created), after: await programmeAuditFieldsOf(tx, created) });
  return readProgrammeDetails(tx, created.id);
}

/**
 * Changes a programme. A draft can change completely. An open or closed programme keeps its published terms: only name, purpose and public
 * text can change, the window can end later, and the publication of awards can be stopped. In a completed programme, only the publication
 * can be stopped.
 * @throws 404; 400 for an invalid field; 409 with the current programme if it has changed, or if a fixed field differs
 */
export async function updateProgramme(
  { tx, audit }: WriteContext,
  { programmeId, version, ...input }: ProgrammeFields & { programmeId: string; version: number },
): Promise<ProgrammeDetails> {
  const programme = await lockProgrammeVersion(tx, { programmeId, version });
  const columns = await programmeColumns(tx, input);
  const refusal = programme.state === "draft" ? null : refusalOfChange(programme, columns);
  if (refusal) throw await programmeConflict(tx, programmeId, refusal);
  if (programme.state !== "draft" && !columns.purpose) throw fieldRefusal("purpose", "Enter what it is for.");
  // Keeps the stored order of the LGAs, because a trigger would treat another order as a change.
  const lgas = programme.state === "draft" ? columns.lgas : programme.lgas;
  const changed = await updateVersionedRecord(tx, grantProgrammes, programmeId, {
    ...columns,
    lgas,
    updatedAt: sql`now()`,
  });
  const [before, after] = [await programmeAuditFieldsOf(tx, programme), await programmeAuditFieldsOf(tx, changed)];
  // Compares deeply, because the database returns the keys of a JSON object in another order.
  const isReformatted =
    before.public_text === after.public_text && !isDeepStrictEqual(programme.publicText, changed.publicText);
  audit({
    record: programmeRecordRef(changed),
    before,
    after: isReformatted ? { ...after, public_text: "formatting or later words" } : after,
  });
  return readProgrammeDetails(tx, programmeId);
}

/** Fields that can't change once a programme has opened, with their labels. */
const FIXED_FIELDS: Partial<Record<keyof ProgrammeColumns, string>> = {
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

/** Returns why a programme that is not a draft can't get these values; null if it can. */
function refusalOfChange(programme: ProgrammeRecord, columns: ProgrammeColumns): string | null {
  const previous = { ...programme, lgas: sortedLgas(programme.lgas) };
  const differs = (field: keyof ProgrammeColumns) => !isDeepStrictEqual(previous[field], columns[field]);
  const changedFixed = Object.entries(FIXED_FIELDS).flatMap(([field, words]) =>
    differs(field as keyof ProgrammeColumns) ? words : [],
  );
  if (changedFixed.length)
    return `Applicants have seen ${[...new Set(changedFixed)].join(", ")}, so this can't be changed. Make a copy of the programme and change that.`;
  if (differs("budget")) return "The budget of a programme that has opened is raised by Raise budget alone.";
  if (columns.publishesAwards && !programme.publishesAwards)
    return "Applicants were told that awards are not published, so this can't be changed. Make a copy of the programme and change that.";
  if (differs("closesAt") && !isLaterTime(columns.closesAt, programme.closesAt))
    return "Applicants were told when applications close. Enter a later end, or close the programme.";
  const isOver =
    programme.state === "completed" && (["name", "purpose", "publicText", "closesAt"] as const).some(differs);
  return isOver ? "This programme is completed. Only the publication of its awards can still be stopped." : null;
}

const isLaterTime = (one: Date | null, other: Date | null) => one !== null && other !== null && one > other;
