import "server-only";
import { sql } from "drizzle-orm";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import { PROGRAMME_TRANSITIONS, type ProgrammeState } from "@/lib/contract/grant.values";
import type { WriteContext } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { missingProgrammeFieldsOf } from "./missing-fields";
import { type ProgrammeRecord, programmeRecordRef } from "./programme-record";
import { lockProgrammeVersion, programmeConflict, readProgrammeDetails } from "./programme-single";
import { reserveBudget } from "./reserve-budget";

type ProgrammeVersion = { programmeId: string; version: number };

/**
 * Opens a draft programme and reserves its whole budget in the grants pool. Reopens a closed programme, whose budget is still reserved.
 * @throws 404; 409 with the current programme if it has changed, can't be opened or lacks required fields, or if the pool lacks the money
 */
export async function openProgramme({ tx, audit }: WriteContext, input: ProgrammeVersion): Promise<ProgrammeDetails> {
  const programme = await lockProgrammeVersion(tx, input);
  await refuseInvalidTransition(tx, programme, "open", "Only a draft or a closed programme can be opened.");
  const missing = Object.values(missingProgrammeFieldsOf(programme));
  if (missing.length)
    throw await programmeConflict(tx, programme.id, `This programme can't be opened yet. ${missing.join(" ")}`);
  if (programme.state === "draft") await reserveBudget(tx, programme.id, programme.budget);
  audit(await changeProgrammeState(tx, programme, "open"));
  return readProgrammeDetails(tx, programme.id);
}

/** Closes a programme to new applications. @throws 404; 409 with the current programme if it has changed or is not open */
export async function closeProgramme({ tx, audit }: WriteContext, input: ProgrammeVersion): Promise<ProgrammeDetails> {
  const programme = await lockProgrammeVersion(tx, input);
  await refuseInvalidTransition(tx, programme, "closed", "Only an open programme can be closed.");
  audit(await changeProgrammeState(tx, programme, "closed"));
  return readProgrammeDetails(tx, programme.id);
}

/** @throws 409 if a programme can't change from its current state to `to` */
export async function refuseInvalidTransition(
  tx: Transaction,
  { id, state }: ProgrammeRecord,
  to: ProgrammeState,
  advice: string,
): Promise<void> {
  if (!PROGRAMME_TRANSITIONS[state].includes(to))
    throw await programmeConflict(tx, id, `This programme is ${state}. ${advice}`);
}

/** Changes the state of a programme that the caller has locked. @returns its audit entry */
export async function changeProgrammeState(tx: Transaction, programme: ProgrammeRecord, state: ProgrammeState) {
  await updateVersionedRecord(tx, grantProgrammes, programme.id, { state, updatedAt: sql`now()` });
  return { record: programmeRecordRef(programme), before: { state: programme.state }, after: { state } };
}
