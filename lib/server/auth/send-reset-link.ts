import "server-only";
import { v7 as uuid } from "uuid";
import type { PublicContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { resetPasswordMail } from "@/lib/server/mail/messages";
import { queueMailToAdmin } from "@/lib/server/outbox/queue";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { findActiveAdmin, toAuditActor } from "./active-admin";
import { consumeAttempt, enforceAttemptLimit, hashCounterSubject } from "./attempt-limits";
import { createMailedReference, mailedLinkOf, RESET_LINK_MINUTES } from "./mailed-links";

/**
 * Mails a link to set a new password (docs/rules.md, Auth). Known and unknown emails run the same statements and get
 * the same response. For an unknown email these use a random id, so they store and send nothing. The mail is sent after
 * the response.
 * @throws 429
 */
export async function sendResetLink({ db, address, transact }: PublicContext, email: string) {
  // Uses other counters than sign-in, so that guessing passwords does not block reset links, and vice versa.
  await enforceAttemptLimit(db, "forgot-address", address);
  const { wait } = await consumeAttempt(db, "forgot", hashCounterSubject(email));
  if (wait > 0) throw refuse.linksEnough(wait);
  const admin = await findActiveAdmin(db, email);
  const adminId = admin?.id ?? uuid();
  return transact(admin && toAuditActor(admin), async (tx) => {
    const reference = await createMailedReference(tx, { adminId, kind: "reset", minutes: RESET_LINK_MINUTES });
    const recipient = { firstName: admin?.firstName ?? "", email: admin?.email ?? email };
    const mail = resetPasswordMail(recipient, mailedLinkOf("reset", reference, recipient.email), RESET_LINK_MINUTES);
    await queueMailToAdmin(tx, adminId, mail);
    return { result: {}, audit: { record: admin && adminRecordRef(admin), after: { step: "link asked for" } } };
  });
}
