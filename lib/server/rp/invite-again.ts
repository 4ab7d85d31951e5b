import "server-only";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { adminReferences } from "@/lib/server/db/schema/session";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { mailInvitation } from "./create-admin";
import { lockAdmin, readAdminRow } from "./read-admins";
import { refuseAdminsWithMoreRights } from "./refuse-more-rights";
import { runRightsChange } from "./rights-transaction";

/** Minimum seconds between two invitation mails to one admin, even if different admins request the mails. */
const MIN_PAUSE_SECONDS = 60;

/**
 * Mails an invitation again and invalidates the previous link.
 * @throws 403 if the invited admin has rights that the caller lacks; 404; 409 if the account is not in the state
 * invited any more; 429 within a minute of the last mail
 */
export const inviteAgain = (context: WriteContext, adminId: string) =>
  runRightsChange(context, rpRoutes.inviteAgain, async ({ tx, own }) => {
    const admin = await lockAdmin(tx, adminId);
    await refuseAdminsWithMoreRights(tx, adminId, own);
    if (admin.status !== "invited")
      throw refuse.conflict(
        `${fullName(admin)} has accepted the invitation already.`,
        await readAdminRow(tx, adminId, own),
      );
    const isInvitation = and(eq(adminReferences.adminId, adminId), eq(adminReferences.kind, "invitation"));
    const [newest] = await tx
      .select({ age: sql<number>`extract(epoch from now() - ${adminReferences.createdAt})::int` })
      .from(adminReferences)
      .where(isInvitation)
      .orderBy(desc(adminReferences.createdAt))
      .limit(1);
    if (newest && newest.age < MIN_PAUSE_SECONDS) throw refuse.tooMany(MIN_PAUSE_SECONDS - newest.age);
    await tx
      .update(adminReferences)
      .set({ usedAt: new Date() })
      .where(and(isInvitation, isNull(adminReferences.usedAt)));
    await mailInvitation(tx, admin, fullName(context.admin));
    context.audit({ record: adminRecordRef(admin), after: { email: admin.email, step: "invited again" } });
    return readAdminRow(tx, adminId, own);
  });
