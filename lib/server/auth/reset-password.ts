import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { passwordReset } from "@/lib/contract/auth";
import type { PublicContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { admins } from "@/lib/server/db/schema/admin";
import { passwordChangedMail } from "@/lib/server/mail/messages";
import { queueMail } from "@/lib/server/outbox/queue";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { toAuditActor } from "./active-admin";
import { hashCounterSubject, resetAttemptCounters } from "./attempt-limits";
import { hashSecret } from "./hash-secret";
import { consumeMailedReference, findAdminOfMailedLink, refuseMailedLink } from "./mailed-links";
import { refuseGuessablePassword } from "./refuse-known-password";
import { revokeAllAccess } from "./session";

/**
 * Sets a new password with a mailed reference (docs/rules.md, Auth): once, within 30 minutes, for the same address. Ends all sessions,
 * other links and unfinished sign-ins of the admin.
 * @throws 400 for an unusable reference; 429 after too many unusable references, which the counters of wrong passwords count. A valid
 * reference is never throttled, because it can't be guessed
 */
export async function resetPasswordByLink(context: PublicContext, input: z.output<typeof passwordReset>) {
  const { db, address } = context;
  const admin = await findAdminOfMailedLink(db, "reset", input);
  if (!admin) return refuseMailedLink(context, input.email);
  context.setRefusalSubject(toAuditActor(admin));
  // Compares the password with the admin's name too: the contract compares it only with the email.
  refuseGuessablePassword(input.password, admin);
  // Hashes the password before the transaction, because hashing takes some tens of milliseconds.
  const passwordHash = await hashSecret(input.password);
  return context.transact(toAuditActor(admin), async (tx) => {
    if (!(await consumeMailedReference(tx, "reset", input.reference))) throw refuse.reference();
    const changed = await tx
      .update(admins)
      .set({ passwordHash, version: sql`${admins.version} + 1` })
      .where(and(eq(admins.id, admin.id), eq(admins.status, "active")));
    if (!changed.rowCount) throw refuse.reference();
    await revokeAllAccess(tx, admin.id);
    const account = hashCounterSubject(admin.email);
    await resetAttemptCounters(
      tx,
      ["account", account],
      ["lane", [account, address]],
      ["forgot", account],
      ["codes", admin.id],
    );
    await queueMail(tx, passwordChangedMail(admin));
    return {
      result: {},
      audit: { record: adminRecordRef(admin), after: { step: "password changed, all sessions ended" } },
    };
  });
}
