import "server-only";
import { sql } from "drizzle-orm";
import type { ProgrammeSingle } from "@/lib/contract/grant";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { saveVersion } from "@/lib/server/records/version";
import { wrongField } from "./programme-fields";
import { programmeRecord } from "./programme-record";
import { holdAsked, programmeSingle, refusedNow } from "./programme-single";
import { reserveBudget } from "./reserve-budget";

const INSTEAD = {
  draft: "This programme is a draft. Change its budget in its form.",
  completed: "This programme is completed. Its budget can't be changed.",
};

/**
 * Raises the budget of a programme that has opened; what it grows by is reserved in the grants pool.
 * @param input `budget`: kobo, the new one
 * @throws 404; 400 when it is not more than before; 409 with the fresh programme when it changed since, is a draft or
 * completed, or the pool has too little
 */
export async function raiseBudget(
  { tx, audit }: WriteContext,
  input: { programmeId: string; version: number; budget: number; reason: string },
): Promise<ProgrammeSingle> {
  const { budget } = input;
  const programme = await holdAsked(tx, input);
  const { id, state } = programme;
  if (state === "draft" || state === "completed") throw await refusedNow(tx, id, INSTEAD[state]);
  if (budget <= programme.budget)
    throw wrongField("budget", `The budget is ${formatMoney(programme.budget)}. It can only be raised: enter more.`);
  await reserveBudget(tx, id, budget - programme.budget);
  await saveVersion(tx, grantProgrammes, id, { budget, updatedAt: sql`now()` });
  audit({
    record: programmeRecord(programme),
    before: { budget: formatMoney(programme.budget) },
    after: { budget: formatMoney(budget), reason: input.reason.trim() },
  });
  return programmeSingle(tx, id);
}
