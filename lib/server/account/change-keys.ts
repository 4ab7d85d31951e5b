import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { passkeyCreation, SignInKeys } from "@/lib/contract/account";
import { MAX_PASSKEYS, RECOVERY_CODE_COUNT } from "@/lib/contract/account.values";
import type { SignedInAdmin, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { resetAttemptCounters } from "@/lib/server/auth/attempt-limits";
import { generateRecoveryCode, recoveryCodeHash } from "@/lib/server/base/secret";
import type { Transaction } from "@/lib/server/db/client";
import { authenticators, passkeys, recoveryCodes } from "@/lib/server/db/schema/account";
import { admins } from "@/lib/server/db/schema/admin";
import { signInKeysChangedMail } from "@/lib/server/mail/account-mails";
import { queueMail } from "@/lib/server/outbox/queue";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { encryptForStorage, lockActiveSecret } from "@/lib/server/secrets/write-keys";
import { consumeProofChallenge } from "./prove";
import { readAuthenticator, readPasskeys, readProofMethods, readSignInKeys } from "./read-keys";
import { createTotpSecret, decryptTotpSecret, timeStepOfCode, totpUriOf } from "./totp";
import { verifyNewPasskey } from "./webauthn";

const WRONG_PASSKEY =
  "The passkey could not be added: the browser's answer doesn't fit, or it took too long. Try again.";
const WRONG_CODE =
  "This is not the code that the app shows now. Check that your phone's clock is right, and try again.";

/** Adds a passkey. @throws 400 if the browser's response does not match the challenge; 409 above ten passkeys */
export async function addPasskey(context: WriteContext, input: z.output<typeof passkeyCreation>): Promise<SignInKeys> {
  const { tx, admin } = context;
  await lockKeys(tx, admin);
  if ((await readPasskeys(tx, admin.id)).length >= MAX_PASSKEYS)
    throw refuse.conflict(`You have ${MAX_PASSKEYS} passkeys, the maximum. Remove one first.`);
  const challenge = await consumeProofChallenge(tx, { ...input, sessionId: admin.sessionId, kind: "new_passkey" });
  const verified = challenge && (await verifyNewPasskey(input.reference, input.credential));
  if (!verified) throw refuse.notProved(WRONG_PASSKEY, "name");
  const name = input.name.trim();
  const added = await tx
    .insert(passkeys)
    .values({ id: uuid(), adminId: admin.id, name, ...verified })
    .onConflictDoNothing();
  if (!added.rowCount) throw refuse.conflict("This passkey belongs to an account already.");
  return afterChange(context, `A passkey was added: ${name}.`, { passkey: name });
}

/** Removes a passkey of the caller. @throws 404 */
export async function removePasskey(context: WriteContext, passkeyId: string): Promise<SignInKeys> {
  const { tx, admin } = context;
  await lockKeys(tx, admin);
  const [removed] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.adminId, admin.id)))
    .returning();
  if (!removed) throw refuse.notFound("passkey");
  await removeUnusableCodes(tx, admin.id);
  return afterChange(context, `A passkey was removed: ${removed.name}.`, { removed_passkey: removed.name });
}

/** Creates a secret for an authenticator app, replacing an unconfirmed one. @throws 409 if an app is already set up */
export async function beginAuthenticatorSetup(context: WriteContext) {
  const { tx, admin } = context;
  const secret = createTotpSecret();
  const encrypted = await encryptForStorage(tx, secret, "authenticator-secret");
  const stored = await tx
    .insert(authenticators)
    .values({ adminId: admin.id, secret: encrypted })
    .onConflictDoUpdate({
      target: authenticators.adminId,
      set: { secret: encrypted, createdAt: new Date(), lastStep: 0 },
      setWhere: isNull(authenticators.confirmedAt),
    });
  if (!stored.rowCount)
    throw refuse.conflict("You have an authenticator app already. Remove it before you set up another one.");
  context.audit({ record: adminRecordRef(admin), after: { step: "secret for an authenticator app made" } });
  return { secret, uri: totpUriOf(secret, admin.email) };
}

