import "server-only";
import { and, eq, isNull, sql } from "drizzle-orm";
import { grantsOf, unite } from "@/lib/contract/access";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { cancelRequestsOf } from "@/lib/server/approvals/request";
import type { AuditEntry } from "@/lib/server/audit";
import { fullName, type HandlerContext } from "@/lib/server/context";
import type { Transaction } from "@/lib/server/db/client";
import { admins, sessions } from "@/lib/server/db/schema/admin";
import { refuse } from "@/lib/server/errors";
import { releaseAllReportsOf } from "@/lib/server/ireport/release-all";
import { releaseAllOf } from "@/lib/server/kyc/release-all";
import { adminRecord, adminRow, lockAdmin, rolesHeld } from "./admins";
import { changeRights } from "./change";
import { refuseBeyond } from "./rights";

/**
 * Suspends an admin, or lets them in again. Suspending ends their sessions and withdraws what they have asked for;
 * letting somebody in gives them their rights back, so these have to lie within the caller's own.
 * @throws 403 for oneself and for rights beyond one's own; 404; 409 when it is so already, invited, or the last full one.
 */
export const setAdminStatus = (context: HandlerContext, input: { admin_id: string; status: "active" | "suspended" }) =>
  changeRights(context, rpRoutes.setAdminStatus, async ({ tx, own }) => {
    if (input.admin_id === context.admin.id)
      throw refuse.forbidden("You can't change your own status. Ask another administrator to do it.");
    const admin = await lockAdmin(tx, input.admin_id);
    const name = fullName(admin);
    if (admin.status === "invited")
      throw refuse.conflict(
        `${name} has not accepted the invitation yet. Delete the account to withdraw it.`,
        await adminRow(tx, admin.id),
      );
    if (admin.status === input.status)
      throw refuse.conflict(`${name} is ${input.status} already.`, await adminRow(tx, admin.id));
    if (input.status === "active") {
      const held = await rolesHeld(tx, [admin.id]);
      refuseBeyond(own, grantsOf(unite(held.map(({ role }) => role.features))), `Letting ${name} in again`);
    }
    await tx
      .update(admins)
      .set({ status: input.status, version: sql`${admins.version} + 1` })
      .where(eq(admins.id, admin.id));
    const released = input.status === "suspended" ? await shutOut(tx, admin.id, "suspended") : [];
    context.audit({ record: adminRecord(admin), before: { status: admin.status }, after: { status: input.status } });
    for (const entry of released) context.audit(entry);
    return adminRow(tx, admin.id);
  });

/**
 * Ends the sessions of an admin, withdraws what they have asked for, and puts back the identity requests and
 * reports that they had.
 * @returns the audit entries of all of it.
 */
export async function shutOut(tx: Transaction, adminId: string, how: "suspended" | "deleted"): Promise<AuditEntry[]> {
  await tx
    .update(sessions)
    .set({ endedAt: new Date() })
    .where(and(eq(sessions.adminId, adminId), isNull(sessions.endedAt)));
  const withdrawn = await cancelRequestsOf(tx, { requestedBy: adminId }, `The admin who asked for it was ${how}.`);
  return [...withdrawn, ...(await releaseAllOf(tx, adminId)), ...(await releaseAllReportsOf(tx, adminId))];
}
