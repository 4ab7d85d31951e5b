import "server-only";
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { AdminSession } from "@/lib/contract/auth";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { sessions } from "@/lib/server/db/schema/session";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { endSessions, isSessionInUse } from "./session";

/** Maximum number of sessions in the list, which has no pages. No admin has so many open sessions. */
const MAX_SESSIONS = 200;

const isOpenSession = (adminId: string) =>
  and(
    eq(sessions.adminId, adminId),
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, sql`now()`),
    isSessionInUse(sessions.lastUsedAt),
  );

/** Returns the caller's open sessions: the current one first, then by last use. */
export async function listSessions({ db, admin }: HandlerContext): Promise<{ items: AdminSession[] }> {
  const rows = await db
    .select()
    .from(sessions)
    .where(isOpenSession(admin.id))
    .orderBy(sql`${sessions.id} = ${admin.sessionId} desc`, desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(MAX_SESSIONS);
  const items = rows.map((row) => ({
    sessionId: row.id,
    device: row.device,
    address: row.address,
    signed_in_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    current: row.id === admin.sessionId,
  }));
  return { items };
}

/** Ends one of the caller's own sessions, possibly the current one. @throws 404 for any other session */
export async function endMySession(context: HandlerContext, sessionId: string) {
  const { db, admin, audit } = context;
  const [ended] = await db
    .update(sessions)
    .set({ endedAt: new Date(), endedReason: sessionId === admin.sessionId ? "signed_out" : "elsewhere" })
    .where(and(eq(sessions.id, sessionId), isOpenSession(admin.id)))
    .returning({ device: sessions.device, address: sessions.address });
  if (!ended) throw refuse.notFound("session");
  audit({ record: adminRecordRef(context.admin), after: { step: "session ended", of: ended } });
  return {};
}

/** Ends all sessions of the caller except the current one. */
export async function endMyOtherSessions(context: HandlerContext) {
  const ended = await endSessions(context.db, context.admin.id, "elsewhere", context.admin.sessionId);
  context.audit({ record: adminRecordRef(context.admin), after: { step: "other sessions ended", sessions: ended } });
  return { ended };
}

/** Ends the current session. */
export async function signOut({ db, admin, audit }: HandlerContext) {
  await db
    .update(sessions)
    .set({ endedAt: new Date(), endedReason: "signed_out" })
    .where(eq(sessions.id, admin.sessionId));
  audit({ record: adminRecordRef(admin), after: { step: "signed out" } });
  return {};
}
