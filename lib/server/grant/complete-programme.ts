import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import { APPLICATION_REVIEW_STATES } from "@/lib/contract/grant.values";
import { formatMoney, pluralize } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { releaseFromPool } from "@/lib/server/ledger/reserve";
import { countUpToCap } from "@/lib/server/lists/list";
import { changeProgrammeState, refuseInvalidTransition } from "./open-programme";
import { lockProgrammeVersion, programmeConflict, readProgrammeDetails } from "./programme-single";

/**
 * Completes a closed programme and releases the unspent budget in the grants pool. Its checks stay valid until the commit: nobody can apply
 * to a closed programme, and approvals wait for the row lock.
 * @throws 404; 409 with the current programme if it has changed, is not closed, or has unpaid approved amounts or undecided applications
 */
export async function completeProgramme(
  { tx, audit }: WriteContext,
  input: { programmeId: string; version: number },
): Promise<ProgrammeDetails> {
  const programme = await lockProgrammeVersion(tx, input);
  const { id, budget, committed, paid } = programme;
  await refuseInvalidTransition(tx, programme, "completed", "Only a closed programme can be completed.");
  if (committed > 0) {
    const unpaidText = `${formatMoney(committed)} of this programme is approved and not paid.`;
    throw await programmeConflict(tx, id, `${unpaidText} Pay these applications or reject them first.`);
  }
  const { total, totalIsCapped } = await countUpToCap(
    tx,
    grantApplications,
    and(eq(grantApplications.programmeId, id), inArray(grantApplications.state, [...APPLICATION_REVIEW_STATES])),
  );
  if (total) {
    const undecided = pluralize(total, "application is", "applications are", totalIsCapped);
    throw await programmeConflict(tx, id, `${undecided} not decided yet. Decide all applications first.`);
  }
  const budgetLeft = budget - paid;
  if (budgetLeft) await releaseFromPool(tx, "grants_pool", budgetLeft);
  const entry = await changeProgrammeState(tx, programme, "completed");
  audit({ ...entry, after: { ...entry.after, released: budgetLeft } });
  return readProgrammeDetails(tx, id);
}
