import "server-only";
import type { z } from "zod";
import type { ireportBulkState } from "@/lib/contract/ireport";
import { isOpenIreport } from "@/lib/contract/ireport.values";
import type { WriteContext } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { lockCaller, nameOf } from "@/lib/server/rp/active-admins";
import { goTo, refusalReason } from "./change-state";
import { eachOf } from "./each-report";
import { STATE_WORDS } from "./refuse-conflict";
import type { Report } from "./rows";

/**
 * Acknowledges or starts several reports by the same rules as a single one. Unassigned ones become the caller's. The result
 * gives a reason for each report left unchanged. Writes one audit row for each.
 * @throws 404 if the admin can see none of them
 */
export async function changeStates({ tx, admin, audit }: WriteContext, input: z.output<typeof ireportBulkState>) {
  await lockCaller(tx, admin.id);
  return eachOf(tx, { admin, audit }, input.reports, async (report, version) => {
    const now = new Date();
    const kept = await whyKept(tx, report, { version, state: input.state, adminId: admin.id, now });
    if (kept) return { done: false, message: kept };
    await goTo(tx, audit, report, input.state, { now, ownerId: admin.id });
    return { done: true, message: input.state === "acknowledged" ? "Acknowledged." : "Work on it has started." };
  });
}

type Wanted = { version: number; state: "acknowledged" | "in_progress"; adminId: string; now: Date };

async function whyKept(tx: Transaction, report: Report, { version, state, adminId, now }: Wanted) {
  if (!isOpenIreport(report.state)) return `This report is ${STATE_WORDS[report.state]} already.`;
  if (report.ownerId && report.ownerId !== adminId)
    return `${await nameOf(tx, report.ownerId)} is working on this report; only they can do this.`;
  const why = refusalReason(report, state, now);
  if (why) return why;
  return report.version === version ? null : "This report has changed. Review it and select it again.";
}
