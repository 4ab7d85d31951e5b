import "server-only";
import type { z } from "zod";
import type { ireportUpdate } from "@/lib/contract/ireport";
import type { WriteContext } from "@/lib/server/api/context";
import { emitReportWebhooks } from "@/lib/server/webhooks/record-events";
import { claimAndAcknowledge } from "./claim";
import { lockReportForOfficer } from "./lock-report-for-officer";
import { addIreportMessage } from "./messages";
import { notifyReportersOfReportAndDuplicates } from "./notify-reporter";
import { ireportRecordRef, updateIreport } from "./record";
import { throwReportConflict } from "./refuse-conflict";
import { readIreportDetails } from "./single";

/**
 * Sends an update to the citizen and to reporters of duplicates, also for closed reports. Claims an unassigned open report.
 * @throws 404; 409 with the current report if it belongs to another officer or is a duplicate (then the original must be updated)
 */
export async function informCitizen(context: WriteContext, input: z.output<typeof ireportUpdate>) {
  const { admin, audit } = context;
  const { tx, report, now } = await lockReportForOfficer(context, input, "any");
  if (report.state === "duplicate")
    await throwReportConflict(
      tx,
      admin,
      report,
      "This report is a duplicate. Write on its original: its reporter reads it there too.",
    );
  const claimed = await claimAndAcknowledge(tx, audit, report, admin.id, now, { silent: true });
  await addIreportMessage(tx, report.id, { kind: "update", text: input.text, adminId: admin.id, at: now });
  audit({ record: ireportRecordRef(report), after: { message: "update" } });
  await emitReportWebhooks(tx, [await updateIreport(tx, claimed, {})]);
  await notifyReportersOfReportAndDuplicates(tx, report, "update", input.text);
  return readIreportDetails(tx, admin, report.id);
}
