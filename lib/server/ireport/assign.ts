import "server-only";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import { satisfiesPolicy } from "@/lib/contract/access";
import type { ireportAssignment } from "@/lib/contract/ireport";
import { ireportRoutes } from "@/lib/contract/ireport.routes";
import { isOpenIreport } from "@/lib/contract/ireport.values";
import { fullName, type SignedInAdmin, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { notifyAdmins } from "@/lib/server/notices/notify";
import { lockActiveAdmins, lockCallingAdmin, readAdminName } from "@/lib/server/rp/active-admins";
import { readAdminsHolding, readCurrentRights } from "@/lib/server/rp/current-rights";
import { forEachReport } from "./for-each-report";
import { ireportRecordRef, updateIreport } from "./record";
import { REPORT_STATE_TEXTS } from "./refuse-conflict";
import type { IreportRecord } from "./rows";

/** Lists the active admins who can work on reports. */
export const readPossibleOwners = (db: Queryable) => readAdminsHolding(db, [{ feature: "iReports", flag: "update" }]);

/**
 * Assigns reports to the caller, to another admin who can work on them, or to nobody. The result gives a reason for each report left
 * unchanged. Deadlines and states do not change; a new report is acknowledged only by its owner's first action. Notifies another owner once
 * for all reports. Writes one audit row per report, so that it appears in the report's history.
 * @throws 400 if the owner can't work on reports; 404 if none of the reports exists
 */
export async function assignIreports({ tx, admin, audit }: WriteContext, input: z.output<typeof ireportAssignment>) {
  const owner = input.owner === "nobody" ? null : input.owner === "me" ? admin.id : input.owner;
  await lockCallingAdmin(tx, admin.id);
  if (owner) await refuseInactiveAdmin(tx, owner);
  const to = owner === admin.id ? "you" : owner ? await readAdminName(tx, owner) : "nobody";
  const assigned: IreportRecord[] = [];
  const answer = await forEachReport(tx, { admin, audit }, input.reports, async (report, version) => {
    const refusalMessage = await getRefusal(tx, report, { version, owner, to });
    if (refusalMessage) return { done: false, message: refusalMessage };
    await updateIreport(tx, report, { ownerId: owner });
    audit({ record: ireportRecordRef(report), before: { owner: report.ownerId }, after: { owner } });
    assigned.push(report);
    return { done: true, message: `Assigned to ${to}.` };
  });
  if (owner && owner !== admin.id) await notifyOwner(tx, owner, assigned, admin);
  return answer;
}

/** Sends the new owner one notice about all assigned reports. The notice links to the report that is due first. */
async function notifyOwner(tx: Transaction, owner: string, assigned: readonly IreportRecord[], by: SignedInAdmin) {
  const [mostUrgent] = [...assigned].sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  if (!mostUrgent) return;
  await notifyAdmins(tx, [owner], {
    kind: "assigned",
    record: ireportRecordRef(mostUrgent),
    cause: `assigned:${mostUrgent.id}:${uuid()}`,
    params: { by: fullName(by), what: assigned.length === 1 ? mostUrgent.number : `${assigned.length} reports` },
  });
}

async function refuseInactiveAdmin(tx: Transaction, adminId: string) {
  const active = await lockActiveAdmins(tx, [adminId]);
  const rights = active.has(adminId) ? await readCurrentRights(tx, adminId) : null;
  if (rights && satisfiesPolicy(rights, ireportRoutes.claim.policy)) return;
  const message = "This admin can't work on reports. Choose another admin.";
  throw refuse.badInput(message, { owner: message });
}

type Assignment = { version: number; owner: string | null; to: string };

async function getRefusal(
  tx: Transaction,
  report: IreportRecord,
  { version, owner, to }: Assignment,
): Promise<string | null> {
  if (!isOpenIreport(report.state)) return `This report is ${REPORT_STATE_TEXTS[report.state]} already.`;
  if (report.ownerId === owner) return `This report is assigned to ${to} already.`;
  if (report.version === version) return null;
  const currentOwnerName = report.ownerId ? await readAdminName(tx, report.ownerId) : "nobody";
  return `This report has changed and is assigned to ${currentOwnerName} now. Select it again if you still want to.`;
}
