import "server-only";
import { and, eq, ne, sql } from "drizzle-orm";
import { env } from "@/lib/env";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { enforceAttemptLimit, resetAttemptCounters } from "@/lib/server/auth/attempt-limits";
import { revokeAllAccess } from "@/lib/server/auth/session";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { emailChangedMail, newEmailCodeMail } from "@/lib/server/mail/account-mails";
import { queueMail } from "@/lib/server/outbox/queue";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { isAllowedDomain } from "@/lib/server/rp/allowed-domain";
import { copyAdminDependencies } from "@/lib/server/rp/dependencies";
import { consumeMailedProofCode, createProofChallenge } from "./prove";

const CODE_MINUTES = 10;

/**
 * Mails a code to the new email address.
 * @throws 400 for an address outside of INVITATION_DOMAINS; 409 if another admin has the address; 429
 */
export async function mailCodeToNewEmail(context: WriteContext, email: string) {
  const { tx, admin } = context;
  await refuseUnusableEmail(tx, email);
  await enforceAttemptLimit(tx, "codes", [admin.id, "email"]);
  const { code, answer } = await createProofChallenge(tx, admin.sessionId, "new_email", email);
  await queueMail(tx, newEmailCodeMail({ firstName: admin.firstName, email }, code, CODE_MINUTES));
  context.audit({ record: adminRecordRef(admin), after: { step: "code sent to the new address", email } });
  return answer;
}

/**
 * Changes the caller's email address. Ends their other sessions and mailed links, and notifies the old address by mail. Four-eyes
 * dependencies of accounts that had the old address still apply to the caller (rp/dependencies.ts).
 * @throws 400 for a wrong code; 409 if another admin has taken the address since; 429
 */
export async function changeEmail(context: WriteContext, input: { reference: string; code: string }) {
  const { tx, admin } = context;
  const challenge = await consumeMailedProofCode(tx, { ...input, sessionId: admin.sessionId, kind: "new_email" });
  const email = challenge?.email;
  if (!email) throw refuse.notProved("This code is not right or older than 10 minutes. Check the newest mail.");
  await refuseUnusableEmail(tx, email);
  await copyAdminDependencies(tx, admin.id);
  await tx
    .update(admins)
    .set({ email, version: sql`${admins.version} + 1` })
    .where(eq(admins.id, admin.id));
  await revokeAllAccess(tx, admin.id, { but: admin.sessionId, reason: "elsewhere" });
  await resetAttemptCounters(tx, ["proof", [admin.id, "email"]], ["codes", [admin.id, "email"]]);
  await queueMail(tx, emailChangedMail(admin, email));
  context.audit({ record: adminRecordRef(admin), before: { email: admin.email }, after: { email } });
  return { email };
}

async function refuseUnusableEmail(tx: Transaction, email: string): Promise<void> {
  if (!isAllowedDomain(email)) {
    const message = `Use an address of ${env().invitationDomains?.join(" or ")}.`;
    throw refuse.badInput(message, { email: message });
  }
  const [existing] = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(sql`lower(${admins.email}) = ${email.toLowerCase()}`, ne(admins.status, "deleted")));
  if (existing) throw refuse.conflict("An admin has this email address already. Use another one.");
}
