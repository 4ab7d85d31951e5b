import "server-only";
import { and, eq, inArray, isNull, lt } from "drizzle-orm";
import type { PasskeyAnswer } from "@/lib/contract/passkey";
import { recoveryCodeHashes } from "@/lib/server/base/secret";
import type { Transaction } from "@/lib/server/db/client";
import { authenticators, passkeys, recoveryCodes } from "@/lib/server/db/schema/account";
import { readAuthenticator } from "./read-keys";
import { decryptTotpSecret, timeStepOfCode } from "./totp";
import { verifyPasskey } from "./webauthn";

/** Returns true if one of the admin's passkeys signed the challenge with this reference. Records when the passkey was used. */
export async function verifyByPasskey(
  tx: Transaction,
  { adminId, reference, answer }: { adminId: string; reference: string; answer: PasskeyAnswer },
): Promise<boolean> {
  const [passkey] = await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, answer.id), eq(passkeys.adminId, adminId)))
    .for("update");
  const signatures = passkey ? await verifyPasskey(reference, passkey, answer) : null;
  if (!passkey || signatures === null) return false;
  await tx.update(passkeys).set({ signatures, lastUsedAt: new Date() }).where(eq(passkeys.id, passkey.id));
  return true;
}

/** Returns true if the admin's authenticator app shows this code now. Each code works once. */
export async function redeemAuthenticatorCode(tx: Transaction, adminId: string, code: string): Promise<boolean> {
  const app = await readAuthenticator(tx, adminId);
  const secret = app && decryptTotpSecret(app.secret);
  const step = secret && timeStepOfCode(secret, code);
  if (!step) return false;
  const used = await tx
    .update(authenticators)
    .set({ lastStep: step, lastUsedAt: new Date() })
    .where(and(eq(authenticators.adminId, adminId), lt(authenticators.lastStep, step)));
  return used.rowCount === 1;
}

/** Returns true if this is an unused recovery code of the admin, and marks it as used. */
export async function redeemRecoveryCode(tx: Transaction, adminId: string, code: string): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(
      and(
        inArray(recoveryCodes.codeHash, recoveryCodeHashes(code)),
        eq(recoveryCodes.adminId, adminId),
        isNull(recoveryCodes.usedAt),
      ),
    );
  return used.rowCount === 1;
}
