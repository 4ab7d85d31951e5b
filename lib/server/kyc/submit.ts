import "server-only";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { kycResubmission, kycSubmission } from "@/lib/contract/kyc.submission";
import { type DocumentKind, type KycFlag, requiredDocuments } from "@/lib/contract/kyc.values";
import { fullName, type HandlerContext, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { encrypt, keyedHash } from "@/lib/server/base/secret";
import type { Transaction } from "@/lib/server/db/client";
import { kycDocuments, kycRequests } from "@/lib/server/db/schema/kyc";
import { kycChecks } from "@/lib/server/db/schema/kyc-review";
import { users } from "@/lib/server/db/schema/user";
import { lockRecord, refuseChanged } from "@/lib/server/records/version";
import type { UploadOwner } from "@/lib/server/uploads/store";
import { attachUploads } from "./attach-uploads";
import { dueFor } from "./due-time";
import { heldBy } from "./record";
import { lockFlags, refreshFlags, risksOfRequest } from "./refresh-flags";
import { kycSingle } from "./single";

export type Submission = z.output<typeof kycSubmission>;
export type Resubmission = z.output<typeof kycResubmission>;
type Submitted = Omit<Submission, "user_id">;

/** States in which a user has a request under way: no second one beside it. */
const UNDER_WAY = ["pending", "in_review", "resubmission_requested"] as const;

/** Who sends a request in: an officer for a walk-in, or the citizen's app through its server (`submit-from-app.ts`). */
export type Sender = Pick<HandlerContext, "audit"> & {
  owner: UploadOwner;
  isApp: boolean;
  /** What they are shown of a request that is not as they thought. */
  fresh: (tx: Transaction, kycId: string) => Promise<unknown>;
  /** The only user whose requests exist for them; undefined: everybody's. */
  of?: string;
};

const officer = ({ admin, audit }: HandlerContext): Sender => ({
  audit,
  owner: { adminId: admin.id },
  isApp: false,
  fresh: kycSingle,
});

export const submitKyc = (context: WriteContext, input: Submission) => submitBy(context.tx, officer(context), input);
export const resubmitKyc = (context: WriteContext, input: Resubmission) =>
  resubmitBy(context.tx, officer(context), input);

/**
 * A new request. Flags, of this one and of those that it resembles, are computed in the same transaction.
 * @throws 404; 400 for uploads that are gone; 409 when the account cannot have one, has the tier, or has one under way.
 */
export async function submitBy(tx: Transaction, { owner, audit, isApp }: Sender, input: Submission) {
  await lockFlags(tx);
  const user = await lockRecord(tx, users, input.user_id, "user");
  await refuseUnlessEligible(tx, user, input.tier);

  const id = uuid();
  const submittedAt = new Date();
  const reference = await nextReference(tx);
  await tx.insert(kycRequests).values({
    id,
    reference,
    userId: user.id,
    ...columnsOf(input),
    submittedAt,
    dueAt: dueFor(submittedAt),
    enteredById: enteredBy(owner),
  });
  await attachUploads(tx, owner, id, input.documents);
  const flags = await refreshFlags(tx, id);
  audit({
    record: { type: "kyc", id, name: `${reference} ${input.first_name} ${input.last_name}` },
    after: { state: "pending", ...saidOf(input, flags, isApp), user_id: user.id },
  });
  return { id, reference, flags, version: 1 };
}

/**
 * A request that was sent back comes again and waits from now on, for anyone who takes it. Documents that are not sent again
 * stay; those that are replaced are kept as evidence.
 * @throws 404; 400; 409 with the fresh record when it is not waiting for this, or changed, or the account is suspended or closed.
 */
export async function resubmitBy(tx: Transaction, { owner, audit, isApp, fresh, of }: Sender, input: Resubmission) {
  await lockFlags(tx);
  const [request] = await tx.select().from(kycRequests).where(eq(kycRequests.id, input.kycId)).for("update");
  if (!request || (of && request.userId !== of)) throw refuse.notFound("identity request");
  if (request.state !== "resubmission_requested")
    throw refuse.conflict(
      "This request was not sent back, so it can't be submitted again.",
      await fresh(tx, request.id),
    );
  await refuseChanged("request", request, input.version, () => fresh(tx, request.id));

  // Held, so that anyone who suspends or closes the account in the meantime waits, and then finds the request.
  const [user] = await tx.select().from(users).where(eq(users.id, request.userId)).for("no key update");
  if (user && isShut(user))
    throw refuse.conflict(
      `${fullName(user)}'s account is ${user.status}, so this request can't be submitted again.`,
      await fresh(tx, request.id),
    );

  const before = await risksOfRequest(tx, request.id);
  await replaceDocuments(tx, request, input);
  await attachUploads(tx, owner, request.id, input.documents);
  const submittedAt = new Date();
  const version = request.version + 1;
  await tx
    .update(kycRequests)
    .set({
      ...columnsOf(input),
      enteredById: enteredBy(owner),
      ...heldBy(null),
      submittedAt,
      dueAt: dueFor(submittedAt),
      decidedById: null,
      decidedAt: null,
      reason: null,
      message: null,
      version,
    })
    .where(eq(kycRequests.id, request.id));
  // What was ticked was ticked of what was sent before.
  await tx.delete(kycChecks).where(eq(kycChecks.kycId, request.id));
  const flags = await refreshFlags(tx, request.id, before);
  audit({
    record: { type: "kyc", id: request.id, name: `${request.reference} ${fullName(request)}` },
    before: { state: request.state, tier: request.tier, identity_type: request.identityType, flags: request.flags },
    after: { state: "pending", ...saidOf(input, flags, isApp) },
  });
  return { id: request.id, reference: request.reference, flags, version };
}

async function refuseUnlessEligible(tx: Transaction, user: typeof users.$inferSelect, tier: number) {
  const name = fullName(user);
  if (isShut(user)) throw refuse.conflict(`${name}'s account is ${user.status}, so it can't ask for a tier.`);
  if (user.tier >= tier) throw refuse.conflict(`${name} is on tier ${user.tier} already. Ask for a higher one.`);
  const [open] = await tx
    .select()
    .from(kycRequests)
    .where(and(eq(kycRequests.userId, user.id), inArray(kycRequests.state, [...UNDER_WAY])))
    .limit(1);
  if (open)
    throw refuse.conflict(
      open.state === "resubmission_requested"
        ? `${name}'s request ${open.reference} was sent back. Submit that one again instead of a new one.`
        : `${name}'s request ${open.reference} is waiting already. That one has to be decided first.`,
    );
}

const isShut = ({ status }: typeof users.$inferSelect) => status === "suspended" || status === "closed";

/** The officer who sends it in for somebody at the counter; whatever they say of where it comes from. */
const enteredBy = (owner: UploadOwner) => ("adminId" in owner ? owner.adminId : null);

async function nextReference(tx: Transaction): Promise<string> {
  const next = await tx.execute<{ number: string }>(sql`select nextval('kyc_references') as number`);
  return `KYC-${String(next.rows[0]?.number).padStart(6, "0")}`;
}

/** Marks what is sent again, and refuses what would then be missing. */
async function replaceDocuments(tx: Transaction, request: typeof kycRequests.$inferSelect, input: Resubmission) {
  const sent = input.documents.map(({ kind }) => kind);
  const isOtherIdentity = input.identity_type !== request.identityType;
  // The pages of another kind of card prove nothing any more.
  const outdated: DocumentKind[] = isOtherIdentity ? [...sent, "front", "back"] : sent;
  if (outdated.length)
    await tx
      .update(kycDocuments)
      .set({ replacedAt: new Date() })
      .where(
        and(eq(kycDocuments.kycId, request.id), isNull(kycDocuments.replacedAt), inArray(kycDocuments.kind, outdated)),
      );
  const left = await tx
    .select({ kind: kycDocuments.kind })
    .from(kycDocuments)
    .where(and(eq(kycDocuments.kycId, request.id), isNull(kycDocuments.replacedAt)));
  const has = [...sent, ...left.map(({ kind }) => kind)];
  const missing = requiredDocuments(input.tier, input.identity_type).find((kind) => !has.includes(kind));
  if (missing) {
    const message = `Add the ${missing.replaceAll("_", " ")}.`;
    throw refuse.badInput(message, { documents: message });
  }
}

const columnsOf = (input: Submitted) => ({
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
  identityNumber: encrypt(input.identity_number),
  identityNumberLast4: input.identity_number.slice(-4),
  identityNumberHash: keyedHash(input.identity_number),
  identityExpiresOn: input.identity_expires_on,
  submittedDevice: input.origin?.device_id ?? null,
  submittedAddress: input.origin?.address ?? null,
});

/** For the audit row: never the number, nor what the documents show. */
const saidOf = (input: Submitted, flags: readonly KycFlag[], isApp: boolean) => ({
  tier: input.tier,
  identity_type: input.identity_type,
  documents: input.documents.map(({ kind }) => kind),
  flags: [...flags],
  from: isApp || input.origin ? "app" : "walk-in",
});
