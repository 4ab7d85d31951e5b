import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { grantsOf, isFull, sensitiveOf, unite } from "@/lib/contract/access";
import type { adminStatus } from "@/lib/contract/rp";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { cancelRequestsOf } from "@/lib/server/approvals/request-approval";
import type { AuditEntry } from "@/lib/server/audit/audit";
import { requireProof } from "@/lib/server/auth/require-proof";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { sessions } from "@/lib/server/db/schema/session";
import { releaseAllReportsOf } from "@/lib/server/ireport/release-all";
import { releaseAllOf } from "@/lib/server/kyc/release-all";
import { adminRecord } from "@/lib/server/records/admin-record";
import { saveVersion } from "@/lib/server/records/version";
import { changeRights } from "./change-rights";
import { noteDependencies } from "./dependencies";
import { adminRow, lockAdmin, rolesHeld } from "./read-admins";
import { refuseBeyond } from "./read-rights";
import { refuseStronger } from "./refuse-stronger";
import { BY_KEY, spendKey, type WithKey } from "./second-full";
import { tellOfNewFull } from "./tell-admins";

/**
 * Suspends an admin, or lets them in again. Suspending ends their sessions and withdraws what they have asked for;
 * letting somebody in gives them their rights back, so these have to lie within the caller's own. The only full administrator
 * lets another one in with the setup key alone, as if they made a new one. Whoever is let in depends on the caller until a third
 * admin confirms the account.
 * @throws 400 without that key; 403 without a recent proof of identity for sensitive rights, for oneself, for a stronger admin and for rights beyond one's own; 404; 409 when it is so
 * already, invited, or the last full one.
 */
export const setAdminStatus = (context: WithKey, input: z.output<typeof adminStatus>) =>
  changeRights(context, rpRoutes.setAdminStatus, async ({ tx, own, full }) => {
    if (input.admin_id === context.admin.id)
      throw refuse.forbidden("You can't change your own status. Ask another administrator to do it.");
    const admin = await lockAdmin(tx, input.admin_id);
    const name = fullName(admin);
    if (admin.status === "invited")
      throw refuse.conflict(
        `${name} has not accepted the invitation yet. Delete the account to withdraw it.`,
        await adminRow(tx, admin.id, own),
      );
    if (admin.status === input.status)
      throw refuse.conflict(`${name} is ${input.status} already.`, await adminRow(tx, admin.id, own));
    const held = unite((await rolesHeld(tx, [admin.id])).map(({ role }) => role.features));
    let approval = {};
    if (input.status === "suspended") await refuseStronger(tx, admin.id, own);
    else {
      refuseBeyond(own, grantsOf(held), `Letting ${name} in again`);
      if (sensitiveOf(held).length) requireProof(context.admin);
      const byKey = isFull(held) && [...full].every((id) => id === context.admin.id);
      if (byKey) {
        await spendKey(context, { typed: input.setup_key, whom: admin.id });
        await tellOfNewFull(tx, { by: fullName(context.admin), whom: name, status: admin.status });
        approval = BY_KEY;
      }
      await noteDependencies(tx, [{ adminId: admin.id, on: context.admin.id, reason: "let_in", byKey }]);
    }
    await saveVersion(tx, admins, admin.id, { status: input.status });
    const released = input.status === "suspended" ? await shutOut(tx, admin.id, "suspended") : [];
    context.audit({
      record: adminRecord(admin),
      before: { status: admin.status },
      after: { status: input.status, ...approval },
    });
    for (const entry of released) context.audit(entry);
    return adminRow(tx, admin.id, own);
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
