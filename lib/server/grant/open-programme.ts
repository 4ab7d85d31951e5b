import "server-only";
import { sql } from "drizzle-orm";
import type { ProgrammeSingle } from "@/lib/contract/grant";
import { PROGRAMME_TRANSITIONS, type ProgrammeState } from "@/lib/contract/grant.values";
import type { WriteContext } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { saveVersion } from "@/lib/server/records/version";
import { missingOf } from "./missing-fields";
import { type ProgrammeRecord, programmeRecord } from "./programme-record";
import { holdAsked, programmeSingle, refusedNow } from "./programme-single";
import { reserveBudget } from "./reserve-budget";

type Asked = { programmeId: string; version: number };

/**
 * Opens a draft, whose whole budget is reserved in the grants pool by that, or a closed programme again, for which it is
 * reserved already.
 * @throws 404; 409 with the fresh programme when it changed since, can't be opened, lacks something, or the pool has too little
 */
export async function openProgramme({ tx, audit }: WriteContext, asked: Asked): Promise<ProgrammeSingle> {
  const programme = await holdAsked(tx, asked);
  await refuseWay(tx, programme, "open", "Only a draft or a closed programme can be opened.");
  const missing = Object.values(missingOf(programme));
  if (missing.length)
    throw await refusedNow(tx, programme.id, `This programme can't be opened yet. ${missing.join(" ")}`);
  if (programme.state === "draft") await reserveBudget(tx, programme.id, programme.budget);
  audit(await moved(tx, programme, "open"));
  return programmeSingle(tx, programme.id);
}

/**
 * Takes no more applications; reviews and payouts go on.
 * @throws 404; 409 with the fresh programme when it changed since or is not open
 */
export async function closeProgramme({ tx, audit }: WriteContext, asked: Asked): Promise<ProgrammeSingle> {
  const programme = await holdAsked(tx, asked);
  await refuseWay(tx, programme, "closed", "Only an open programme can be closed.");
  audit(await moved(tx, programme, "closed"));
  return programmeSingle(tx, programme.id);
}

/** @throws 409 where a programme in its state can't go there */
export async function refuseWay(
  tx: Transaction,
  { id, state }: ProgrammeRecord,
  to: ProgrammeState,
  only: string,
): Promise<void> {
  if (!PROGRAMME_TRANSITIONS[state].includes(to)) throw await refusedNow(tx, id, `This programme is ${state}. ${only}`);
}

/** Brings a programme that is held to another state. @returns what the trail says of it */
export async function moved(tx: Transaction, programme: ProgrammeRecord, state: ProgrammeState) {
  await saveVersion(tx, grantProgrammes, programme.id, { state, updatedAt: sql`now()` });
  return { record: programmeRecord(programme), before: { state: programme.state }, after: { state } };
}
