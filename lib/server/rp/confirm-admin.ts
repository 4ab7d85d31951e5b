import "server-only";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { findFourEyesConflict } from "@/lib/server/approvals/independence";
import { admins } from "@/lib/server/db/schema/admin";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { confirmAdminDependencies, unconfirmedAdminDependencies } from "./dependencies";
import { lockAdmin, RIGHTS_TO_CONFIRM_ADMINS, readAdminRow } from "./read-admins";
import { runRightsChange } from "./rights-transaction";

/**
 * Confirms that an account belongs to another person than the accounts on which it depends (docs/rules.md, Four eyes). From then on, the holders of
 * these accounts may decide each other's requests.
 * @throws 403 for oneself and for an admin on whom the account depends, directly or indirectly; 404; 409 if the account is not active or has nothing
 * to confirm
 */
export const confirmAdmin = (context: WriteContext, adminId: string) =>
  runRightsChange(context, rpRoutes.confirmAdmin, async ({ tx, own }) => {
    const caller = context.admin.id;
    const admin = await lockAdmin(tx, adminId);
    const name = fullName(admin);
    if (admin.id === caller)
      throw refuse.forbidden("You can't confirm your own account. Ask another administrator to do it.");
    if (admin.status !== "active")
      throw refuse.conflict(
        `${name} is ${admin.status}. An account can be confirmed after its first sign-in.`,
        await readAdminRow(tx, admin.id, own),
      );
    const dependencies = (await unconfirmedAdminDependencies(tx, [admin.id])).get(admin.id) ?? [];
    if (!dependencies.length)
      throw refuse.conflict(`${name} is confirmed already.`, await readAdminRow(tx, admin.id, own));
    const dependsOnIds = dependencies.map(({ on }) => on.id);
    for (const adminToConfirm of [admin.id, ...dependsOnIds])
      if (
        adminToConfirm === caller ||
        (await findFourEyesConflict(tx, adminToConfirm, caller, RIGHTS_TO_CONFIRM_ADMINS))
      )
        throw refuse.forbidden(
          `You set up this account, or were set up by the same person. An admin who was not involved has to confirm ${name}.`,
        );
    await confirmAdminDependencies(tx, admin.id, caller);
    await updateVersionedRecord(tx, admins, admin.id, {});
    context.audit({
      record: adminRecordRef(admin),
      before: { depends_on: dependencies.map(({ on }) => `${on.name} (${on.email})`).join(", ") },
      after: { depends_on: "nobody", email: admin.email },
    });
    return readAdminRow(tx, admin.id, own);
  });
