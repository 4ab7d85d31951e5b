import "server-only";
import { and, eq, ne, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import { mergeRights, toRightList } from "@/lib/contract/access";
import type { adminCreation } from "@/lib/contract/rp";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { createMailedReference, INVITATION_LINK_MINUTES, mailedLinkOf } from "@/lib/server/auth/mailed-links";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { invitationMail } from "@/lib/server/mail/messages";
import { queueMail } from "@/lib/server/outbox/queue";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { isAllowedDomain } from "./allowed-domain";
import { requestRolesApproval, requireRoles, rightsGained, roleNamesOf, setRolesAndNotify } from "./assign-roles";
import { refuseGrantBeyondOwnRights } from "./current-rights";
import { recordAdminDependencies } from "./dependencies";
import { requiredApproval } from "./grant-rights";
import { refuseLookAlike } from "./look-alike-names";
import { type Admin, readAdminRow } from "./read-admins";
import { runRightsChange } from "./rights-transaction";
import { type ContextWithIpAddress, redeemSetupKey, SETUP_KEY_AUDIT } from "./setup-key";

/**
 * Invites an admin by mail. With sensitive roles, or an address outside the allowed domains, the account has no rights
 * until another admin approves. If no other admin can, the setup key is needed.
 * @throws 400 without that key; 403 for rights beyond the caller's own, or for sensitive rights without a recent proof
 * of identity; 409 if the address has an account, or the name resembles another admin's
 */
export const createAdmin = (context: ContextWithIpAddress, input: z.output<typeof adminCreation>) =>
  runRightsChange(context, rpRoutes.createAdmin, async ({ tx, own }) => {
    const wanted = await requireRoles(tx, input.role_ids);
    const rights = mergeRights(wanted.map(({ features }) => features));
    refuseGrantBeyondOwnRights(own, toRightList(rights), "This invitation");
    const admin = await insertInvited(tx, input);
    const record = adminRecordRef(admin);
    const caller = context.admin.id;
    const after = { email: admin.email, status: admin.status };
    const given = rightsGained(wanted, []);
    const isOutside = !isAllowedDomain(admin.email);
    const takes = await requiredApproval(tx, { kind: "rp.createAdmin", caller: context.admin, own, given, isOutside });
    const byKey = takes === "key";
    await recordAdminDependencies(tx, [{ adminId: admin.id, on: caller, reason: "invited", byKey }]);
    if (takes === "approval") {
      const about = isOutside ? `Invited at ${admin.email}, outside the domains of admins. Roles` : undefined;
      const request = { kind: "rp.createAdmin", record, wanted, given, caller, reason: input.reason, about } as const;
      const approval = await requestRolesApproval(tx, request);
      context.audit({ record, after: { ...after, roles: [], awaiting_approval: approval.change } });
    } else {
      if (byKey) await redeemSetupKey(context, { typed: input.setup_key, adminId: admin.id });
      await setRolesAndNotify(tx, { admin, wanted, held: [], by: context.admin, byKey });
      context.audit({ record, after: { ...after, roles: roleNamesOf(wanted), ...(byKey && SETUP_KEY_AUDIT) } });
    }
    await mailInvitation(tx, admin, fullName(context.admin));
    return readAdminRow(tx, admin.id, own);
  });

/** Inserts an invited admin in one statement, so that the second of two invitations to one email address finds the row of the first. */
async function insertInvited(tx: Transaction, input: z.output<typeof adminCreation>): Promise<Admin> {
  const [admin] = await tx
    .insert(admins)
    .values({
      id: uuid(),
      firstName: input.first_name,
      lastName: input.last_name,
      email: input.email,
      status: "invited",
    })
    .onConflictDoNothing()
    .returning();
  if (admin) {
    await refuseLookAlike(tx, admin);
    return admin;
  }
  const [emailHolder] = await tx
    .select()
    .from(admins)
    .where(and(eq(sql`lower(${admins.email})`, input.email.toLowerCase()), ne(admins.status, "deleted")));
  const holderPhrase = emailHolder ? `${fullName(emailHolder)} (${emailHolder.status})` : "Somebody";
  throw refuse.conflict(`${holderPhrase} already has an account with this email. Assign the roles there.`);
}

/** Queues the mail with the link that accepts an invitation. */
export async function mailInvitation(tx: Transaction, admin: Admin, inviterName: string): Promise<void> {
  const referenceInput = { adminId: admin.id, kind: "invitation", minutes: INVITATION_LINK_MINUTES } as const;
  const link = mailedLinkOf("invitation", await createMailedReference(tx, referenceInput), admin.email);
  await queueMail(tx, invitationMail(admin, { by: inviterName, link, days: INVITATION_LINK_MINUTES / 1_440 }));
}
