import "server-only";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { credentials } from "@/lib/contract/auth";
import { signInMethodsOf } from "@/lib/server/account/read-keys";
import type { PublicContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { inTransaction } from "@/lib/server/api/spine";
import type { Database, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { signInCodes } from "@/lib/server/db/schema/session";
import { signInCodeMail } from "@/lib/server/mail/messages";
import { queueMail, queueMailToAdmin } from "@/lib/server/outbox/queue";
import { adminRecord } from "@/lib/server/records/admin-record";
import { type Admin, activeAdmin, actorOf } from "./active-admin";
import { giveBack, hashSubject, tryCount } from "./count-tries";
import { hashSecret, secretFits } from "./hash-secret";
import { countTurnedAway } from "./record-turned-away";
import { CODE_LIFE_MINUTES, codeExpiry, codesOf } from "./sign-in-codes";
import { admit } from "./sign-in-lanes";
import { newCode } from "./token";

type Credentials = z.output<typeof credentials>;

/**
 * Step one. Wrong email and wrong password run the same statements and answer the same.
 * @throws 401 with the seconds that the next try has to wait; 429, with `sign_in` where strangers brought the wait about.
 */
export async function beginSignIn(context: PublicContext, input: Credentials) {
  const { db, address } = context;
  const admin = await activeAdmin(db, input.email);
  const { device, wait, begun, counted } = await admit(context, input.email, admin);
  if (wait > 0) return beginBlind(context, input, admin, wait);
  const fits = await secretFits(input.password, admin?.passwordHash ?? null);
  if (!admin || !fits) {
    context.concerns(admin && actorOf(admin));
    throw refuse.credentials(begun);
  }
  for (const counter of counted) await giveBack(db, ...counter);
  const codes = await tryCount(db, "codes", codesOf(admin.id, device));
  if (codes.wait > 0) {
    await countTurnedAway(db, admin.id, address);
    throw refuse.tooMany(codes.wait);
  }
  const code = newCode();
  const codeHash = await hashSecret(code);
  const reference = uuid();
  const expiresAt = codeExpiry();
  return context.transact(actorOf(admin), async (tx) => {
    if (!(await holdUnchanged(tx, admin.id, admin))) throw refuse.credentials();
    const accountHash = hashSubject(input.email);
    await tx.insert(signInCodes).values({ reference, adminId: admin.id, accountHash, codeHash, expiresAt });
    await queueMail(tx, signInCodeMail(admin, code, CODE_LIFE_MINUTES));
    return {
      result: { reference, expires_at: expiresAt.toISOString(), methods: await signInMethodsOf(tx, admin.id) },
      audit: { record: adminRecord(admin), after: { step: "code sent" } },
    };
  });
}

/**
 * The same while strangers' wrong passwords make this email, or this address, wait. The password is judged and, when it is
 * right, the code is mailed; but the answer is the same in every case, with the same work behind it: anyone who guesses
 * learns nothing, and anyone who reads the mailbox gets in.
 */
async function beginBlind(
  context: PublicContext,
  input: Credentials,
  admin: Admin | null,
  wait: number,
): Promise<never> {
  const { address } = context;
  const fits = await secretFits(input.password, admin?.passwordHash ?? null);
  const code = newCode();
  const codeHash = await hashSecret(code);
  const reference = uuid();
  const expiresAt = codeExpiry();
  const accountHash = hashSubject(input.email);
  // An id that nobody has: the same statements find nothing.
  const adminId = admin && fits ? admin.id : uuid();
  // A public call's queries run on the pool.
  await inTransaction(context.db as Database, async (tx) => {
    const unchanged = await holdUnchanged(tx, adminId, admin);
    const codes = await tryCount(tx, "codes", admin && fits ? codesOf(admin.id, null) : [accountHash, address]);
    const isMailed = unchanged && codes.wait === 0;
    await tx.insert(signInCodes).values({
      reference,
      adminId: admin?.id ?? null,
      accountHash,
      codeHash: isMailed ? codeHash : null,
      blind: true,
      expiresAt,
    });
    const to = { firstName: admin?.firstName ?? "", email: admin?.email ?? input.email };
    await queueMailToAdmin(tx, isMailed ? adminId : uuid(), signInCodeMail(to, code, CODE_LIFE_MINUTES));
    await countTurnedAway(tx, admin?.id ?? null, address, isMailed ? 1 : 0);
  });
  throw refuse.signInWait(wait, { reference, expires_at: expiresAt.toISOString() });
}

/** Whether no reset and no suspension came while the password was checked; until the commit none comes. */
async function holdUnchanged(tx: Transaction, adminId: string, admin: Admin | null): Promise<boolean> {
  const found = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.id, adminId), eq(admins.status, "active"), eq(admins.passwordHash, admin?.passwordHash ?? "")))
    .for("share");
  return found.length > 0;
}
