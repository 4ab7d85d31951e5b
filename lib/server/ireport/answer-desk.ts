import "server-only";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { attachPhotos } from "./attach-photos";
import { followed } from "./follow-report";
import { addMessage } from "./messages";
import { type Asker, lockOwnReport } from "./own-report";
import { step } from "./step";

type Wanted = Asker & { ireportId: string; text: string; photos: string[] };

/**
 * Stores the citizen's answer. The report returns to its previous state, and both clocks continue.
 * @throws 404; 400 if a photo no longer exists or is not a picture; 409 if no question is open or the account is closed
 */
export async function answerDesk(context: WriteContext, input: Wanted) {
  const { tx, report, reader, now } = await lockOwnReport(context, input);
  if (!report.resumeState)
    throw refuse.conflict("This report has no open question. An answer can be sent only to an open question.");
  const message = { kind: "answer" as const, text: input.text, adminId: null, at: now };
  const messageId = await addMessage(tx, report.id, message);
  await attachPhotos(tx, { app: context.app.name }, input.photos, { ireportId: report.id, messageId });
  const noted = { message: "answer", photos: input.photos.length || undefined };
  const goesOn = await step(tx, context.audit, report, report.resumeState, { now, noted });
  return followed(tx, goesOn, reader);
}
