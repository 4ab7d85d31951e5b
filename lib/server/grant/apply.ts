import "server-only";
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { InputOf } from "@/lib/contract/common";
import type { grantCalls as contract } from "@/lib/contract/grant";
import type { OwnApplication } from "@/lib/contract/grant.app";
import { formatMoney } from "@/lib/format";
import type { HandlerContext, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { notifyCitizen } from "@/lib/server/citizen/notify-citizen";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { encryptForStorage } from "@/lib/server/secrets/write-keys";
import { refuseInvalidBankAccount } from "@/lib/server/transaction/banks";
import { currentUserStatus } from "@/lib/server/user/status";
import { applicationRecordRef } from "./application-record";
import { refuseMissingDocuments, requestedAmount, validAnswers } from "./apply-rules";
import { duplicateCheckKeysOf, duplicateCheckKeysOfUser, storeDuplicateCheckKeys } from "./duplicate-check-keys";
import { acceptsApplications, ineligibleReasons } from "./eligibility";
import { duplicateKindsOf } from "./find-duplicate-matches";
import { flagDuplicates, lockDuplicateSearch } from "./find-duplicates";
import { readOwnApplication } from "./own-application";
import type { ProgrammeRecord } from "./programme-record";
import { documentsFromUploads, storeDocuments } from "./store-documents";

type Input = InputOf<typeof contract.apply>;

/** Returns whether a citizen may apply now, with all reasons if not. @throws 404, also for a draft programme; 409 for a closed account */
export async function readEligibility(
  { db, citizen }: HandlerContext,
  { programmeId, user_id }: { programmeId: string; user_id: string },
) {
  const user = await citizen(user_id);
  const reasons = await ineligibleReasons(db, await publishedProgramme(db, programmeId), user, { now: new Date() });
  return { eligible: !reasons.length, reasons };
}

/** Reads a programme that is not a draft. @throws 404, also for drafts, which are secret until they open */
async function publishedProgramme(db: Queryable, programmeId: string): Promise<ProgrammeRecord> {
  const [programme] = await db.select().from(grantProgrammes).where(eq(grantProgrammes.id, programmeId));
  if (!programme || programme.state === "draft") throw refuse.notFound("programme");
  return programme;
}

/**
 * Stores an application with its documents. Flags it and applications with the same data as possible duplicates, which
 * the response does not mention.
 * @throws 404; 400 if the amount, an answer or a document violates the programme's rules; 409 with all reasons if the
 * citizen may not apply, or the programme is closing
 */
export async function submitApplication(
  { tx, app, citizen, audit }: WriteContext,
  input: Input,
): Promise<OwnApplication> {
  await lockDuplicateSearch(tx);
  const user = await citizen(input.user_id);
  if (currentUserStatus(user) === "suspended")
    throw refuse.conflict("This account is suspended, so it can't apply for a grant.");
  const now = new Date();
  const programme = await publishedProgramme(tx, input.programmeId);
  const reasons = await ineligibleReasons(tx, programme, user, { now });
  if (reasons.length) throw refuse.conflict(reasons.map(({ message }) => message).join(" "));
  const requestedKobo = requestedAmount(programme, input.amount);
  const answers = validAnswers(programme.questions, input.answers);
  refuseMissingDocuments(programme.documents, input.documents);
  if (input.payout.kind === "bank")
    await refuseInvalidBankAccount(tx, {
      bankCode: input.payout.bank_code,
      accountNumber: input.payout.account_number,
    });

  const id = uuid();
  const documents = await documentsFromUploads(
    tx,
    { app, applicationId: id, asked: programme.documents },
    input.documents,
  );
  const duplicateCheckData = {
    contactPhone: input.contact_phone,
    account:
      input.payout.kind === "bank"
        ? { bankCode: input.payout.bank_code, accountNumber: input.payout.account_number }
        : null,
    deviceId: input.device_id,
    fileHashes: documents.map(({ fileHash }) => fileHash),
  };
  const { matches, kept } = await flagDuplicates(tx, {
    id,
    userId: user.id,
    checkKeys: [...(await duplicateCheckKeysOf(tx, duplicateCheckData)), ...(await duplicateCheckKeysOfUser(tx, user))],
    photos: documents.filter(({ isPhoto }) => isPhoto),
  });
  // Locks the programme last, as the lock order requires. The programme can't close until this application is stored.
  const [held] = await tx.select().from(grantProgrammes).where(eq(grantProgrammes.id, programme.id)).for("share");
  if (!held || !acceptsApplications(held, now)) throw refuse.conflict("This programme no longer accepts applications.");
  const application = {
    id,
    reference: `GRA-${id.slice(-12).toUpperCase()}`,
    programmeId: programme.id,
    userId: user.id,
    amountAsked: requestedKobo,
    contactPhone: input.contact_phone,
    applicantLga: user.lga,
    applicantTier: user.tier,
    ...(await payoutColumns(tx, input.payout)),
    answers,
    duplicates: duplicateKindsOf(matches),
    submittedAt: now,
    updatedAt: now,
  };
  await tx.insert(grantApplications).values(application);
  await storeDocuments(tx, documents);
  await storeDuplicateCheckKeys(tx, kept);
  const { reference } = application;
  await notifyCitizen(tx, user.id, {
    subject: `We received your application ${reference}`,
    text: `Your application for ${programme.name} is with us. We write to you when it is decided, or if we need more information.\n\nApplication: ${reference}`,
    title: "Application received",
    body: `Your application for ${programme.name} is with us.`,
    data: { category: "grant", programme_id: programme.id, application_id: id },
  });
  audit({
    record: applicationRecordRef(application),
    after: {
      state: "submitted",
      programme: programme.name,
      amount_asked: formatMoney(requestedKobo),
      payout: input.payout.kind,
      documents: documents.length || undefined,
      duplicates: application.duplicates.length ? application.duplicates : undefined,
      user_id: user.id,
    },
  });
  return readOwnApplication(tx, id);
}

async function payoutColumns(tx: Transaction, payout: Input["payout"]) {
  if (payout.kind === "wallet") return { payoutKind: payout.kind };
  return {
    payoutKind: payout.kind,
    bank: payout.bank.trim(),
    bankCode: payout.bank_code,
    accountName: payout.account_name.trim(),
    accountNumber: await encryptForStorage(tx, payout.account_number),
    accountLast4: payout.account_number.slice(-4),
  };
}
