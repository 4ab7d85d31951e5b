import "server-only";
import { and, asc, count, eq, isNotNull, isNull, max } from "drizzle-orm";
import type { SignInKeys } from "@/lib/contract/account";
import type { ProofMethod } from "@/lib/contract/account.values";
import type { Queryable } from "@/lib/server/db/client";
import { authenticators, passkeys, recoveryCodes } from "@/lib/server/db/schema/account";
import { decryptTotpSecret } from "./totp";
import { doesOriginAllowPasskeys, passkeyHost } from "./webauthn";

/** Returns an admin's passkeys, oldest first. */
export const readPasskeys = (db: Queryable, adminId: string) =>
  db.select().from(passkeys).where(eq(passkeys.adminId, adminId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id));

/** Returns an admin's authenticator app if it is confirmed. */
export async function readAuthenticator(db: Queryable, adminId: string) {
  const [found] = await db
    .select()
    .from(authenticators)
    .where(and(eq(authenticators.adminId, adminId), isNotNull(authenticators.confirmedAt)));
  return found ?? null;
}

/** Returns an admin's stored passkeys and authenticator app, and the number of unused recovery codes with their creation date. */
async function storedSignInKeysOf(db: Queryable, adminId: string) {
  const [codes] = await db
    .select({ left: count(), createdAt: max(recoveryCodes.createdAt) })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.adminId, adminId), isNull(recoveryCodes.usedAt)));
  return { passkeys: await readPasskeys(db, adminId), app: await readAuthenticator(db, adminId), codes };
}

/** Returns an admin's passkeys, authenticator app and recovery codes, as the account page shows them. */
export async function readSignInKeys(db: Queryable, adminId: string): Promise<SignInKeys> {
  const { passkeys, app, codes } = await storedSignInKeysOf(db, adminId);
  return {
    passkeys: passkeys.map((passkey) => ({
      passkeyId: passkey.id,
      name: passkey.name,
      is_synced: passkey.isSynced,
      created_at: passkey.createdAt.toISOString(),
      last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
    })),
    authenticator: app && {
      created_at: app.createdAt.toISOString(),
      last_used_at: app.lastUsedAt?.toISOString() ?? null,
    },
    recovery_codes: codes?.createdAt ? { left: codes.left, created_at: codes.createdAt.toISOString() } : null,
    allows_passkeys: doesOriginAllowPasskeys(),
  };
}

/** Returns the methods accepted in the second step of a sign-in: the mailed code, and those that the admin has set up. */
export const readSignInMethods = async (db: Queryable, adminId: string): Promise<ProofMethod[]> => [
  ...new Set<ProofMethod>([...(await readProofMethods(db, adminId)), "mail"]),
];

/**
 * Returns the methods with which an admin can prove their identity: passkeys or app, or a mailed code if they have
 * neither. Unusable ones do not count: passkeys of another host, and an app secret encrypted with another APP_SECRET.
 */
export async function readProofMethods(db: Queryable, adminId: string): Promise<ProofMethod[]> {
  const { passkeys, app, codes } = await storedSignInKeysOf(db, adminId);
  const methods: ProofMethod[] = [];
  if (doesOriginAllowPasskeys() && passkeys.some(({ host }) => host === passkeyHost())) methods.push("passkey");
  if (app && decryptTotpSecret(app.secret)) methods.push("authenticator");
  if (!methods.length) return ["mail"];
  return codes?.left ? [...methods, "recovery_code"] : methods;
}
