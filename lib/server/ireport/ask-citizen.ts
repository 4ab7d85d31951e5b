import "server-only";
import type { z } from "zod";
import type { ireportQuestion } from "@/lib/contract/ireport";
import type { WriteContext } from "@/lib/server/api/context";
import { claimAndAcknowledge } from "./claim";
import { lockReportForOfficer } from "./lock-report-for-officer";
import { addIreportMessage } from "./messages";
import { notifyReporter } from "./notify-reporter";
import { throwReportConflict } from "./refuse-conflict";
import { readIreportDetails } from "./single";
import { updateReportState } from "./transition";

/**
 * Asks the citizen a question, and pauses both deadline clocks until the answer. Claims an unassigned report for the caller.
 * @throws 404; 409 with the current report if it is closed, another officer's or changed, or if a question is open
 */
export async function askCitizen(context: WriteContext, input: z.output<typeof ireportQuestion>) {
  const { admin, audit } = context;
  const { tx, report, now } = await lockReportForOfficer(context, input);
  if (report.state === "waiting_for_citizen")
    await throwReportConflict(tx, admin, report, "The citizen has not answered the last question yet.");
  const claimed = await claimAndAcknowledge(tx, audit, report, admin.id, now, { silent: true });
  await updateReportState(tx, audit, claimed, "waiting_for_citizen", { now, noted: { message: "question" } });
  await addIreportMessage(tx, report.id, { kind: "question", text: input.text, adminId: admin.id, at: now });
  await notifyReporter(tx, report, { kind: "question", text: input.text });
  return readIreportDetails(tx, admin, report.id);
}
