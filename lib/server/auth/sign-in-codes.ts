import "server-only";
import { and, eq, gt, gte, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { ProofMethod } from "@/lib/contract/account.values";
import type { PasskeyAnswer } from "@/lib/contract/passkey";
import { env } from "@/lib/env";
import { readProofMethods } from "@/lib/server/account/read-keys";
import { redeemAuthenticatorCode, redeemRecoveryCode, verifyByPasskey } from "@/lib/server/account/verify-keys";
import type { PublicContext } from "@/lib/server/api/context";
import { type Refusal, refuse } from "@/lib/server/api/errors";
import { inTransaction } from "@/lib/server/api/transaction";
import type { Database, Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { signInCodes } from "@/lib/server/db/schema/session";
import { recoveryCodeUsedMail } from "@/lib/server/mail/account-mails";
import { signInCodeMail } from "@/lib/server/mail/messages";
import { queueMail, queueMailToAdmin } from "@/lib/server/outbox/queue";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { recordSetupMilestone } from "@/lib/server/setup/checklist";
import { type AdminRow, toAuditActor } from "./active-admin";
import { consumeAttempt, enforceAttemptLimit, type LimitKey, resetAttemptCounters } from "./attempt-limits";
import { hashSecret, verifySecret } from "./hash-secret";
import { rememberDevice, rememberedDeviceIdOf } from "./remember-device";
import { openSession } from "./session";
import { createSixDigitCode } from "./token";

/** Maximum number of attempts to enter a sign-in's code. Resending the code does not reset the count (docs/rules.md, Auth). */
const MAX_CODE_TRIES = 5;
const SIX_DIGITS = /^\d{6}$/;
/** Minutes for which a mailed sign-in code is valid. */
export const SIGN_IN_CODE_LIFE_MINUTES = 10;
/** Maximum number of codes mailed per entered password. */
const CODE_SENDS = 5;
/** Time in ms after entering the password during which new codes can be requested. */
const PASSWORD_VALID_MS = 3_600_000;
/** Minimum seconds between two codes. The countdown of the specification (section 9) starts at 59. */
const RESEND_WAIT_SECONDS = 59;

/** Returns the time at which a code mailed now expires. */
export const signInCodeExpiry = () => new Date(Date.now() + SIGN_IN_CODE_LIFE_MINUTES * 60_000);
/** Returns the subject under which codes are counted: the remembered device, otherwise the account. */
export const codeCounterSubjectOf = (adminId: string, device: string | null): LimitKey =>
  device ? [adminId, device] : adminId;

type SignIn = typeof signInCodes.$inferSelect;

/**
 * Completes a sign-in with the mailed code, a code of the admin's authenticator app, or a recovery code. Counts the
 * attempt before checking the code, in one statement: five per sign-in, even while other attempts are throttled. A
 * wrong code also counts for the password step.
 * @throws 400 with a message for a wrong code, the fifth one, an expired one, and an ended sign-in; 429
 */
export const finishSignIn = (context: PublicContext, input: { reference: string; token: string }) =>
  completeSignIn(context, input.reference, async (db, adminId, codeHash) => {
    const { token } = input;
    if (!SIX_DIGITS.test(token))
      return (await inTransaction(db, (tx) => redeemRecoveryCode(tx, adminId, token))) ? "recovery_code" : null;
    if (await verifySecret(token, codeHash)) return "mail";
    return (await inTransaction(db, (tx) => redeemAuthenticatorCode(tx, adminId, token))) ? "authenticator" : null;
  });

/** Completes a sign-in with a passkey. @throws as `finishSignIn` does */
export const finishSignInWithPasskey = (
  context: PublicContext,
  input: { reference: string; credential: PasskeyAnswer },
) =>
  completeSignIn(context, input.reference, async (db, adminId) => {
    const { reference, credential: answer } = input;
    return (await inTransaction(db, (tx) => verifyByPasskey(tx, { adminId, reference, answer }))) ? "passkey" : null;
  });

/** Returns the method that completed step two, or null if the check failed. For an unknown email the id is random. */
type CheckProof = (db: Database, adminId: string, codeHash: string | null) => Promise<ProofMethod | null>;

async function completeSignIn(context: PublicContext, reference: string, checkProof: CheckProof) {
  const { db, address } = context;
  const { signIn, admin } = await readSignIn(context, reference);
  context.setRefusalSubject(admin && toAuditActor(admin));
  const [attempt] = await db
    .update(signInCodes)
    .set({ tries: sql`${signInCodes.tries} + 1` })
    .where(and(isStillOpen(reference), gt(signInCodes.expiresAt, new Date())))
    .returning({ codeHash: signInCodes.codeHash, tries: signInCodes.tries });
  if (!attempt) return countAndRefuse(context, closedSignInRefusal(signIn));
  const device = rememberedDeviceIdOf(context, admin);
  const account = signIn.accountHash;
  // If the sign-in has no valid code, a random id makes passkeys and apps fail, with the same work.
  const keyOwnerId = admin && attempt.codeHash !== null ? admin.id : uuid();
  const method = await checkProof(db as Database, keyOwnerId, attempt.codeHash);
  if (!admin || !method) {
    await consumeAttempt(db, "account", account);
    await consumeAttempt(db, "address", address);
    await consumeAttempt(db, "lane", [account, address]);
    if (admin && device) await consumeAttempt(db, "device", [admin.id, device]);
    throw attempt.tries < MAX_CODE_TRIES ? refuse.code() : refuse.codeSpent();
  }
  const { token, devicesSince } = await context.transact(toAuditActor(admin), async (tx) => {
    // Updates the admin's row first. A password reset does the same, so one of the two transactions waits for the other.
    const [updatedAdmin] = await tx
      .update(admins)
      .set({ lastSignInAt: new Date() })
      .where(and(eq(admins.id, admin.id), eq(admins.status, "active")))
      .returning({ devicesSince: admins.devicesSince });
    const used = await tx
      .update(signInCodes)
      .set({ usedAt: new Date() })
      .where(and(isUnusedSignIn(reference), isNotNull(signInCodes.codeHash)));
    if (!updatedAdmin || !used.rowCount) throw refuse.code();
    await resetAttemptCounters(
      tx,
      ["account", account],
      ["lane", [account, address]],
      ["codes", codeCounterSubjectOf(admin.id, null)],
      ["device", [admin.id, device ?? ""]],
      ["codes", codeCounterSubjectOf(admin.id, device)],
    );
    if (method === "mail" && env().smtpUrl) await recordSetupMilestone(tx, "mail_received", admin.id);
    if (method === "recovery_code") await queueMail(tx, recoveryCodeUsedMail(admin));
    // A mailed code is no proof of identity for an admin with a stronger method.
    const isProved = method !== "mail" || (await readProofMethods(tx, admin.id)).includes("mail");
    const token = await openSession(tx, admin.id, context, isProved);
    const audit = { record: adminRecordRef(admin), after: { step: "signed in", by: method } };
    return { result: { token, devicesSince: updatedAdmin.devicesSince }, audit };
  });
  rememberDevice(context, { id: admin.id, devicesSince });
  return { token };
}

/**
 * Mails a new code. In the same sign-in, earlier attempts stay counted, and two mails have a minimum interval. After five wrong
 * codes it starts a new sign-in for the entered password, without a wait. New sign-ins are counted for the account.
 * @throws 400 if the password has to be entered again; 429
 */
export async function sendNewSignInCode(context: PublicContext, reference: string) {
  const { db } = context;
  const { signIn, admin } = await readSignIn(context, reference);
  const isUsedUp = signIn.tries >= MAX_CODE_TRIES;
  const hasEnded =
    signIn.usedAt !== null || signIn.sends >= CODE_SENDS || Date.now() > signIn.provedAt.getTime() + PASSWORD_VALID_MS;
  if (hasEnded || (!signIn.blind && !admin)) return countAndRefuse(context, refuse.signInOver());
  const wait = Math.ceil((signIn.sentAt.getTime() - Date.now()) / 1_000) + RESEND_WAIT_SECONDS;
  if (wait > 0 && !isUsedUp) throw refuse.tooMany(wait);
  if (isUsedUp && !signIn.blind && admin)
    await enforceAttemptLimit(db, "codes", codeCounterSubjectOf(admin.id, rememberedDeviceIdOf(context, admin)));
  const code = createSixDigitCode();
  const codeValues = { code, codeHash: await hashSecret(code), expiresAt: signInCodeExpiry() };
  const issueCode = (tx: Transaction) => (isUsedUp ? replaceSignIn : renewCode)(tx, signIn, { ...codeValues, admin });
  const answer = (next: string) => ({ reference: next, expires_at: codeValues.expiresAt.toISOString() });
  // A blind (throttled) sign-in is audited when it starts. An audit row here would reveal whether the password was right.
  if (signIn.blind || !admin) return answer(await inTransaction(db as Database, issueCode));
  return context.transact(toAuditActor(admin), async (tx) => ({
    result: answer(await issueCode(tx)),
    audit: {
      record: adminRecordRef(admin),
      after: { step: isUsedUp ? "code sent after five wrong ones" : "code sent again" },
    },
  }));
}

type Code = { code: string; codeHash: string; expiresAt: Date; admin: AdminRow | null };

/** Renews the code of a sign-in. Does nothing for a sign-in that never had a valid code. */
async function renewCode(tx: Transaction, signIn: SignIn, { codeHash, expiresAt, ...mail }: Code): Promise<string> {
  const [renewed] = await tx
    .update(signInCodes)
    .set({
      codeHash: sql`case when ${signInCodes.codeHash} is not null then ${codeHash} end`,
      expiresAt,
      sentAt: new Date(),
      sends: sql`${signInCodes.sends} + 1`,
    })
    .where(and(isStillOpen(signIn.reference), lt(signInCodes.sends, CODE_SENDS), eq(signInCodes.sentAt, signIn.sentAt)))
    .returning({ codeHash: signInCodes.codeHash });
  if (!renewed) throw refuse.code();
  await mailCode(tx, renewed.codeHash !== null, mail);
  return signIn.reference;
}

/** Replaces a sign-in that has used its five attempts by a new one with a new code. */
async function replaceSignIn(tx: Transaction, signIn: SignIn, { codeHash, expiresAt, ...mail }: Code): Promise<string> {
  const { adminId, accountHash, blind, sends, provedAt } = signIn;
  // Locks the admin's row until the commit, so that a password reset runs either before or after this sign-in.
  await tx
    .select({ id: admins.id })
    .from(admins)
    .where(eq(admins.id, adminId ?? uuid()))
    .for("share");
  const [endedSignIn] = await tx
    .update(signInCodes)
    .set({ usedAt: new Date() })
    .where(and(isUnusedSignIn(signIn.reference), gte(signInCodes.tries, MAX_CODE_TRIES)))
    .returning({ codeHash: signInCodes.codeHash });
  if (!endedSignIn) throw refuse.signInOver();
  const hasCode = mail.admin !== null && endedSignIn.codeHash !== null;
  // A sign-in that is not throttled was already counted in `sendNewSignInCode`.
  const counter: LimitKey = hasCode && mail.admin ? codeCounterSubjectOf(mail.admin.id, null) : [accountHash, "blank"];
  const isAllowed = !blind || (await consumeAttempt(tx, "codes", counter)).wait === 0;
  const reference = uuid();
  await tx.insert(signInCodes).values({
    ...{ reference, adminId, accountHash, blind, provedAt, expiresAt },
    codeHash: hasCode && isAllowed ? codeHash : null,
    sends: sends + 1,
  });
  await mailCode(tx, hasCode && isAllowed, mail);
  return reference;
}

/** Mails the code. For a sign-in without a valid code, the same statement stores nothing. */
const mailCode = (tx: Transaction, hasCode: boolean, { code, admin }: Pick<Code, "code" | "admin">) =>
  queueMailToAdmin(
    tx,
    hasCode && admin ? admin.id : uuid(),
    signInCodeMail(admin ?? { firstName: "", email: "" }, code, SIGN_IN_CODE_LIFE_MINUTES),
  );

const isUnusedSignIn = (reference: string) => and(eq(signInCodes.reference, reference), isNull(signInCodes.usedAt));
const isStillOpen = (reference: string) => and(isUnusedSignIn(reference), lt(signInCodes.tries, MAX_CODE_TRIES));

function closedSignInRefusal({ usedAt, tries, expiresAt }: SignIn): Refusal {
  if (usedAt !== null) return refuse.signInOver();
  if (tries >= MAX_CODE_TRIES) return refuse.codeSpent();
  return expiresAt <= new Date() ? refuse.codeExpired() : refuse.code();
}

/** Returns the sign-in, with its admin if active. @throws 400 or 429 for an unknown reference */
async function readSignIn(
  context: PublicContext,
  reference: string,
): Promise<{ signIn: SignIn; admin: AdminRow | null }> {
  const [found] = await findSignIn(context.db, reference);
  return found ?? countAndRefuse(context, refuse.code());
}

const findSignIn = (db: Queryable, reference: string) =>
  db
    .select({ signIn: signInCodes, admin: admins })
    .from(signInCodes)
    .leftJoin(admins, and(eq(admins.id, signInCodes.adminId), eq(admins.status, "active")))
    .where(eq(signInCodes.reference, reference));

/** Counts the request for its IP address and throws the refusal. This limits the guessing of references and the number of audit rows. */
async function countAndRefuse({ db, address }: PublicContext, refusal: Refusal): Promise<never> {
  await enforceAttemptLimit(db, "address", address);
  throw refusal;
}
