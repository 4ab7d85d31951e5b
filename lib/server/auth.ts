import "server-only";
import { and, eq, gt, isNull, lt, lte, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { activeAdmin, actorOf, recordOf } from "./auth/account";
import { sendResetLink } from "./auth/forgot";
import { endMyOtherSessions, endMySession, listSessions } from "./auth/my-sessions";
import { hashSecret, secretFits } from "./auth/password";
import { acceptInvitation } from "./auth/register";
import { resetWithReference } from "./auth/reset-password";
import { openSession } from "./auth/session";
import { createFirstAdmin, isEmpty } from "./auth/set-up";
import { countTry, forgetTries } from "./auth/throttle";
import { newCode } from "./auth/token";
import { fullName } from "./context";
import type { Database, Queryable, Transaction } from "./db/client";
import { adminReferences, admins, sessions, signInCodes } from "./db/schema/admin";
import { refuse } from "./errors";
import { signInCodeMail } from "./mail/messages";
import { queueMail } from "./mail/outbox";
import { api } from "./spine";

/** product.md, Auth: at most 5 tries a code, 10 minutes of life, resending never resets the count. */
const CODE_TRIES = 5;
const CODE_LIFE_MINUTES = 10;
const CODE_SENDS = 5;
/** The countdown of the specification (section 9) runs from 59. */
const RESEND_WAIT_SECONDS = 59;

const codeExpiry = () => new Date(Date.now() + CODE_LIFE_MINUTES * 60_000);

/** Step one. Wrong email and wrong password run the same statements and answer the same. */
const login = api.auth.login.handler(async ({ input, context }) => {
  const { db, address } = context;
  await countTry(db, "address", address);
  await countTry(db, "account", input.email);
  const admin = await activeAdmin(db, input.email);
  const fits = await secretFits(input.password, admin?.passwordHash ?? null);
  if (!admin || !fits) {
    context.concerns(admin && actorOf(admin));
    throw refuse.credentials();
  }
  const code = newCode();
  const codeHash = await hashSecret(code);
  const expiresAt = codeExpiry();
  const reference = uuid();
  return context.transact(actorOf(admin), async (tx) => {
    await refuseIfChanged(tx, admin);
    await tx.insert(signInCodes).values({ reference, adminId: admin.id, codeHash, expiresAt });
    await queueMail(tx, signInCodeMail(admin, code, CODE_LIFE_MINUTES));
    return {
      result: { reference, expires_at: expiresAt.toISOString() },
      audit: { record: recordOf(admin), after: { step: "code sent" } },
    };
  });
});

/** A password that was reset, or an account suspended, while this sign-in was checked: the old password is no proof now. */
async function refuseIfChanged(tx: Transaction, admin: typeof admins.$inferSelect) {
  const [same] = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.id, admin.id), eq(admins.status, "active"), eq(admins.passwordHash, admin.passwordHash ?? "")))
    .for("share");
  if (!same) throw refuse.credentials();
}

/** A new code for the same sign-in. The tries stay counted, and there is a wait between two mails. */
const resendCode = api.auth.resendCode.handler(async ({ input, context }) => {
  const { db, address } = context;
  await countTry(db, "address", address);
  const found = await signInOf(db, input.reference);
  if (!found) throw refuse.code();
  const { admin, signIn } = found;
  const wait = Math.ceil((signIn.sentAt.getTime() - Date.now()) / 1_000) + RESEND_WAIT_SECONDS;
  if (wait > 0) throw refuse.tooMany(wait);
  const code = newCode();
  const codeHash = await hashSecret(code);
  const expiresAt = codeExpiry();
  return context.transact(actorOf(admin), async (tx) => {
    const renewed = await tx
      .update(signInCodes)
      .set({ codeHash, expiresAt, sentAt: new Date(), sends: sql`${signInCodes.sends} + 1` })
      .where(and(stillOpen(input.reference), lt(signInCodes.sends, CODE_SENDS), eq(signInCodes.sentAt, signIn.sentAt)));
    if (!renewed.rowCount) throw refuse.code();
    await queueMail(tx, signInCodeMail(admin, code, CODE_LIFE_MINUTES));
    return {
      result: { reference: input.reference, expires_at: expiresAt.toISOString() },
      audit: { record: recordOf(admin), after: { step: "code sent again" } },
    };
  });
});

