import "server-only";
import { sql } from "drizzle-orm";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { fieldRefusal } from "./programme-fields";
import { programmeRecordRef } from "./programme-record";
import { lockProgrammeVersion, programmeConflict, readProgrammeDetails } from "./programme-single";
import { reserveBudget } from "./reserve-budget";

const BUDGET_ADVICE = {
  draft: "This programme is a draft. Change its budget in its form.",
  completed: "This programme is completed. Its budget can't be changed.",
};

/**
 * Raises the budget of an open or closed programme and reserves the difference in the grants pool.
 * @param input `budget`: the new budget in kobo
 * @throws 404; 400 if the budget is not higher; 409 with the current programme if it has changed, is a draft or completed, or if the pool
 * lacks the money
 */
export async function raiseProgrammeBudget(
  { tx, audit }: WriteContext,
  input: { programmeId: string; version: number; budget: number; reason: string },
): Promise<ProgrammeDetails> {
  const { budget } = input;
  const programme = await lockProgrammeVersion(tx, input);
  const { id, state } = programme;
  if (state === "draft" || state === "completed") throw await programmeConflict(tx, id, BUDGET_ADVICE[state]);
  if (budget <= programme.budget)
    throw fieldRefusal("budget", `The budget is ${formatMoney(programme.budget)}. It can only be raised: enter more.`);
  await reserveBudget(tx, id, budget - programme.budget);
  await updateVersionedRecord(tx, grantProgrammes, id, { budget, updatedAt: sql`now()` });
  audit({
    record: programmeRecordRef(programme),
    before: { budget: formatMoney(programme.budget) },
    after: { budget: formatMoney(budget), reason: input.reason.trim() },
  });
  return readProgrammeDetails(tx, id);
}
