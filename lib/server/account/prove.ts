import "server-only";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { ProofAnswer, ProofState } from "@/lib/contract/account";
import { PROOF_VALID_MINUTES, type ProofChallenge } from "@/lib/contract/account.values";
import { fullName, type HandlerContext, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { enforceAttemptLimit, resetAttemptCounters } from "@/lib/server/auth/attempt-limits";
import { hashSecret, verifySecret } from "@/lib/server/auth/hash-secret";
import { createSixDigitCode } from "@/lib/server/auth/token";
import type { Database, Queryable, Transaction } from "@/lib/server/db/client";
import { proofChallenges } from "@/lib/server/db/schema/account";
import { sessions } from "@/lib/server/db/schema/session";
import { proofCodeMail, recoveryCodeUsedMail } from "@/lib/server/mail/account-mails";
import { queueMail } from "@/lib/server/outbox/queue";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { readPasskeys, readProofMethods } from "./read-keys";
import { redeemAuthenticatorCode, redeemRecoveryCode, verifyByPasskey } from "./verify-keys";
import { passkeyCreationOptions, passkeyRequestOptions } from "./webauthn";

/** Minutes for which a challenge or mailed code for a proof of identity is valid. */
const CHALLENGE_MINUTES = 10;

const WRONG_PROOF_MESSAGES: Record<ProofAnswer["method"], string> = {
  passkey: "This passkey doesn't belong to your account, or it took too long. Try again.",
  authenticator: "This is not the code that your authenticator app shows now. Wait for the next one and try again.",
  recovery_code: "This is none of your recovery codes, or it was used before.",
  mail: "This code is not right or older than 10 minutes. Check the newest mail or ask for a new code.",
};

/** Counts an admin's attempt to prove their identity before checking it, so that parallel attempts can't exceed the limit. @throws 429 */
export const countProofAttempt = async (db: Database, _input: unknown, _file: unknown, adminId: string) => {
  await enforceAttemptLimit(db, "proof", adminId);
};

/**
 * Counts an attempt to enter the current password. Uses its own counter, which a successful proof by another method does not reset.
 * @throws 429
 */
export const countCurrentPasswordAttempt = async (db: Database, _input: unknown, _file: unknown, adminId: string) => {
  await enforceAttemptLimit(db, "proof", [adminId, "password"]);
};

/** Counts an attempt to enter the code that was mailed to a new email address. @throws 429 */
export const countNewEmailCodeAttempt = async (db: Database, _input: unknown, _file: unknown, adminId: string) => {
  await enforceAttemptLimit(db, "proof", [adminId, "email"]);
};

/** Returns the methods with which the caller can prove their identity, and until when the last proof is valid. */
export async function readProofState({ db, admin }: HandlerContext): Promise<ProofState> {
  const [session] = await db
    .select({ provedAt: sessions.provedAt })
    .from(sessions)
    .where(eq(sessions.id, admin.sessionId));
  const validUntil = session?.provedAt && new Date(session.provedAt.getTime() + PROOF_VALID_MINUTES * 60_000);
  return {
    methods: await readProofMethods(db, admin.id),
    proved_until: validUntil && validUntil > new Date() ? validUntil.toISOString() : null,
  };
}

/**
 * Checks a proof of identity (docs/sign-in.md). A correct proof is valid in this session for 15 minutes.
 * @throws 400 for a wrong proof, and for a mailed code of an admin who has keys; 429
 */
export async function proveIdentity(context: WriteContext, input: ProofAnswer): Promise<ProofState> {
  const { tx, admin } = context;
  const isValid = (await readProofMethods(tx, admin.id)).includes(input.method) && (await isProofValid(context, input));
  if (!isValid) throw refuse.notProved(WRONG_PROOF_MESSAGES[input.method]);
  await tx.update(sessions).set({ provedAt: sql`now()` }).where(eq(sessions.id, admin.sessionId));
  await resetAttemptCounters(tx, ["proof", admin.id], ["codes", [admin.id, "proof"]]);
  if (input.method === "recovery_code") await queueMail(tx, recoveryCodeUsedMail(admin));
  context.audit({ record: adminRecordRef(admin), after: { step: "identity proved", by: input.method } });
  return readProofState(context);
}

async function isProofValid({ tx, admin }: WriteContext, input: ProofAnswer): Promise<boolean> {
  switch (input.method) {
    case "authenticator":
      return redeemAuthenticatorCode(tx, admin.id, input.code);
    case "recovery_code":
      return redeemRecoveryCode(tx, admin.id, input.code);
    case "mail":
      return (await consumeMailedProofCode(tx, { ...input, sessionId: admin.sessionId, kind: "mailed_code" })) !== null;
    case "passkey": {
      const { reference, credential: answer } = input;
      const challenge = await consumeProofChallenge(tx, { reference, sessionId: admin.sessionId, kind: "passkey" });
      return challenge !== null && verifyByPasskey(tx, { adminId: admin.id, reference, answer });
    }
  }
}

/**
 * Emails the caller a code with which they prove their identity.
 * @throws 409 for an admin who has a passkey or an authenticator app; 429
 */
export async function mailProofCode(context: WriteContext) {
  const { tx, admin } = context;
  if (!(await readProofMethods(tx, admin.id)).includes("mail"))
    throw refuse.conflict("You have a passkey or an authenticator app: use that instead of a mailed code.");
  await enforceAttemptLimit(tx, "codes", [admin.id, "proof"]);
  const challenge = await createProofChallenge(tx, admin.sessionId, "mailed_code");
  await queueMail(tx, proofCodeMail(admin, challenge.code, CHALLENGE_MINUTES));
  context.audit({ record: adminRecordRef(admin), after: { step: "code sent" } });
  return challenge.answer;
}

/** Returns WebAuthn options for signing with one of the caller's passkeys. */
export async function passkeyProofOptions({ db, admin }: HandlerContext) {
  const { reference } = (await createProofChallenge(db, admin.sessionId, "passkey")).answer;
  return { reference, options: { ...(await passkeyRequestOptions(reference, await readPasskeys(db, admin.id))) } };
}

/** Returns WebAuthn options for a new passkey of the caller. */
export async function newPasskeyOptions({ db, admin }: HandlerContext) {
  const { reference } = (await createProofChallenge(db, admin.sessionId, "new_passkey")).answer;
  const passkeyUser = { id: admin.id, email: admin.email, name: fullName(admin) };
  return {
    reference,
    options: { ...(await passkeyCreationOptions(reference, passkeyUser, await readPasskeys(db, admin.id))) },
  };
}

/** Stores a challenge for a proof of identity. @param email the new email address, for a code that is mailed there */
export async function createProofChallenge(db: Queryable, sessionId: string, kind: ProofChallenge, email?: string) {
  const reference = uuid();
  const code = createSixDigitCode();
  const isMailed = kind === "mailed_code" || kind === "new_email";
  const expiresAt = new Date(Date.now() + CHALLENGE_MINUTES * 60_000);
  const codeHash = isMailed ? await hashSecret(code) : null;
  await db.insert(proofChallenges).values({ reference, sessionId, kind, codeHash, email, expiresAt });
  return { code, answer: { reference, expires_at: expiresAt.toISOString() } };
}

type ChallengeRef = { reference: string; sessionId: string; kind: ProofChallenge };

/** Marks a challenge for a proof of identity as used. @returns null if this session has no unused, unexpired challenge */
export async function consumeProofChallenge(tx: Transaction, { reference, sessionId, kind }: ChallengeRef) {
  const [match] = await tx
    .update(proofChallenges)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(proofChallenges.reference, reference),
        eq(proofChallenges.sessionId, sessionId),
        eq(proofChallenges.kind, kind),
        isNull(proofChallenges.usedAt),
        gt(proofChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning();
  return match ?? null;
}

/**
 * Like `consumeProofChallenge`, for a mailed code.
 * @returns null also for a wrong code; the caller then rolls back, so that the admin can enter the code again
 */
export async function consumeMailedProofCode(tx: Transaction, { code, ...match }: ChallengeRef & { code: string }) {
  const challenge = await consumeProofChallenge(tx, match);
  return challenge && (await verifySecret(code, challenge.codeHash)) ? challenge : null;
}
