import "server-only";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { lockActiveAdmins } from "@/lib/server/rp/active-admins";
import { reporterView } from "./follow-report";
import { addIreportMessage } from "./messages";
import { notifyReportersOfDuplicates } from "./notify-reporter";
import { findOwnReport, lockOwnReport, type ReporterIdentity } from "./own-report";
import { refusalOfReopening } from "./reopen";
import { updateReportState } from "./transition";

type ReopeningInput = ReporterIdentity & { ireportId: string; reason: string };

/**
 * Reopens a resolved report on behalf of its citizen, within 14 days. The report stays with its officer if that admin is still active; otherwise it
 * becomes unassigned. Notifies reporters of duplicates, without the citizen's text.
 * @throws 404; 409 if the report is not resolved, the 14 days are over, or the account is closed
 */
export async function reopenAsCitizen(context: WriteContext, input: ReopeningInput) {
  const own = await findOwnReport(context, input, input.ireportId);
  // Locks the report's owner before the report, as all code does, to prevent deadlocks.
  const active = own.report.ownerId ? await lockActiveAdmins(context.tx, [own.report.ownerId]) : new Set<string>();
  const { tx, report, reader, now } = await lockOwnReport(context, input);
  const why = refusalOfReopening(report, now);
  if (why) throw refuse.conflict(why);
  const ownerId = report.ownerId && active.has(report.ownerId) ? report.ownerId : null;
  const noted = { message: "reopening" };
  const reopened = await updateReportState(tx, context.audit, report, "in_progress", {
    now,
    values: { ownerId },
    noted,
  });
  await addIreportMessage(tx, report.id, { kind: "reopening", text: input.reason, adminId: null, at: now });
  await notifyReportersOfDuplicates(tx, report, "reopening", "");
  return reporterView(tx, reopened, reader);
}
