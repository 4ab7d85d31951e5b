import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { isFullAdministrator, mergeRights, sensitiveRightsIn, toRightList } from "@/lib/contract/access";
import type { adminStatusChange } from "@/lib/contract/rp";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { cancelApprovalsOf } from "@/lib/server/approvals/request-approval";
import type { AuditEntry } from "@/lib/server/audit/audit";
import { requireProofOfIdentity } from "@/lib/server/auth/require-proof";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { sessions } from "@/lib/server/db/schema/session";
import { releaseAllReportsOf } from "@/lib/server/ireport/release-all";
import { releaseAllRequestsOf } from "@/lib/server/kyc/release-all";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { refuseGrantBeyondOwnRights } from "./current-rights";
import { recordAdminDependencies } from "./dependencies";
import { notifyOfNewFullAdmin } from "./notify-admins";
import { lockAdmin, readAdminRow, readRolesHeld } from "./read-admins";
import { refuseAdminsWithMoreRights } from "./refuse-more-rights";
import { runRightsChange } from "./rights-transaction";
import { type ContextWithIpAddress, redeemSetupKey, SETUP_KEY_AUDIT } from "./setup-key";

/**
 * Suspends an admin, or lifts the suspension. Suspending ends the admin's sessions and withdraws their approval requests. Lifting restores rights, so
 * these must be within the caller's own; the admin then depends on the caller until a third admin confirms the account. The only full administrator
 * needs the setup key to reactivate another one.
 * @throws 400 without that key; 403 without a recent proof of identity for sensitive rights, for oneself, for an admin with more rights and for
 * rights beyond one's own; 404; 409 if the status is unchanged, the admin is only invited, or no full administrator would remain
 */
export const setAdminStatus = (context: ContextWithIpAddress, input: z.output<typeof adminStatusChange>) =>
  runRightsChange(context, rpRoutes.setAdminStatus, async ({ tx, own, full }) => {
    if (input.admin_id === context.admin.id)
      throw refuse.forbidden("You can't change your own status. Ask another administrator to do it.");
    const admin = await lockAdmin(tx, input.admin_id);
    const name = fullName(admin);
    if (admin.status === "invited")
      throw refuse.conflict(
        `${name} has not accepted the invitation yet. Delete the account to withdraw it.`,
        await readAdminRow(tx, admin.id, own),
      );
    if (admin.status === input.status)
      throw refuse.conflict(`${name} is ${input.status} already.`, await readAdminRow(tx, admin.id, own));
    const heldRights = mergeRights((await readRolesHeld(tx, [admin.id])).map(({ role }) => role.features));
    let approval = {};
    if (input.status === "suspended") await refuseAdminsWithMoreRights(tx, admin.id, own);
    else {
      refuseGrantBeyondOwnRights(own, toRightList(heldRights), `Letting ${name} in again`);
      if (sensitiveRightsIn(heldRights).length) requireProofOfIdentity(context.admin);
      const byKey = isFullAdministrator(heldRights) && [...full].every((id) => id === context.admin.id);
      if (byKey) {
        await redeemSetupKey(context, { typed: input.setup_key, adminId: admin.id });
        await notifyOfNewFullAdmin(tx, { by: fullName(context.admin), name, status: admin.status });
        approval = SETUP_KEY_AUDIT;
      }
      await recordAdminDependencies(tx, [{ adminId: admin.id, on: context.admin.id, reason: "let_in", byKey }]);
    }
    await updateVersionedRecord(tx, admins, admin.id, { status: input.status });
    const releasedEntries =
      input.status === "suspended" ? await revokeSessionsAndClaims(tx, admin.id, "suspended") : [];
    context.audit({
      record: adminRecordRef(admin),
      before: { status: admin.status },
      after: { status: input.status, ...approval },
    });
    for (const entry of releasedEntries) context.audit(entry);
    return readAdminRow(tx, admin.id, own);
  });

/**
 * Ends an admin's sessions, withdraws their approval requests, and releases identity requests and iReports assigned to them.
 * @returns audit entries
 */
export async function revokeSessionsAndClaims(
  tx: Transaction,
  adminId: string,
  how: "suspended" | "deleted",
): Promise<AuditEntry[]> {
  await tx
    .update(sessions)
    .set({ endedAt: new Date() })
    .where(and(eq(sessions.adminId, adminId), isNull(sessions.endedAt)));
  const withdrawn = await cancelApprovalsOf(tx, { requestedBy: adminId }, `The admin who requested it was ${how}.`);
  return [...withdrawn, ...(await releaseAllRequestsOf(tx, adminId)), ...(await releaseAllReportsOf(tx, adminId))];
}