/** Confirms the authenticator app with its first code. @throws 400 wrong code; 409 if no setup was started; 429 */
export async function confirmAuthenticator(context: WriteContext, code: string): Promise<SignInKeys> {
  const { tx, admin } = context;
  const [unconfirmed] = await tx
    .select()
    .from(authenticators)
    .where(and(eq(authenticators.adminId, admin.id), isNull(authenticators.confirmedAt)))
    .for("update");
  const secret = unconfirmed && decryptTotpSecret(unconfirmed.secret);
  if (!secret) throw refuse.conflict("There is no authenticator app to set up. Begin again.");
  const step = timeStepOfCode(secret, code);
  if (step === null) throw refuse.notProved(WRONG_CODE);
  await tx
    .update(authenticators)
    .set({ confirmedAt: new Date(), lastStep: step })
    .where(eq(authenticators.adminId, admin.id));
  await resetAttemptCounters(tx, ["proof", admin.id]);
  return afterChange(context, "An authenticator app was set up.", { authenticator: "set up" });
}

/** Removes the caller's authenticator app. @throws 409 if there is none */
export async function removeAuthenticator(context: WriteContext): Promise<SignInKeys> {
  const { tx, admin } = context;
  await lockKeys(tx, admin);
  if (!(await readAuthenticator(tx, admin.id))) throw refuse.conflict("You have no authenticator app.");
  await tx.delete(authenticators).where(eq(authenticators.adminId, admin.id));
  await removeUnusableCodes(tx, admin.id);
  return afterChange(context, "Your authenticator app was removed.", { authenticator: "removed" });
}

/**
 * Creates ten recovery codes that replace the old ones; stores only hashes.
 * @throws 409 if the admin has neither passkey nor authenticator app
 */
export async function createRecoveryCodes(context: WriteContext) {
  const { tx, admin } = context;
  await lockKeys(tx, admin);
  if ((await readProofMethods(tx, admin.id)).includes("mail"))
    throw refuse.conflict("Recovery codes replace a lost passkey or authenticator app. Set up one of those first.");
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, generateRecoveryCode);
  await lockActiveSecret(tx);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.adminId, admin.id));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ id: uuid(), adminId: admin.id, codeHash: recoveryCodeHash(code) })));
  await afterChange(context, "New recovery codes were created. Older ones no longer work.", { recovery_codes: "made" });
  return { codes };
}

/** Removes an admin's passkeys, authenticator app and recovery codes. @returns true if there were any */
export async function removeSignInKeys(tx: Transaction, adminId: string): Promise<boolean> {
  const counts = [];
  for (const table of [passkeys, authenticators, recoveryCodes])
    counts.push(await tx.delete(table).where(eq(table.adminId, adminId)));
  return counts.some(({ rowCount }) => rowCount);
}

/** Locks the admin's row, so that concurrent changes of their keys run in sequence. */
const lockKeys = (tx: Transaction, { id }: SignedInAdmin) =>
  tx.select({ id: admins.id }).from(admins).where(eq(admins.id, id)).for("update");

/**
 * Deletes the recovery codes of an admin with neither passkey nor authenticator app left. Such an admin proves their identity by mailed
 * codes.
 */
async function removeUnusableCodes(tx: Transaction, adminId: string): Promise<void> {
  if ((await readProofMethods(tx, adminId)).includes("mail"))
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId));
}

/** Mails the admin about the changed sign-in keys, and adds the audit entry. */
async function afterChange({ tx, admin, audit }: WriteContext, message: string, after: Record<string, string>) {
  await queueMail(tx, signInKeysChangedMail(admin, message));
  audit({ record: adminRecordRef(admin), after });
  return readSignInKeys(tx, admin.id);
}
