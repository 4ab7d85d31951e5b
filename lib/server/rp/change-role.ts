import "server-only";
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import { beyond, type FeatureAccess, grantsOf, isFull, unite } from "@/lib/contract/access";
import type { roleCreation, roleUpdate } from "@/lib/contract/rp";
import { rpRoutes } from "@/lib/contract/rp.routes";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { roles } from "@/lib/server/db/schema/admin";
import { lockRecord, nameTaken, refuseChanged, refuseNameTaken, saveVersion } from "@/lib/server/records/version";
import type { Role } from "./assign-roles";
import { changeRights } from "./change-rights";
import { rolesHeld } from "./read-admins";
import { refuseBeyond } from "./read-rights";
import { holderIds, roleSingle } from "./read-roles";
import { refuseStrongerHolders } from "./refuse-stronger";

/** For the audit trail: one line for each feature, so that a difference shows what was granted and what was taken. */
const rightsForTrail = (features: readonly FeatureAccess[]) => {
  const grants = grantsOf(features);
  const names = [...new Set(grants.map(({ feature }) => feature))];
  return Object.fromEntries(
    names.map((name) => [name, grants.flatMap(({ feature, flag }) => (feature === name ? [flag] : [])).join(", ")]),
  );
};
const trail = (role: Pick<Role, "name" | "description" | "features">) => ({
  name: role.name,
  description: role.description,
  ...rightsForTrail(role.features),
});

/** @throws 403 for rights beyond the caller's own; 409 when the name is taken. */
export const createRole = (context: WriteContext, input: z.output<typeof roleCreation>) =>
  changeRights(context, rpRoutes.createRole, async ({ tx, own }) => {
    const features = unite([input.features]);
    refuseBeyond(own, grantsOf(features), "This role");
    const id = uuid();
    const values = { id, name: input.name, description: input.description, features };
    const inserted = await tx.insert(roles).values(values).onConflictDoNothing();
    if (!inserted.rowCount) throw nameTaken("role", values.name);
    context.audit({ record: { type: "role", id, name: values.name }, after: trail(values) });
    return roleSingle(tx, id, own);
  });

/**
 * Changes a role for everybody who holds it.
 * @throws 403 for rights beyond the caller's own, for rights added to a role that the caller holds, and for rights taken
 * from a role that a stronger admin holds; 404; 409 with the current role when it changed since, when it
 * would make somebody a full administrator, or leave nobody with it.
 */
export const updateRole = (context: WriteContext, input: z.output<typeof roleUpdate>) =>
  changeRights(context, rpRoutes.updateRole, async ({ tx, own }) => {
    const role = await lockRole(tx, input.roleId);
    await refuseChanged("role", role, input.version, () => roleSingle(tx, role.id, own));
    const features = unite([input.features]);
    // A right that the role had before is not given by this change, no matter who makes it.
    const added = beyond(features, role.features);
    refuseBeyond(own, added, "This change");
    if (beyond(role.features, features).length) await refuseStrongerHolders(tx, await holderIds(tx, role.id), own);
    if (added.length && (await holds(tx, context.admin.id, role.id)))
      throw refuse.forbidden("You hold this role yourself, so you can't add rights to it. Ask another administrator.");
    const values = { name: input.name, description: input.description, features };
    await refuseNameTaken(tx, roles, "role", { id: role.id, name: values.name });
    if (added.length) await refuseNewFull(tx, role, features);
    await saveVersion(tx, roles, role.id, values);
    context.audit({
      record: { type: "role", id: role.id, name: values.name },
      before: trail(role),
      after: trail(values),
    });
    return roleSingle(tx, role.id, own);
  });

/**
 * Refused while anybody holds it: a role that vanished from under its members would take rights from people whom the
 * one who deletes may not have looked at. Giving them another role first says for each of them what they keep.
 */
export const deleteRole = (context: WriteContext, input: { roleId: string }) =>
  changeRights(context, rpRoutes.deleteRole, async ({ tx, own }) => {
    const role = await lockRole(tx, input.roleId);
    const people = await holderIds(tx, role.id);
    await refuseStrongerHolders(tx, people, own);
    const members = people.length;
    if (members > 0)
      throw refuse.conflict(
        `${members === 1 ? "1 admin holds" : `${members} admins hold`} the role ${role.name}. Give them another role first.`,
      );
    await tx.delete(roles).where(eq(roles.id, role.id));
    context.audit({ record: { type: "role", id: role.id, name: role.name }, before: trail(role) });
    return {};
  });

async function lockRole(tx: Transaction, roleId: string): Promise<Role> {
  const role = await lockRecord(tx, roles, roleId, "role");
  return role;
}

async function holds(tx: Transaction, adminId: string, roleId: string): Promise<boolean> {
  const held = await rolesHeld(tx, [adminId]);
  return held.some(({ role }) => role.id === roleId);
}

/** Full administration is given to a person, with a second administrator's approval; never by widening a role. */
async function refuseNewFull(tx: Transaction, role: Role, features: FeatureAccess[]) {
  const people = await holderIds(tx, role.id);
  const held = await rolesHeld(tx, people);
  const isFullWith = (id: string, own: FeatureAccess[]) =>
    isFull(
      unite([
        own,
        ...held.flatMap((other) => (other.adminId === id && other.role.id !== role.id ? [other.role.features] : [])),
      ]),
    );
  const made = people.filter((id) => isFullWith(id, features) && !isFullWith(id, role.features)).length;
  if (made === 0) return;
  throw refuse.conflict(
    `This would make ${made === 1 ? "1 admin a full administrator" : `${made} admins full administrators`}. Make another role for that and assign it: a second full administrator then approves it.`,
  );
}
