import "server-only";
import { and, eq } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { grantCalls as contract } from "@/lib/contract/grant";
import type { OwnApplication } from "@/lib/contract/grant.app";
import type { DuplicateKind } from "@/lib/contract/grant.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { type ApplicationRecord, applicationRecordRef, lockApplication } from "./application-record";
import { waitsForReply } from "./application-rows";
import { refuseUnknownDocuments } from "./apply-rules";
import { duplicateCheckKeysOfFiles, storeDuplicateCheckKeys } from "./duplicate-check-keys";
import { flagDuplicates, lockDuplicateSearch } from "./find-duplicates";
import { readOwnApplication } from "./own-application";
import { recheckDuplicates } from "./recheck-duplicates";
import { documentsFromUploads, type GrantDocument, storeDocuments } from "./store-documents";

type Input = InputOf<typeof contract.answerForApp>;

/**
 * Stores the applicant's answer to a question. Adds new documents, which are compared with those of other applications.
 * @throws 404, also for another citizen's application; 400 for a missing or unknown document; 409 with the application
 * if no question is open, or it is decided
 */
export async function storeApplicantAnswer(
  { tx, app, citizen, audit }: WriteContext,
  input: Input,
): Promise<OwnApplication> {
  if (input.documents.length) await lockDuplicateSearch(tx);
  const user = await citizen(input.user_id);
  const isOwnApplication = and(
    eq(grantApplications.id, input.applicationId),
    eq(grantApplications.programmeId, input.programmeId),
    eq(grantApplications.userId, user.id),
  );
  const [unlocked] = await tx.select().from(grantApplications).where(isOwnApplication);
  if (!unlocked) throw refuse.notFound("application");
  const [programme] = await tx.select().from(grantProgrammes).where(eq(grantProgrammes.id, unlocked.programmeId));
  const requested = programme?.documents ?? [];
  refuseUnknownDocuments(requested, input.documents);
  await refuseWithoutQuestion(tx, unlocked);
  const documents = await documentsFromUploads(
    tx,
    { app, applicationId: unlocked.id, asked: requested },
    input.documents,
  );
  // Locks this application and its possible duplicates, ordered by id. Without documents, only this application is locked, below.
  if (documents.length) await compare(tx, unlocked, documents);
  const application = await lockApplication(tx, unlocked.id);
  await refuseWithoutQuestion(tx, application);
  await storeDocuments(tx, documents);
  const flagged: DuplicateKind[] = documents.length ? (await recheckDuplicates(tx, unlocked.id)).kinds : [];
  await updateVersionedRecord(tx, grantApplications, application.id, {
    reply: input.text.trim(),
    repliedAt: new Date(),
    updatedAt: new Date(),
  });
  const newKinds = flagged.filter((kind) => !application.duplicates.includes(kind));
  // Audits the text of the answer, because the next question overwrites it.
  audit({
    record: applicationRecordRef(application),
    before: { waits_for_applicant: true },
    after: {
      waits_for_applicant: false,
      reply: input.text.trim(),
      documents: documents.length || undefined,
      duplicates: newKinds.length ? flagged : undefined,
    },
  });
  return readOwnApplication(tx, application.id);
}

async function refuseWithoutQuestion(tx: Transaction, application: ApplicationRecord): Promise<void> {
  if (waitsForReply(application)) return;
  const message = "This application has no open question. An answer can be sent only to an open question.";
  throw refuse.conflict(message, await readOwnApplication(tx, application.id));
}

async function compare(tx: Transaction, { id, userId }: ApplicationRecord, documents: GrantDocument[]): Promise<void> {
  const checkKeys = duplicateCheckKeysOfFiles(documents.map(({ fileHash }) => fileHash));
  const { kept } = await flagDuplicates(tx, {
    id,
    userId,
    checkKeys,
    photos: documents.filter(({ isPhoto }) => isPhoto),
  });
  await storeDuplicateCheckKeys(tx, kept);
}
