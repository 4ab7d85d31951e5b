import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import type { ProgrammeSingle } from "@/lib/contract/grant";
import { REVIEWED_STATES } from "@/lib/contract/grant.values";
import { formatMoney, formatTotal } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { releaseIn } from "@/lib/server/ledger/reserve";
import { cappedCount } from "@/lib/server/lists/list";
import { moved, refuseWay } from "./open-programme";
import { holdAsked, programmeSingle, refusedNow } from "./programme-single";

/**
 * Completes a closed programme: what is left of its budget is free in the grants pool again. Nobody applies to a closed
 * programme, and an approval waits for the programme's row: what is looked at here stays so.
 * @throws 404; 409 with the fresh programme when it changed since, is not closed, has money that is approved and not paid,
 * or applications that are not decided
 */
export async function completeProgramme(
  { tx, audit }: WriteContext,
  asked: { programmeId: string; version: number },
): Promise<ProgrammeSingle> {
  const programme = await holdAsked(tx, asked);
  const { id, budget, committed, paid } = programme;
  await refuseWay(tx, programme, "completed", "Only a closed programme can be completed.");
  if (committed > 0) {
    const owed = `${formatMoney(committed)} of this programme is approved and not paid.`;
    throw await refusedNow(tx, id, `${owed} Pay these applications or reject them first.`);
  }
  const { total, totalIsCapped } = await cappedCount(
    tx,
    grantApplications,
    and(eq(grantApplications.programmeId, id), inArray(grantApplications.state, [...REVIEWED_STATES])),
  );
  if (total) {
    const open = total === 1 ? "1 application is" : `${formatTotal(total, totalIsCapped)} applications are`;
    throw await refusedNow(tx, id, `${open} not decided yet. Decide all applications first.`);
  }
  const left = budget - paid;
  if (left) await releaseIn(tx, "grants_pool", left);
  const entry = await moved(tx, programme, "completed");
  audit({ ...entry, after: { ...entry.after, released: left } });
  return programmeSingle(tx, id);
}
