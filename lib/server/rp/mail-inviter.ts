import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { fullName } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { changedNameMail } from "@/lib/server/mail/new-name-mail";
import { queueMails } from "@/lib/server/outbox/queue";
import { readFullAdministrators } from "./current-rights";
import type { Admin } from "./read-admins";

const INVITATION_ACTIONS = ["rp.createAdmin", "rp.inviteAgain"];

/** Mails the inviters, or full administrators if no inviter is active, that the invitation was accepted under another name. */
export async function mailInviter(tx: Transaction, nameChange: { admin: Admin; invitedAs: string }): Promise<void> {
  const { admin, invitedAs } = nameChange;
  const inviters = tx
    .select({ id: auditTrails.adminId })
    .from(auditTrails)
    .where(
      and(
        eq(auditTrails.recordType, "admin"),
        eq(auditTrails.recordId, admin.id),
        eq(auditTrails.outcome, "done"),
        inArray(auditTrails.action, INVITATION_ACTIONS),
      ),
    );
  const isActive = eq(admins.status, "active");
  const activeInviters = await tx
    .select()
    .from(admins)
    .where(and(inArray(admins.id, inviters), isActive));
  const fullAdminIds = activeInviters.length ? [] : (await readFullAdministrators(tx)).map(({ id }) => id);
  const recipients = fullAdminIds.length
    ? await tx
        .select()
        .from(admins)
        .where(and(inArray(admins.id, fullAdminIds), isActive))
    : activeInviters;
  await queueMails(
    tx,
    recipients
      .filter(({ id }) => id !== admin.id)
      .map((recipientAdmin) =>
        changedNameMail(recipientAdmin, { invitedAs, name: fullName(admin), email: admin.email }),
      ),
  );
}
