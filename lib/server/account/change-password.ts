import "server-only";
import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { passwordChange } from "@/lib/contract/account";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { resetAttemptCounters } from "@/lib/server/auth/attempt-limits";
import { hashSecret, verifySecret } from "@/lib/server/auth/hash-secret";
import { refuseGuessablePassword } from "@/lib/server/auth/refuse-known-password";
import { revokeAllAccess } from "@/lib/server/auth/session";
import { admins } from "@/lib/server/db/schema/admin";
import { ownPasswordChangedMail } from "@/lib/server/mail/account-mails";
import { queueMail } from "@/lib/server/outbox/queue";
import { adminRecordRef } from "@/lib/server/records/admin-record";

/**
 * Changes the caller's password. Ends their other sessions, mailed links and unfinished sign-ins; the current session stays.
 * @throws 400 for a wrong current password, and for a new one that contains the admin's name or email; 429
 */
export async function changePassword(context: WriteContext, input: z.output<typeof passwordChange>) {
  const { tx, admin } = context;
  const [stored] = await tx.select().from(admins).where(eq(admins.id, admin.id)).for("update");
  if (!(await verifySecret(input.current_password, stored?.passwordHash ?? null)))
    throw refuse.notProved("This is not your current password.", "current_password");
  refuseGuessablePassword(input.password, admin);
  const passwordHash = await hashSecret(input.password);
  await tx
    .update(admins)
    .set({ passwordHash, version: sql`${admins.version} + 1` })
    .where(eq(admins.id, admin.id));
  await revokeAllAccess(tx, admin.id, { but: admin.sessionId });
  await resetAttemptCounters(tx, ["proof", [admin.id, "password"]]);
  await queueMail(tx, ownPasswordChangedMail(admin));
  context.audit({ record: adminRecordRef(admin), after: { step: "password changed, other sessions ended" } });
  return {};
}
