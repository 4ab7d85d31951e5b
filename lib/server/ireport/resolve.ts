import "server-only";
import type { z } from "zod";
import type { ireportResolution } from "@/lib/contract/ireport";
import type { WriteContext } from "@/lib/server/api/context";
import { attachPhotos } from "./attach-photos";
import { lockReportForOfficer } from "./lock-report-for-officer";
import { addIreportMessage } from "./messages";
import { notifyReportersOfReportAndDuplicates } from "./notify-reporter";
import { REPORT_STATE_TEXTS, throwReportConflict } from "./refuse-conflict";
import { readIreportDetails } from "./single";
import { updateReportState } from "./transition";

/**
 * Resolves a report in progress, and sends a note to its reporter and to reporters of duplicates.
 * @throws 404; 400 if a photo no longer exists or is not a picture; 409 with the current report if it is not in progress, has changed, or
 * is another officer's
 */
export async function resolveIreport(context: WriteContext, input: z.output<typeof ireportResolution>) {
  const { admin, audit } = context;
  const { tx, report, now } = await lockReportForOfficer(context, input);
  if (report.state !== "in_progress")
    await throwReportConflict(
      tx,
      admin,
      report,
      `This report is ${REPORT_STATE_TEXTS[report.state]}. Only a report in progress can be resolved.`,
    );
  const message = { kind: "resolution" as const, text: input.note, adminId: admin.id, at: now };
  const messageId = await addIreportMessage(tx, report.id, message);
  await attachPhotos(tx, { adminId: admin.id }, input.photos, { ireportId: report.id, messageId });
  await updateReportState(tx, audit, report, "resolved", {
    now,
    values: { ownerId: admin.id },
    noted: { message: "resolution", photos: input.photos.length || undefined },
  });
  await notifyReportersOfReportAndDuplicates(tx, report, "resolution", input.note);
  return readIreportDetails(tx, admin, report.id);
}
