import "server-only";
import { and, desc, eq, gt, inArray, isNull, lte, notInArray, or, sql } from "drizzle-orm";
import type { SignedInAdmin } from "@/lib/server/api/context";
import type { Database, Queryable } from "@/lib/server/db/client";
import { deviceTokens, sessions } from "@/lib/server/db/schema/session";

/** Maximum number of device tokens of an admin, and so of requests to Firebase for one push. */
const MAX_TOKENS_PER_ADMIN = 10;

/** Stores a device token for this admin and session, also if the token belonged to another admin. Keeps the admin's ten newest tokens. */
export async function saveDeviceToken(db: Queryable, admin: SignedInAdmin, token: string): Promise<void> {
  const ownerColumns = { adminId: admin.id, sessionId: admin.sessionId };
  await db
    .insert(deviceTokens)
    .values({ token, ...ownerColumns })
    .onConflictDoUpdate({ target: deviceTokens.token, set: { ...ownerColumns, lastUsedAt: sql`now()` } });
  const newest = db
    .select({ token: deviceTokens.token })
    .from(deviceTokens)
    .where(eq(deviceTokens.adminId, admin.id))
    .orderBy(desc(deviceTokens.lastUsedAt))
    .limit(MAX_TOKENS_PER_ADMIN);
  await db.delete(deviceTokens).where(and(eq(deviceTokens.adminId, admin.id), notInArray(deviceTokens.token, newest)));
}

/** Returns the tokens of an admin's browsers that are still signed in. */
export const readDeviceTokens = async (db: Queryable, adminId: string): Promise<string[]> =>
  (await deviceTokensOfAdmins(db, [adminId])).map(({ token }) => token);

/** Returns the tokens of these admins' browsers that are still signed in. */
export const deviceTokensOfAdmins = (
  db: Queryable,
  adminIds: string[],
): Promise<{ adminId: string; token: string }[]> =>
  db
    .select({ adminId: deviceTokens.adminId, token: deviceTokens.token })
    .from(deviceTokens)
    .innerJoin(sessions, eq(sessions.id, deviceTokens.sessionId))
    .where(and(inArray(deviceTokens.adminId, adminIds), isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`)));

/** Stores that a push was delivered with these tokens now. */
export async function updateDeviceTokensLastUsed(db: Queryable, tokens: string[]): Promise<void> {
  await db.update(deviceTokens).set({ lastUsedAt: sql`now()` }).where(inArray(deviceTokens.token, tokens));
}

/** Deletes tokens that Firebase no longer knows. */
export async function deleteDeviceTokens(db: Queryable, tokens: string[]): Promise<void> {
  await db.delete(deviceTokens).where(inArray(deviceTokens.token, tokens));
}

/** Deletes device tokens of ended and expired sessions. A timed task (process/timed-tasks.ts). */
export async function deleteTokensOfEndedSessions(db: Database): Promise<void> {
  const overLimit = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(or(lte(sessions.expiresAt, sql`now()`), sql`${sessions.endedAt} is not null`));
  await db.delete(deviceTokens).where(inArray(deviceTokens.sessionId, overLimit));
}
