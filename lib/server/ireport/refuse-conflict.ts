import "server-only";
import { and, desc, eq, inArray } from "drizzle-orm";
import { type IreportState, isOpenIreport } from "@/lib/contract/ireport.values";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { readAdminName } from "@/lib/server/rp/active-admins";
import type { IreportRecord } from "./rows";
import { readIreportDetails } from "./single";
import type { IreportViewer } from "./visibility";

/** States of a report as words within a sentence: "This report is …". */
export const REPORT_STATE_TEXTS: Record<IreportState, string> = {
  submitted: "new",
  acknowledged: "acknowledged",
  in_progress: "in progress",
  waiting_for_citizen: "waiting for the citizen",
  resolved: "resolved",
  rejected: "rejected",
  duplicate: "a duplicate",
};

/** Throws a 409 with the message and the current report. */
export async function throwReportConflict(
  tx: Transaction,
  admin: IreportViewer,
  report: IreportRecord,
  message: string,
): Promise<never> {
  throw refuse.conflict(message, await readIreportDetails(tx, admin, report.id));
}

/** Refuses admins other than the owner of an open report. @throws 409 with the owner's name */
export async function refuseIfOwnedByOther(
  tx: Transaction,
  admin: IreportViewer,
  report: IreportRecord,
): Promise<void> {
  if (!isOpenIreport(report.state) || !report.ownerId || report.ownerId === admin.id) return;
  const ownerName = await readAdminName(tx, report.ownerId);
  await throwReportConflict(tx, admin, report, `${ownerName} is working on this report; only they can do this.`);
}

/** Refuses changes of a closed report. @throws 409 with who closed it and how */
export async function refuseClosed(tx: Transaction, admin: IreportViewer, report: IreportRecord): Promise<void> {
  if (isOpenIreport(report.state)) return;
  const what = await lastChange(tx, report.id, admin.id, Object.keys(CLOSING_PHRASES));
  await throwReportConflict(
    tx,
    admin,
    report,
    what ? `${what} already.` : `This report is ${REPORT_STATE_TEXTS[report.state]} already.`,
  );
}

/** Refuses a change based on an outdated version. @throws 409 with who changed the report and how */
export const refuseStale = (
  tx: Transaction,
  admin: IreportViewer,
  report: IreportRecord,
  version: number,
): Promise<void> =>
  rejectStaleVersion(
    "report",
    report,
    version,
    () => readIreportDetails(tx, admin, report.id),
    () => lastChange(tx, report.id, admin.id, Object.keys(CHANGE_TEXTS)),
  );

const CLOSING_PHRASES: Record<string, string> = {
  "ireport.resolve": "resolved this report",
  "ireport.reject": "rejected this report",
  "ireport.markDuplicate": "marked this report as a duplicate",
};
/** Calls that increment a report's version, with past-tense texts. Views, notes and updates do not increment it. */
const CHANGE_TEXTS: Record<string, string> = {
  ...CLOSING_PHRASES,
  "ireport.claim": "claimed this report",
  "ireport.next": "claimed this report",
  "ireport.inform": "claimed this report",
  "ireport.release": "released this report",
  "ireport.assign": "assigned this report",
  "ireport.changeState": "changed the state of this report",
  "ireport.changeStates": "changed the state of this report",
  "ireport.ask": "asked the citizen about this report",
  "ireport.reopen": "reopened this report",
  "ireport.prioritise": "changed the priority of this report",
  "ireport.recategorise": "moved this report to another category",
  "ireport.answer": "answered",
  "ireport.rate": "rated the resolution",
  "ireport.reopenAsCitizen": "reopened this report",
};

/** Returns as text which admin made the last of the given calls and what this call did; null if the audit trail contains no such call. */
async function lastChange(tx: Transaction, ireportId: string, adminId: string, calls: string[]) {
  const [last] = await tx
    .select({ by: auditTrails.adminId, name: auditTrails.adminName, action: auditTrails.action })
    .from(auditTrails)
    .where(
      and(
        eq(auditTrails.recordType, "ireport"),
        eq(auditTrails.recordId, ireportId),
        eq(auditTrails.outcome, "done"),
        inArray(auditTrails.action, calls),
      ),
    )
    .orderBy(desc(auditTrails.at), desc(auditTrails.id))
    .limit(1);
  return last ? `${last.by === adminId ? "You" : (last.name ?? "The citizen")} ${CHANGE_TEXTS[last.action]}` : null;
}
