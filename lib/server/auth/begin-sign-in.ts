import "server-only";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { credentials } from "@/lib/contract/auth";
import { readSignInMethods } from "@/lib/server/account/read-keys";
import type { PublicContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { inTransaction } from "@/lib/server/api/transaction";
import type { Database, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { signInCodes } from "@/lib/server/db/schema/session";
import { signInCodeMail } from "@/lib/server/mail/messages";
import { queueMail, queueMailToAdmin } from "@/lib/server/outbox/queue";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { type AdminRow, findActiveAdmin, toAuditActor } from "./active-admin";
import { consumeAttempt, hashCounterSubject, revertAttempt } from "./attempt-limits";
import { hashSecret, verifySecret } from "./hash-secret";
import { countThrottledSignIn } from "./record-throttled-sign-ins";
import { codeCounterSubjectOf, SIGN_IN_CODE_LIFE_MINUTES, signInCodeExpiry } from "./sign-in-codes";
import { countPasswordAttempt } from "./sign-in-throttle";
import { createSixDigitCode } from "./token";

type Credentials = z.output<typeof credentials>;

/**
 * Runs step one of a sign-in. A wrong email and a wrong password run the same statements and get the same response.
 * @throws 401 with the seconds until the next attempt; 429, with `sign_in` if attempts of others caused the wait
 */
export async function beginSignIn(context: PublicContext, input: Credentials) {
  const { db, address } = context;
  const admin = await findActiveAdmin(db, input.email);
  const { device, wait, begun, counted } = await countPasswordAttempt(context, input.email, admin);
  if (wait > 0) return beginWithUniformResponse(context, input, admin, wait);
  const fits = await verifySecret(input.password, admin?.passwordHash ?? null);
  if (!admin || !fits) {
    context.setRefusalSubject(admin && toAuditActor(admin));
    throw refuse.credentials(begun);
  }
  for (const counter of counted) await revertAttempt(db, ...counter);
  const codes = await consumeAttempt(db, "codes", codeCounterSubjectOf(admin.id, device));
  if (codes.wait > 0) {
    await countThrottledSignIn(db, admin.id, address);
    throw refuse.tooMany(codes.wait);
  }
  const code = createSixDigitCode();
  const codeHash = await hashSecret(code);
  const reference = uuid();
  const expiresAt = signInCodeExpiry();
  return context.transact(toAuditActor(admin), async (tx) => {
    if (!(await lockUnchanged(tx, admin.id, admin))) throw refuse.credentials();
    const accountHash = hashCounterSubject(input.email);
    await tx.insert(signInCodes).values({ reference, adminId: admin.id, accountHash, codeHash, expiresAt });
    await queueMail(tx, signInCodeMail(admin, code, SIGN_IN_CODE_LIFE_MINUTES));
    return {
      result: { reference, expires_at: expiresAt.toISOString(), methods: await readSignInMethods(tx, admin.id) },
      audit: { record: adminRecordRef(admin), after: { step: "code sent" } },
    };
  });
}

/**
 * Runs step one while wrong passwords of others throttle this email or IP address. A correct password gets a mailed
 * code, but response and work are the same in every case: a guesser learns nothing, and the owner of the mailbox can
 * still sign in.
 */
async function beginWithUniformResponse(
  context: PublicContext,
  input: Credentials,
  admin: AdminRow | null,
  wait: number,
): Promise<never> {
  const { address } = context;
  const fits = await verifySecret(input.password, admin?.passwordHash ?? null);
  const code = createSixDigitCode();
  const codeHash = await hashSecret(code);
  const reference = uuid();
  const expiresAt = signInCodeExpiry();
  const accountHash = hashCounterSubject(input.email);
  // Uses a random id if the password is wrong, so that the same statements run but match no row.
  const adminId = admin && fits ? admin.id : uuid();
  // In a public call `db` is the connection pool.
  await inTransaction(context.db as Database, async (tx) => {
    const isUnchanged = await lockUnchanged(tx, adminId, admin);
    const codes = await consumeAttempt(
      tx,
      "codes",
      admin && fits ? codeCounterSubjectOf(admin.id, null) : [accountHash, address],
    );
    const isMailed = isUnchanged && codes.wait === 0;
    await tx.insert(signInCodes).values({
      reference,
      adminId: admin?.id ?? null,
      accountHash,
      codeHash: isMailed ? codeHash : null,
      blind: true,
      expiresAt,
    });
    const recipient = { firstName: admin?.firstName ?? "", email: admin?.email ?? input.email };
    await queueMailToAdmin(tx, isMailed ? adminId : uuid(), signInCodeMail(recipient, code, SIGN_IN_CODE_LIFE_MINUTES));
    await countThrottledSignIn(tx, admin?.id ?? null, address, isMailed ? 1 : 0);
  });
  throw refuse.signInWait(wait, { reference, expires_at: expiresAt.toISOString() });
}

/** Locks the admin's row until the commit. Returns false if password or status changed while the password was checked. */
async function lockUnchanged(tx: Transaction, adminId: string, admin: AdminRow | null): Promise<boolean> {
  const found = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.id, adminId), eq(admins.status, "active"), eq(admins.passwordHash, admin?.passwordHash ?? "")))
    .for("share");
  return found.length > 0;
}
