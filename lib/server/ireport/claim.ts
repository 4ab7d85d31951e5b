import "server-only";
import { isOpenIreport } from "@/lib/contract/ireport.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { lockCallingAdmin, readAdminName } from "@/lib/server/rp/active-admins";
import { notifyReporter } from "./notify-reporter";
import { ireportRecordRef, lockIreport, updateIreport } from "./record";
import { refuseClosed, refuseIfOwnedByOther, throwReportConflict } from "./refuse-conflict";
import type { IreportRecord } from "./rows";
import { readIreportDetails } from "./single";
import { updateReportState } from "./transition";
import { maySeePrivate, privateCategoryIds } from "./visibility";

/**
 * Assigns an open report to an owner. Also acknowledges a new report and notifies its reporter. Writes an audit row.
 * @param silent if true, does not notify the reporter, because the caller sends another message
 * @returns the changed report; unchanged if it is closed or already this owner's
 */
export async function claimAndAcknowledge(
  tx: Transaction,
  audit: (entry: AuditEntry) => void,
  report: IreportRecord,
  ownerId: string,
  now: Date,
  { silent = false } = {},
): Promise<IreportRecord> {
  if (!isOpenIreport(report.state)) return report;
  if (report.state === "submitted") {
    if (!silent) await notifyReporter(tx, report, { kind: "acknowledged" });
    return updateReportState(tx, audit, report, "acknowledged", { now, values: { ownerId } });
  }
  if (report.ownerId === ownerId) return report;
  audit({ record: ireportRecordRef(report), before: { owner: report.ownerId }, after: { owner: ownerId } });
  return updateIreport(tx, report, { ownerId });
}

/**
 * Claims an unassigned report for the caller. If two officers claim it concurrently, the row lock lets one succeed, and the other officer gets a
 * refusal that names the first.
 * @throws 404; 409 with the current report if it is closed or already claimed
 */
export async function claimIreport({ tx, admin, audit }: WriteContext, ireportId: string) {
  await lockCallingAdmin(tx, admin.id);
  const report = await lockIreport(tx, admin, ireportId);
  await refuseClosed(tx, admin, report);
  if (report.ownerId === admin.id)
    await throwReportConflict(tx, admin, report, "You have already claimed this report.");
  if (report.ownerId)
    await throwReportConflict(
      tx,
      admin,
      report,
      `${await readAdminName(tx, report.ownerId)} has already claimed this report.`,
    );
  await claimAndAcknowledge(tx, audit, report, admin.id, new Date());
  return readIreportDetails(tx, admin, report.id);
}

/**
 * Releases the caller's own report, so that any officer can claim it. The state does not change.
 * @throws 404; 403 without `approve` for a private report, which the caller could then not see; 409 if the report is not the caller's
 */
export async function releaseIreport({ tx, admin, audit }: WriteContext, ireportId: string) {
  const report = await lockIreport(tx, admin, ireportId);
  await refuseClosed(tx, admin, report);
  await refuseIfOwnedByOther(tx, admin, report);
  if (!report.ownerId)
    await throwReportConflict(tx, admin, report, "This report has no owner, so there is nothing to release.");
  if (!maySeePrivate(admin) && (await privateCategoryIds(tx)).includes(report.categoryId))
    throw refuse.forbidden("This report is private. Ask an admin who may approve to assign it to another admin.");
  await updateIreport(tx, report, { ownerId: null });
  audit({ record: ireportRecordRef(report), before: { owner: report.ownerId }, after: { owner: null } });
  return readIreportDetails(tx, admin, report.id);
}
