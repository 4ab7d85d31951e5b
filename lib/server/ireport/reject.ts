import "server-only";
import type { z } from "zod";
import type { ireportRejection } from "@/lib/contract/ireport";
import type { WriteContext } from "@/lib/server/api/context";
import { advanceToInProgress } from "./change-state";
import { lockReportForOfficer } from "./lock-report-for-officer";
import { addIreportMessage } from "./messages";
import { notifyReportersOfReportAndDuplicates } from "./notify-reporter";
import { readIreportDetails } from "./single";
import { updateReportState } from "./transition";

/**
 * Rejects an open report, after passing the required states. Sends the message to its reporter and to reporters of duplicates.
 * @throws 404; 409 with the current report if it is closed, another officer's, or changed
 */
export async function rejectIreport(context: WriteContext, input: z.output<typeof ireportRejection>) {
  const { admin, audit } = context;
  const { tx, report, now } = await lockReportForOfficer(context, input);
  const inProgress = await advanceToInProgress(context, tx, report, now);
  await updateReportState(tx, audit, inProgress, "rejected", {
    now,
    values: { ownerId: admin.id, rejection: input.reason },
    noted: { reason: input.reason, message: "rejection" },
  });
  await addIreportMessage(tx, report.id, { kind: "rejection", text: input.message, adminId: admin.id, at: now });
  await notifyReportersOfReportAndDuplicates(tx, report, "rejection", input.message);
  return readIreportDetails(tx, admin, report.id);
}
