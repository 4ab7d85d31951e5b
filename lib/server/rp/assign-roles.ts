import "server-only";
import { eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { grantsOf, isFull, unite } from "@/lib/contract/access";
import type { roleAssignment } from "@/lib/contract/rp";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { refuse } from "@/lib/server/api/errors";
import { refuseWhileAwaiting } from "@/lib/server/approvals/awaiting";
import type { Transaction } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { adminRecord } from "@/lib/server/records/admin-record";
import { refuseChanged, saveVersion } from "@/lib/server/records/version";
import { changeRights } from "./change-rights";
import { requestFull } from "./grant-full";
import { adminRow, lockAdmin, rolesHeld } from "./read-admins";
import { refuseBeyond } from "./read-rights";
import { refuseStronger } from "./refuse-stronger";
import { BY_KEY, spendKey, type WithKey, waitsForSecond } from "./second-full";

export type Role = typeof roles.$inferSelect;
export const namesOf = (held: readonly Role[]) => held.map(({ name }) => name).sort();

/**
 * Sets the roles of an admin. Every role that is added has to lie within the caller's own rights; what makes somebody a
 * full administrator waits for another one (docs/rules.md, Four eyes), or takes the setup key where there is no other.
 * @throws 400 without that key; 403 for oneself, for a stronger admin and for rights beyond one's own; 404; 409 when changed
 * since, waiting, or the last full one.
 */
export const assignRoles = (context: WithKey, input: z.output<typeof roleAssignment>) =>
  changeRights(context, rpRoutes.assignRoles, async ({ tx, own, full }) => {
    const caller = context.admin.id;
    if (input.admin_id === caller)
      throw refuse.forbidden("You can't change your own roles. Ask another administrator to do it.");
    const admin = await lockAdmin(tx, input.admin_id);
    await refuseStronger(tx, admin.id, own);
    if (input.version !== undefined)
      await refuseChanged("admin", admin, input.version, () => adminRow(tx, admin.id, own));
    await refuseWhileAwaiting(tx, "admin", admin.id, () => adminRow(tx, admin.id, own));
    const held = (await rolesHeld(tx, [admin.id])).map(({ role }) => role);
    const wanted = await rolesNamed(tx, input.role_ids);
    const added = wanted.filter((role) => !held.some(({ id }) => id === role.id));
    refuseBeyond(own, grantsOf(unite(added.map(({ features }) => features))), "This");

    const record = adminRecord(admin);
    const before = { roles: namesOf(held) };
    const makesFull = isFull(unite(wanted.map(({ features }) => features)));
    const isNew = makesFull && !isFull(unite(held.map(({ features }) => features)));
    if (isNew && waitsForSecond({ caller, own, full })) {
      const approval = await requestFull(tx, { record, wanted, caller, reason: input.reason });
      context.audit({ record, before, after: { ...before, awaiting_approval: approval.change } });
    } else {
      if (isNew) await spendKey(context, { typed: input.setup_key, whom: admin });
      await setRoles(tx, admin.id, wanted);
      context.audit({ record, before, after: { roles: namesOf(wanted), ...(isNew && BY_KEY) } });
    }
    return adminRow(tx, admin.id, own);
  });

/** @throws 400 at `role_ids` when one of them does not exist. */
export async function rolesNamed(tx: Transaction, ids: readonly string[]): Promise<Role[]> {
  const found = ids.length
    ? await tx
        .select()
        .from(roles)
        .where(inArray(roles.id, [...ids]))
    : [];
  if (found.length < new Set(ids.map((id) => id.toLowerCase())).size) {
    const message = "One of these roles does not exist any more. Choose again.";
    throw refuse.badInput(message, { role_ids: message });
  }
  return found;
}

/** These roles and no others. */
export async function setRoles(tx: Transaction, adminId: string, wanted: readonly Role[]): Promise<void> {
  await tx.delete(adminRoles).where(eq(adminRoles.adminId, adminId));
  if (wanted.length) await tx.insert(adminRoles).values(wanted.map(({ id }) => ({ adminId, roleId: id })));
  await saveVersion(tx, admins, adminId, {});
}
