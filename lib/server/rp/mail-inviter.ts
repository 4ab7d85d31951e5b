import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { fullName } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { newNameMail } from "@/lib/server/mail/new-name-mail";
import { queueMails } from "@/lib/server/outbox/queue";
import type { Admin } from "./read-admins";
import { fullAdministrators } from "./read-rights";

const INVITING = ["rp.createAdmin", "rp.inviteAgain"];

/**
 * Mails the admins who invited this one that the invitation was accepted under another name. If none of them is active, mails
 * the full administrators.
 */
export async function mailInviter(tx: Transaction, changed: { admin: Admin; invitedAs: string }): Promise<void> {
  const { admin, invitedAs } = changed;
  const inviters = tx
    .select({ id: auditTrails.adminId })
    .from(auditTrails)
    .where(
      and(
        eq(auditTrails.recordType, "admin"),
        eq(auditTrails.recordId, admin.id),
        eq(auditTrails.outcome, "done"),
        inArray(auditTrails.action, INVITING),
      ),
    );
  const active = eq(admins.status, "active");
  const found = await tx
    .select()
    .from(admins)
    .where(and(inArray(admins.id, inviters), active));
  const full = found.length ? [] : (await fullAdministrators(tx)).map(({ id }) => id);
  const readers = full.length
    ? await tx
        .select()
        .from(admins)
        .where(and(inArray(admins.id, full), active))
    : found;
  await queueMails(
    tx,
    readers
      .filter(({ id }) => id !== admin.id)
      .map((to) => newNameMail(to, { invitedAs, name: fullName(admin), email: admin.email })),
  );
}