/** Step two. The try is taken by one statement before the code is looked at. */
const verifySignIn = api.auth.verifySignIn.handler(async ({ input, context }) => {
  const { db, address } = context;
  await countTry(db, "address", address);
  const found = await signInOf(db, input.reference);
  if (!found) throw refuse.code();
  const { admin } = found;
  await countTry(db, "account", admin.email);
  const actor = actorOf(admin);
  context.concerns(actor);
  const [taken] = await db
    .update(signInCodes)
    .set({ tries: sql`${signInCodes.tries} + 1` })
    .where(and(stillOpen(input.reference), gt(signInCodes.expiresAt, new Date())))
    .returning({ codeHash: signInCodes.codeHash });
  if (!taken || !(await secretFits(input.token, taken.codeHash))) throw refuse.code();
  return context.transact(actor, async (tx) => {
    // The admin's row first, as a reset does: one of the two waits for the other and then finds what it did.
    const stillActive = and(eq(admins.id, admin.id), eq(admins.status, "active"));
    const seen = await tx.update(admins).set({ lastSignInAt: new Date() }).where(stillActive);
    const used = await tx
      .update(signInCodes)
      .set({ usedAt: new Date() })
      .where(and(eq(signInCodes.reference, input.reference), isNull(signInCodes.usedAt)));
    if (!seen.rowCount || !used.rowCount) throw refuse.code();
    await forgetTries(tx, admin.email, address);
    const token = await openSession(tx, admin.id, context);
    return { result: { token }, audit: { record: recordOf(admin), after: { step: "signed in" } } };
  });
});

const stillOpen = (reference: string) =>
  and(eq(signInCodes.reference, reference), isNull(signInCodes.usedAt), lt(signInCodes.tries, CODE_TRIES));

async function signInOf(db: Queryable, reference: string) {
  const [found] = await db
    .select({ signIn: signInCodes, admin: admins })
    .from(signInCodes)
    .innerJoin(admins, and(eq(admins.id, signInCodes.adminId), eq(admins.status, "active")))
    .where(eq(signInCodes.reference, reference));
  return found ?? null;
}

const me = api.auth.me.handler(({ context: { admin } }) => ({
  id: admin.id,
  first_name: admin.firstName,
  last_name: admin.lastName,
  email: admin.email,
}));

const logout = api.auth.logout.handler(async ({ context: { db, admin, audit } }) => {
  await db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.id, admin.sessionId));
  audit({ record: { type: "admin", id: admin.id, name: fullName(admin) }, after: { step: "signed out" } });
  return {};
});

const forgot = api.auth.forgot.handler(({ input, context }) => sendResetLink(context, input.email));
const resetPassword = api.auth.resetPassword.handler(({ input, context }) => resetWithReference(context, input));
const register = api.auth.register.handler(({ input, context }) => acceptInvitation(context, input));
const installation = api.auth.installation.handler(async ({ context }) => ({ empty: await isEmpty(context.db) }));
const setUp = api.auth.setUp.handler(({ input, context }) => createFirstAdmin(context, input));
const mySessions = api.auth.sessions.handler(({ context }) => listSessions(context));
const endSession = api.auth.endSession.handler(({ input, context }) => endMySession(context, input.sessionId));
const endOtherSessions = api.auth.endOtherSessions.handler(({ context }) => endMyOtherSessions(context));

/** Sign-ins that nobody finished and waits that are over; run now and then (see instrumentation). */
export async function forgetOldSignIns(db: Database): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000);
  await db.delete(signInCodes).where(lte(signInCodes.expiresAt, yesterday));
  await db.delete(adminReferences).where(lte(adminReferences.expiresAt, yesterday));
  await db.execute(sql`delete from throttles where last_failure_at < ${yesterday}`);
  await db.execute(sql`delete from idempotency_keys where created_at < ${yesterday}`);
}

export const auth = {
  login,
  resendCode,
  verifySignIn,
  forgot,
  resetPassword,
  register,
  installation,
  setUp,
  me,
  logout,
  sessions: mySessions,
  endSession,
  endOtherSessions,
};
