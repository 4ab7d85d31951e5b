import "server-only";
import { isOpenIreport } from "@/lib/contract/ireport.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { holdCaller, nameOf } from "@/lib/server/rp/active-admins";
import { changeReport, ireportRecord, lockReport } from "./record";
import { conflict, refuseClosed, refuseOthers } from "./refuse-conflict";
import type { Report } from "./rows";
import { ireportSingle } from "./single";
import { step } from "./step";
import { tellReporter } from "./tell-reporter";
import { hiddenCategories, seesHidden } from "./visibility";

/**
 * Makes an open report that nobody has somebody's; a new one is acknowledged by it, and its reporter hears that. Both are
 * on record.
 * @param silent where the reporter hears something else at the same moment
 * @returns it as it is now; unchanged when it is closed or theirs already.
 */
export async function takeOn(
  tx: Transaction,
  audit: (entry: AuditEntry) => void,
  report: Report,
  ownerId: string,
  now: Date,
  { silent = false } = {},
): Promise<Report> {
  if (!isOpenIreport(report.state)) return report;
  if (report.state === "submitted") {
    if (!silent) await tellReporter(tx, report, "acknowledged");
    return step(tx, audit, report, "acknowledged", { now, values: { ownerId } });
  }
  if (report.ownerId === ownerId) return report;
  audit({ record: ireportRecord(report), before: { owner: report.ownerId }, after: { owner: ownerId } });
  return changeReport(tx, report, { ownerId });
}

/**
 * Takes on a report that nobody has. Of two who do so at once the row lock lets one in, and the other is told who.
 * @throws 404; 409 with the fresh record when it is closed, somebody else's, or one's own already
 */
export async function claimIreport({ tx, admin, audit }: WriteContext, ireportId: string) {
  await holdCaller(tx, admin.id);
  const report = await lockReport(tx, admin, ireportId);
  await refuseClosed(tx, admin, report);
  if (report.ownerId === admin.id) await conflict(tx, admin, report, "You have already claimed this report.");
  if (report.ownerId)
    await conflict(tx, admin, report, `${await nameOf(tx, report.ownerId)} has already claimed this report.`);
  await takeOn(tx, audit, report, admin.id, new Date());
  return ireportSingle(tx, admin, report.id);
}

/**
 * Releases a report of one's own: anybody can claim it again. Its state stays.
 * @throws 404; 403 for a private one that nobody but its owner and admins with `approve` sees; 409 when it is not one's own
 */
export async function releaseIreport({ tx, admin, audit }: WriteContext, ireportId: string) {
  const report = await lockReport(tx, admin, ireportId);
  await refuseClosed(tx, admin, report);
  await refuseOthers(tx, admin, report);
  if (!report.ownerId) await conflict(tx, admin, report, "This report has no owner, so there is nothing to release.");
  if (!seesHidden(admin) && (await hiddenCategories(tx)).includes(report.categoryId))
    throw refuse.forbidden("This report is private. Ask an admin who may approve to assign it to someone else.");
  await changeReport(tx, report, { ownerId: null });
  audit({ record: ireportRecord(report), before: { owner: report.ownerId }, after: { owner: null } });
  return ireportSingle(tx, admin, report.id);
}
