import "server-only";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { attachPhotos } from "./attach-photos";
import { reporterView } from "./follow-report";
import { addIreportMessage } from "./messages";
import { lockOwnReport, type ReporterIdentity } from "./own-report";
import { updateReportState } from "./transition";

type CitizenAnswer = ReporterIdentity & { ireportId: string; text: string; photos: string[] };

/**
 * Stores the citizen's answer to an officer's question. The report returns to its previous state, and both deadline clocks continue.
 * @throws 404; 400 if a photo no longer exists or is not a picture; 409 if no question is open or the account is closed
 */
export async function answerOfficer(context: WriteContext, input: CitizenAnswer) {
  const { tx, report, reader, now } = await lockOwnReport(context, input);
  if (!report.resumeState)
    throw refuse.conflict("This report has no open question. An answer can be sent only to an open question.");
  const message = { kind: "answer" as const, text: input.text, adminId: null, at: now };
  const messageId = await addIreportMessage(tx, report.id, message);
  await attachPhotos(tx, { app: context.app.name }, input.photos, { ireportId: report.id, messageId });
  const historyNote = { message: "answer", photos: input.photos.length || undefined };
  const resumed = await updateReportState(tx, context.audit, report, report.resumeState, { now, noted: historyNote });
  return reporterView(tx, resumed, reader);
}
