import "server-only";
import { and, eq, lte, sql } from "drizzle-orm";
import { adminRecord } from "@/lib/server/records/admin-record";
import { api } from "./api/spine";
import { acceptInvitation } from "./auth/accept-invitation";
import { beginSignIn } from "./auth/begin-sign-in";
import { createFirstAdmin, isEmpty } from "./auth/first-admin";
import { checkLink } from "./auth/mailed-links";
import { endMyOtherSessions, endMySession, listSessions } from "./auth/my-sessions";
import { resetWithReference } from "./auth/reset-password";
import { sendResetLink } from "./auth/send-reset-link";
import { finishSignIn, sendAnotherCode } from "./auth/sign-in-codes";
import type { Database } from "./db/client";
import { adminReferences, sessions, signInCodes, turnedAway } from "./db/schema/session";

const login = api.auth.login.handler(({ input, context }) => beginSignIn(context, input));
const resendCode = api.auth.resendCode.handler(({ input, context }) => sendAnotherCode(context, input.reference));
const verifySignIn = api.auth.verifySignIn.handler(({ input, context }) => finishSignIn(context, input));

const me = api.auth.me.handler(({ context: { admin } }) => ({
  id: admin.id,
  first_name: admin.firstName,
  last_name: admin.lastName,
  email: admin.email,
}));

const logout = api.auth.logout.handler(async ({ context: { db, admin, audit } }) => {
  await db
    .update(sessions)
    .set({ endedAt: new Date(), endedReason: "signed_out" })
    .where(eq(sessions.id, admin.sessionId));
  audit({ record: adminRecord(admin), after: { step: "signed out" } });
  return {};
});

const forgot = api.auth.forgot.handler(({ input, context }) => sendResetLink(context, input.email));
const resetPassword = api.auth.resetPassword.handler(({ input, context }) => resetWithReference(context, input));
const register = api.auth.register.handler(({ input, context }) => acceptInvitation(context, input));
const checkMailed = api.auth.checkLink.handler(({ input, context }) => checkLink(context, input));
const installation = api.auth.installation.handler(async ({ context }) => ({ empty: await isEmpty(context.db) }));
const setUp = api.auth.setUp.handler(({ input, context }) => createFirstAdmin(context, input));
const mySessions = api.auth.sessions.handler(({ context }) => listSessions(context));
const endSession = api.auth.endSession.handler(({ input, context }) => endMySession(context, input.sessionId));
const endOtherSessions = api.auth.endOtherSessions.handler(({ context }) => endMyOtherSessions(context));

/** Sign-ins that nobody finished and waits that are over; run now and then (see process/timed-tasks.ts). */
export async function forgetOldSignIns(db: Database): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000);
  await db.delete(signInCodes).where(lte(signInCodes.expiresAt, yesterday));
  await db.delete(adminReferences).where(lte(adminReferences.expiresAt, yesterday));
  await db.execute(sql`delete from throttles where last_failure_at < ${yesterday}`);
  await db.delete(turnedAway).where(and(eq(turnedAway.times, 0), lte(turnedAway.lastAt, yesterday)));
  await db.execute(sql`delete from idempotency_keys where created_at < ${yesterday}`);
}

export const auth = {
  login,
  resendCode,
  verifySignIn,
  forgot,
  resetPassword,
  register,
  checkLink: checkMailed,
  installation,
  setUp,
  me,
  logout,
  sessions: mySessions,
  endSession,
  endOtherSessions,
};
