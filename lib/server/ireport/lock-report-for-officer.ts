import "server-only";
import type { WriteContext } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { lockCallingAdmin } from "@/lib/server/rp/active-admins";
import { lockIreport } from "./record";
import { refuseClosed, refuseIfOwnedByOther, refuseStale } from "./refuse-conflict";
import type { IreportRecord } from "./rows";

type ReportRef = { ireportId: string; version?: number };
/** A locked report. `now`: the time after waiting for the lock, so that deadline clocks never run backwards. */
export type LockedReport = { tx: Transaction; report: IreportRecord; now: Date };

/**
 * Locks a report for the officer who is acting on it.
 * @param allowedStates `open` rejects a closed report
 * @throws 404; 409 with the current report if it is closed, another officer's, or changed since `version`
 */
export async function lockReportForOfficer(
  { tx, admin }: WriteContext,
  { ireportId, version }: ReportRef,
  allowedStates: "open" | "any" = "open",
): Promise<LockedReport> {
  await lockCallingAdmin(tx, admin.id);
  const report = await lockIreport(tx, admin, ireportId);
  if (allowedStates === "open") await refuseClosed(tx, admin, report);
  await refuseIfOwnedByOther(tx, admin, report);
  if (version !== undefined) await refuseStale(tx, admin, report, version);
  return { tx, report, now: new Date() };
}
