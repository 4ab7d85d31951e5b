import "server-only";
import { eq, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import { APPLICATION_REVIEW_STATES } from "@/lib/contract/grant.values";
import type { grantApplicationCalls as contract } from "@/lib/contract/grant-applications";
import type { WriteContext } from "@/lib/server/api/context";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { emitApplicationWebhooks } from "@/lib/server/webhooks/record-events";
import { applicationRecordRef } from "./application-record";
import { waitsForReply } from "./application-rows";
import { readApplicationDetails } from "./application-single";
import { APPLICATION_STATE_TEXTS, lockApplicationVersion, throwApplicationConflict } from "./lock-application";
import { notifyQuestion } from "./notify-applicants";

type AskInput = InputOf<typeof contract.askApplicant>;

/**
 * Sends the applicant a question. Only one question can be open at a time. A new question replaces an answered question, which the timeline keeps.
 * @throws 404; 409 with the current application if it has changed, is decided, or has an open question
 */
export async function askApplicant({ tx, admin, audit }: WriteContext, input: AskInput) {
  const application = await lockApplicationVersion(tx, admin.id, input);
  const { id, state, programmeId } = application;
  if (!(APPLICATION_REVIEW_STATES as readonly string[]).includes(state)) {
    const message = `This application is ${APPLICATION_STATE_TEXTS[state]}. Ask the applicant before the decision.`;
    await throwApplicationConflict(tx, admin.id, id, message);
  }
  if (waitsForReply(application)) {
    const message = "The applicant has not answered the last question yet. Wait for the answer before you ask again.";
    await throwApplicationConflict(tx, admin.id, id, message);
  }
  const question = input.question.trim();
  const asked = await updateVersionedRecord(tx, grantApplications, id, {
    question,
    askedBy: admin.id,
    askedAt: sql`clock_timestamp()`,
    reply: null,
    repliedAt: null,
    updatedAt: sql`clock_timestamp()`,
  });
  await emitApplicationWebhooks(tx, [asked]);
  const [programme] = await tx.select().from(grantProgrammes).where(eq(grantProgrammes.id, programmeId));
  await notifyQuestion(tx, application, { name: programme?.name ?? "" }, question);
  audit({ record: applicationRecordRef(application), before: { question: application.question }, after: { question } });
  return readApplicationDetails(tx, admin.id, id);
}
