import "server-only";
import { and, eq, isNull, ne, type SQLWrapper, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { type FeatureAccess, mergeRights } from "@/lib/contract/access";
import { PROOF_VALID_MINUTES } from "@/lib/contract/account.values";
import { SESSION_END_REASONS } from "@/lib/contract/auth.values";
import { env } from "@/lib/env";
import type { RequestContext, SignedInAdmin } from "@/lib/server/api/context";
import { type Refusal, refuse } from "@/lib/server/api/errors";
import { log } from "@/lib/server/base/log";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { compileStatement, runCompiled } from "@/lib/server/db/compiled-statement";
import { adminReferences, sessions, signInCodes } from "@/lib/server/db/schema/session";
import { SESSION_MAX_AGE_SECONDS } from "@/lib/session";
import { createToken, hashToken } from "./token";

type SessionRow = {
  session_id: string;
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  features: FeatureAccess[][] | null;
  is_proved: boolean;
  stale: boolean;
};

/**
 * Returns the admin of a session token, with current status, expiry and rights (docs/rules.md, Auth).
 * @param isUnattended true if the page was idle when it sent the request; the session's last use is then not updated
 * @returns null if the token is unknown, expired, idle for too long or ended, or the admin is not active
 */
export async function findSession(
  db: Queryable,
  token: string | null,
  isUnattended = false,
): Promise<SignedInAdmin | null> {
  const row = await loadSession(db, token);
  if (row?.stale && !isUnattended) updateLastUse(db, row.session_id);
  return row ? toSignedInAdmin(row) : null;
}

/** Returns the admin of a session token like `findSession`. @throws 401 if there is none */
export async function requireSession(...given: Parameters<typeof findSession>): Promise<SignedInAdmin> {
  const admin = await findSession(...given);
  if (!admin) throw await signedOutRefusal(given[0], given[1]);
  return admin;
}

/** Returns a 401 for an invalid token; with the reason, if its session was ended. */
async function signedOutRefusal(db: Queryable, token: string | null): Promise<Refusal> {
  if (!token) return refuse.signedOut();
  const { rows } = await db.execute<{ status: string; over: boolean; idle: boolean; reason: string | null }>(sql`
    select a.status, s.expires_at <= coalesce(s.ended_at, now()) as over,
      s.ended_at is null and not ${isSessionInUse(sql`s.last_used_at`)} as idle, s.ended_reason as reason
    from sessions s join admins a on a.id = s.admin_id where s.token_hash = ${hashToken(token)}`);
  const [row] = rows;
  if (!row) return refuse.signedOut();
  const endReason = row.status === "active" ? (row.over ? "expired" : row.idle ? "idle" : row.reason) : row.status;
  return refuse.signedOut(SESSION_END_REASONS.find((ending) => ending === endReason));
}

/** SQL that reads the session of a token. Built once, because each write runs it twice. */
const SESSION_OF_TOKEN = compileStatement(
  "session_of_token",
  sql`
    select s.id as session_id, a.id, a.first_name, a.last_name, a.email,
      s.last_used_at < now() - interval '1 minute' as stale,
      coalesce(s.proved_at > now() - make_interval(mins => ${PROOF_VALID_MINUTES}::int), false) as is_proved,
      (select jsonb_agg(r.features) from admin_roles ar join roles r on r.id = ar.role_id where ar.admin_id = a.id) as features
    from sessions s join admins a on a.id = s.admin_id
    where s.token_hash = ${sql.placeholder("tokenHash")} and s.ended_at is null and s.expires_at > now()
      and s.last_used_at > now() - make_interval(secs => ${sql.placeholder("idleSeconds")}::float8) and a.status = 'active'`,
);

async function loadSession(db: Queryable, token: string | null): Promise<SessionRow | undefined> {
  if (!token) return undefined;
  const values = { tokenHash: hashToken(token), idleSeconds: idleSeconds() };
  const found = await runCompiled<SessionRow>(db, SESSION_OF_TOKEN, values);
  return found.rows[0];
}

const idleSeconds = () => env().sessionIdleHours * 3_600;

/** SQL condition: true if a session was used within the last SESSION_IDLE_HOURS. */
export const isSessionInUse = (lastUsedAt: SQLWrapper) =>
  sql`${lastUsedAt} > now() - make_interval(secs => ${idleSeconds()}::float8)`;

const toSignedInAdmin = (row: SessionRow): SignedInAdmin => ({
  id: row.id,
  sessionId: row.session_id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  isProved: row.is_proved,
  rights: mergeRights(row.features ?? []),
});

/** Stores the time of the session's last use in the background. Errors are only logged. */
function updateLastUse(db: Queryable, sessionId: string) {
  db.execute(sql`update sessions set last_used_at = now() where id = ${sessionId}`).catch((error) =>
    log.warn({ err: error }, "could not note the last use of a session"),
  );
}

/**
 * Opens a session of 3 days.
 * @param isProved true if the sign-in also counts as proof of identity (docs/sign-in.md)
 * @returns the token, which is not stored anywhere
 */
export async function openSession(
  db: Queryable,
  adminId: string,
  request: Pick<RequestContext, "address" | "device">,
  isProved: boolean,
): Promise<string> {
  const token = createToken();
  await db.insert(sessions).values({
    id: uuid(),
    adminId,
    tokenHash: hashToken(token),
    address: request.address,
    device: request.device,
    expiresAt: new Date(Date.now() + SESSION_MAX_AGE_SECONDS * 1_000),
    provedAt: isProved ? new Date() : null,
  });
  return token;
}

/**
 * Ends the sessions of an admin. The next call with one of their tokens gets a 401 with the reason.
 * @param exceptId id of a session to keep
 * @returns number of ended sessions
 */
export async function endSessions(
  db: Queryable,
  adminId: string,
  endedReason: "elsewhere" | "password" | "keys",
  exceptId?: string,
): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ endedAt: new Date(), endedReason })
    .where(
      and(eq(sessions.adminId, adminId), isNull(sessions.endedAt), exceptId ? ne(sessions.id, exceptId) : undefined),
    );
  return ended.rowCount ?? 0;
}

/**
 * Ends all access to the account: sessions, unfinished sign-ins and mailed links. Update the admin's row first in the
 * same transaction: a concurrent sign-in then either waits for that row lock, or is ended here.
 * @param exceptId id of a session to keep
 * @param reason shown on the devices of the ended sessions
 */
export async function revokeAllAccess(
  tx: Transaction,
  adminId: string,
  { but: exceptId, reason = "password" }: { but?: string; reason?: "password" | "elsewhere" } = {},
): Promise<void> {
  const now = new Date();
  await tx
    .update(signInCodes)
    // A blind (throttled) sign-in (docs/sign-in.md) is not ended: only its code is removed, so that responses do not
    // reveal whether the email belongs to an admin.
    .set({
      usedAt: sql`case when not ${signInCodes.blind} then ${now.toISOString()}::timestamptz end`,
      codeHash: sql`case when not ${signInCodes.blind} then ${signInCodes.codeHash} end`,
    })
    .where(and(eq(signInCodes.adminId, adminId), isNull(signInCodes.usedAt)));
  await tx
    .update(adminReferences)
    .set({ usedAt: now })
    .where(and(eq(adminReferences.adminId, adminId), isNull(adminReferences.usedAt)));
  await endSessions(tx, adminId, reason, exceptId);
}
