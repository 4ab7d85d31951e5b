import "server-only";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { kycResubmission, kycSubmission } from "@/lib/contract/kyc.submission";
import { type DocumentKind, type KycFlag, requiredDocuments } from "@/lib/contract/kyc.values";
import { fullName, type HandlerContext, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { kycDocuments, kycRequests } from "@/lib/server/db/schema/kyc";
import { kycChecks } from "@/lib/server/db/schema/kyc-review";
import { users } from "@/lib/server/db/schema/user";
import { lockRecord, rejectStaleVersion } from "@/lib/server/records/version";
import { encryptForStorage, hashForStorage } from "@/lib/server/secrets/write-keys";
import type { UploadOwner } from "@/lib/server/uploads/store";
import { attachUploads } from "./attach-uploads";
import { kycDueTime } from "./due-time";
import { assignmentColumns } from "./record";
import { lockRiskFlags, readRequestRisks, refreshRiskFlags } from "./refresh-flags";
import { readKycDetails } from "./single";

/** Input of a new KYC request. */
export type KycSubmission = z.output<typeof kycSubmission>;
/** Input of a KYC request that was returned to the applicant. */
export type KycResubmission = z.output<typeof kycResubmission>;
type SubmittedFields = Omit<KycSubmission, "user_id">;

/** States in which a user can't submit another request. */
const OPEN_STATES = ["pending", "in_review", "resubmission_requested"] as const;

/** The sender of a request: an officer at the counter, or the citizen app's server (`submit-from-app.ts`). */
export type RequestSender = Pick<HandlerContext, "audit"> & {
  owner: UploadOwner;
  isApp: boolean;
  /** Reads the current request for a 409 response, with the fields that the sender may see. */
  fresh: (tx: Transaction, kycId: string) => Promise<unknown>;
  /** Id of the only user whose requests the sender may access; undefined for all users. */
  of?: string;
};

const officerSender = ({ admin, audit }: HandlerContext): RequestSender => ({
  audit,
  owner: { adminId: admin.id },
  isApp: false,
  fresh: readKycDetails,
});

/** Creates a request that an officer submits at the counter, see `submitAsSender`. */
export const submitKyc = (context: WriteContext, input: KycSubmission) =>
  submitAsSender(context.tx, officerSender(context), input);
/** Resubmits a returned request at the counter, see `resubmitAsSender`. */
export const resubmitKyc = (context: WriteContext, input: KycResubmission) =>
  resubmitAsSender(context.tx, officerSender(context), input);

/**
 * Creates a request. Updates its risk flags and those of similar requests in the same transaction.
 * @throws 404; 400 if an upload no longer exists; 409 if the account is suspended or closed, has the tier already, or
 * has an unfinished request
 */
export async function submitAsSender(tx: Transaction, { owner, audit, isApp }: RequestSender, input: KycSubmission) {
  await lockRiskFlags(tx);
  const user = await lockRecord(tx, users, input.user_id, "user");
  await refuseUnlessEligible(tx, user, input.tier);

  const id = uuid();
  const submittedAt = new Date();
  const reference = await nextReference(tx);
  await tx.insert(kycRequests).values({
    id,
    reference,
    userId: user.id,
    ...(await submissionColumns(tx, input)),
    submittedAt,
    dueAt: kycDueTime(submittedAt),
    enteredById: enteringAdminId(owner),
  });
  await attachUploads(tx, owner, id, input.documents);
  const flags = await refreshRiskFlags(tx, id);
  audit({
    record: { type: "kyc", id, name: `${reference} ${input.first_name} ${input.last_name}` },
    after: { state: "pending", ...auditValuesOf(input, flags, isApp), user_id: user.id },
  });
  return { id, reference, flags, version: 1 };
}

/**
 * Resubmits a returned request. It becomes pending and unassigned, with a new due time. Documents that are not resent are kept;
 * replaced ones are kept as evidence.
 * @throws 404; 400; 409 with the current request if it was not returned or has changed, or for a suspended or closed account
 */
export async function resubmitAsSender(
  tx: Transaction,
  { owner, audit, isApp, fresh, of }: RequestSender,
  input: KycResubmission,
) {
  await lockRiskFlags(tx);
  const [request] = await tx.select().from(kycRequests).where(eq(kycRequests.id, input.kycId)).for("update");
  if (!request || (of && request.userId !== of)) throw refuse.notFound("identity request");
  if (request.state !== "resubmission_requested")
    throw refuse.conflict(
      "This request was not sent back, so it can't be submitted again.",
      await fresh(tx, request.id),
    );
  await rejectStaleVersion("request", request, input.version, () => fresh(tx, request.id));

  // Locks the user, so that a concurrent suspension or closure waits and then finds the request.
  const [user] = await tx.select().from(users).where(eq(users.id, request.userId)).for("no key update");
  if (user && isSuspendedOrClosed(user))
    throw refuse.conflict(
      `${fullName(user)}'s account is ${user.status}, so this request can't be submitted again.`,
      await fresh(tx, request.id),
    );

  const risksBefore = await readRequestRisks(tx, request.id);
  await replaceDocuments(tx, request, input);
  await attachUploads(tx, owner, request.id, input.documents);
  const submittedAt = new Date();
  const version = request.version + 1;
  await tx
    .update(kycRequests)
    .set({
      ...(await submissionColumns(tx, input)),
      enteredById: enteringAdminId(owner),
      ...assignmentColumns(null),
      submittedAt,
      dueAt: kycDueTime(submittedAt),
      decidedById: null,
      decidedAt: null,
      reason: null,
      message: null,
      version,
    })
    .where(eq(kycRequests.id, request.id));
  // Deletes the checklist ticks, which refer to the earlier submission.
  await tx.delete(kycChecks).where(eq(kycChecks.kycId, request.id));
  const flags = await refreshRiskFlags(tx, request.id, risksBefore);
  audit({
    record: { type: "kyc", id: request.id, name: `${request.reference} ${fullName(request)}` },
    before: { state: request.state, tier: request.tier, identity_type: request.identityType, flags: request.flags },
    after: { state: "pending", ...auditValuesOf(input, flags, isApp) },
  });
  return { id: request.id, reference: request.reference, flags, version };
}

async function refuseUnlessEligible(tx: Transaction, user: typeof users.$inferSelect, tier: number) {
  const name = fullName(user);
  if (isSuspendedOrClosed(user))
    throw refuse.conflict(`${name}'s account is ${user.status}, so it can't ask for a tier.`);
  if (user.tier >= tier) throw refuse.conflict(`${name} is on tier ${user.tier} already. Ask for a higher one.`);
  const [openRequest] = await tx
    .select()
    .from(kycRequests)
    .where(and(eq(kycRequests.userId, user.id), inArray(kycRequests.state, [...OPEN_STATES])))
    .limit(1);
  if (openRequest)
    throw refuse.conflict(
      openRequest.state === "resubmission_requested"
        ? `${name}'s request ${openRequest.reference} was sent back. Submit that one again instead of a new one.`
        : `${name}'s request ${openRequest.reference} is waiting already. That one has to be decided first.`,
    );
}

const isSuspendedOrClosed = ({ status }: typeof users.$inferSelect) => status === "suspended" || status === "closed";

/** Returns the id of the officer who submits the request at the counter; null for the app. */
const enteringAdminId = (owner: UploadOwner) => ("adminId" in owner ? owner.adminId : null);

async function nextReference(tx: Transaction): Promise<string> {
  const next = await tx.execute<{ number: string }>(sql`select nextval('kyc_references') as number`);
  return `KYC-${String(next.rows[0]?.number).padStart(6, "0")}`;
}

/** Marks documents as replaced. Rejects a submission without a required document. */
async function replaceDocuments(tx: Transaction, request: typeof kycRequests.$inferSelect, input: KycResubmission) {
  const sentKinds = input.documents.map(({ kind }) => kind);
  const isOtherIdentity = input.identity_type !== request.identityType;
  // A change of the identity type invalidates the pictures of the card.
  const outdated: DocumentKind[] = isOtherIdentity ? [...sentKinds, "front", "back"] : sentKinds;
  if (outdated.length)
    await tx
      .update(kycDocuments)
      .set({ replacedAt: new Date() })
      .where(
        and(eq(kycDocuments.kycId, request.id), isNull(kycDocuments.replacedAt), inArray(kycDocuments.kind, outdated)),
      );
  const remainingDocuments = await tx
    .select({ kind: kycDocuments.kind })
    .from(kycDocuments)
    .where(and(eq(kycDocuments.kycId, request.id), isNull(kycDocuments.replacedAt)));
  const availableKinds = [...sentKinds, ...remainingDocuments.map(({ kind }) => kind)];
  const missingKind = requiredDocuments(input.tier, input.identity_type).find((kind) => !availableKinds.includes(kind));
  if (missingKind) {
    const message = `Add the ${missingKind.replaceAll("_", " ")}.`;
    throw refuse.badInput(message, { documents: message });
  }
}

const submissionColumns = async (tx: Transaction, input: SubmittedFields) => ({
  tier: input.tier,
  firstName: input.first_name.trim(),
  middleName: input.middle_name.trim(),
  lastName: input.last_name.trim(),
  dateOfBirth: input.date_of_birth,
  gender: input.gender,
  phone: input.phone,
  address: input.address.trim(),
  lga: input.lga,
  identityType: input.identity_type,
  identityNumber: await encryptForStorage(tx, input.identity_number),
  identityNumberLast4: input.identity_number.slice(-4),
  identityNumberHash: await hashForStorage(tx, input.identity_number),
  identityExpiresOn: input.identity_expires_on,
  submittedDevice: input.origin?.device_id ?? null,
  submittedAddress: input.origin?.address ?? null,
});

/** Returns the values for the audit row, without identity number and contents of documents. */
const auditValuesOf = (input: SubmittedFields, flags: readonly KycFlag[], isApp: boolean) => ({
  tier: input.tier,
  identity_type: input.identity_type,
  documents: input.documents.map(({ kind }) => kind),
  flags: [...flags],
  from: isApp || input.origin ? "app" : "walk-in",
});
