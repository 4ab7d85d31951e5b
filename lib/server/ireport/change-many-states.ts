import "server-only";
import type { z } from "zod";
import type { ireportBulkState } from "@/lib/contract/ireport";
import { isOpenIreport } from "@/lib/contract/ireport.values";
import type { WriteContext } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { lockCallingAdmin, readAdminName } from "@/lib/server/rp/active-admins";
import { stateRefusalReason, transitionAndNotify } from "./change-state";
import { forEachReport } from "./for-each-report";
import { REPORT_STATE_TEXTS } from "./refuse-conflict";
import type { IreportRecord } from "./rows";

/**
 * Acknowledges or starts several reports by the rules for a single report. Claims unassigned reports for the caller. The result has a
 * reason for each unchanged report. Writes one audit row per report.
 * @throws 404 if the admin can see none of them
 */
export async function changeStates({ tx, admin, audit }: WriteContext, input: z.output<typeof ireportBulkState>) {
  await lockCallingAdmin(tx, admin.id);
  return forEachReport(tx, { admin, audit }, input.reports, async (report, version) => {
    const now = new Date();
    const refusalMessage = await changeOrRefuse(tx, report, { version, state: input.state, adminId: admin.id, now });
    if (refusalMessage) return { done: false, message: refusalMessage };
    await transitionAndNotify(tx, audit, report, input.state, { now, ownerId: admin.id, mailKind: "bulk_mail" });
    return { done: true, message: input.state === "acknowledged" ? "Acknowledged." : "Work on it has started." };
  });
}

type StateChange = { version: number; state: "acknowledged" | "in_progress"; adminId: string; now: Date };

async function changeOrRefuse(tx: Transaction, report: IreportRecord, { version, state, adminId, now }: StateChange) {
  if (!isOpenIreport(report.state)) return `This report is ${REPORT_STATE_TEXTS[report.state]} already.`;
  if (report.ownerId && report.ownerId !== adminId)
    return `${await readAdminName(tx, report.ownerId)} is working on this report; only they can do this.`;
  const reason = stateRefusalReason(report, state, now);
  if (reason) return reason;
  return report.version === version ? null : "This report has changed. Review it and select it again.";
}
