import "server-only";
import { and, eq, gt, isNull, lt, lte, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { hashSecret, secretFits } from "./auth/password";
import { openSession } from "./auth/session";
import { countTry, forgetTries } from "./auth/throttle";
import { newCode } from "./auth/token";
import { fullName } from "./context";
import type { Database, Queryable } from "./db/client";
import { admins, sessions, signInCodes } from "./db/schema/admin";
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

const adminRecord = (admin: typeof admins.$inferSelect) => ({ type: "admin", id: admin.id, name: fullName(admin) });
const codeExpiry = () => new Date(Date.now() + CODE_LIFE_MINUTES * 60_000);

/** An active admin by email; deleted ones may have had the same address. */
async function activeAdmin(db: Queryable, email: string) {
  const [admin] = await db
    .select()
    .from(admins)
    .where(and(eq(sql`lower(${admins.email})`, email.toLowerCase()), eq(admins.status, "active")));
  return admin ?? null;
}

/** Step one. Wrong email and wrong password run the same statements and answer the same. */
const login = api.auth.login.handler(async ({ input, context }) => {
  const { db, address } = context;
  await countTry(db, "address", address);
  await countTry(db, "account", input.email);
  const admin = await activeAdmin(db, input.email);
  const fits = await secretFits(input.password, admin?.passwordHash ?? null);
  if (!admin || !fits) {
    context.concerns(admin && { id: admin.id, name: fullName(admin) });
    throw refuse.credentials();
  }
  const code = newCode();
  const codeHash = await hashSecret(code);
  const expiresAt = codeExpiry();
  const reference = uuid();
  return context.transact({ id: admin.id, name: fullName(admin) }, async (tx) => {
    await tx.insert(signInCodes).values({ reference, adminId: admin.id, codeHash, expiresAt });
    await queueMail(tx, signInCodeMail(admin, code, CODE_LIFE_MINUTES));
    return {
      result: { reference, expires_at: expiresAt.toISOString() },
      audit: { record: adminRecord(admin), after: { step: "code sent" } },
    };
  });
});

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
  return context.transact({ id: admin.id, name: fullName(admin) }, async (tx) => {
    const renewed = await tx
      .update(signInCodes)
      .set({ codeHash, expiresAt, sentAt: new Date(), sends: sql`${signInCodes.sends} + 1` })
      .where(and(stillOpen(input.reference), lt(signInCodes.sends, CODE_SENDS), eq(signInCodes.sentAt, signIn.sentAt)));
    if (!renewed.rowCount) throw refuse.code();
    await queueMail(tx, signInCodeMail(admin, code, CODE_LIFE_MINUTES));
    return {
      result: { reference: input.reference, expires_at: expiresAt.toISOString() },
      audit: { record: adminRecord(admin), after: { step: "code sent again" } },
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
  const actor = { id: admin.id, name: fullName(admin) };
  context.concerns(actor);
  const [taken] = await db
    .update(signInCodes)
    .set({ tries: sql`${signInCodes.tries} + 1` })
    .where(and(stillOpen(input.reference), gt(signInCodes.expiresAt, new Date())))
    .returning({ codeHash: signInCodes.codeHash });
  if (!taken || !(await secretFits(input.token, taken.codeHash))) throw refuse.code();
  return context.transact(actor, async (tx) => {
    const used = await tx
      .update(signInCodes)
      .set({ usedAt: new Date() })
      .where(and(eq(signInCodes.reference, input.reference), isNull(signInCodes.usedAt)));
    if (!used.rowCount) throw refuse.code();
    await tx.update(admins).set({ lastSignInAt: new Date() }).where(eq(admins.id, admin.id));
    await forgetTries(tx, admin.email, address);
    const token = await openSession(tx, admin.id, context);
    return { result: { token }, audit: { record: adminRecord(admin), after: { step: "signed in" } } };
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

/** Sign-ins that nobody finished and waits that are over; run now and then (see instrumentation). */
export async function forgetOldSignIns(db: Database): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000);
  await db.delete(signInCodes).where(lte(signInCodes.expiresAt, yesterday));
  await db.execute(sql`delete from throttles where last_failure_at < ${yesterday}`);
  await db.execute(sql`delete from idempotency_keys where created_at < ${yesterday}`);
}

export const auth = { login, resendCode, verifySignIn, me, logout };
