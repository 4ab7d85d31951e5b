import "server-only";
import { eq } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { enforceAttemptLimit } from "@/lib/server/auth/attempt-limits";
import { redactAddresses } from "@/lib/server/base/redact.mjs";
import type { Database } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { composeMail } from "@/lib/server/mail/mail";
import { sendMail } from "@/lib/server/mail/transport";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { recordOperationOutcome } from "@/lib/server/status/record-outcome";

/**
 * Sends a test mail to the caller before the call's transaction, without the outbox, so that the admin sees the result.
 * @throws 429 after three mails in a short time; 503 with the mail server's answer
 */
export async function sendTestMail(db: Database, _input: unknown, _file: unknown, callerId: string): Promise<void> {
  await enforceAttemptLimit(db, "test-mail", callerId);
  const [admin] = await db.select().from(admins).where(eq(admins.id, callerId));
  if (!admin) throw refuse.notFound("admin");
  const mail = composeMail(admin, {
    subject: "Test mail from Cross River Pay",
    blocks: ["You requested this mail on the page System Status. It shows that mail works."],
  });
  try {
    await sendMail(mail, db);
    recordOperationOutcome({ kind: "service", name: "mail" });
  } catch (error) {
    recordOperationOutcome({ kind: "service", name: "mail" }, error);
    const reason = redactAddresses(error instanceof Error ? error.message : String(error));
    throw refuse.mail(`The mail server did not accept the test mail: ${reason}`);
  }
}

/** Writes the audit row of a test mail that was sent. */
export function recordTestMail({ admin, audit }: WriteContext) {
  audit({ record: adminRecordRef(admin), after: { step: "test mail" } });
  return {};
}
