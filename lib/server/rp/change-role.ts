import "server-only";
import { eq, inArray } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import {
  allows,
  beyond,
  type FeatureAccess,
  type Grant,
  grantsOf,
  isSensitive,
  needs,
  unite,
} from "@/lib/contract/access";
import type { roleCreation, roleUpdate } from "@/lib/contract/rp";
import { rpRoutes } from "@/lib/contract/rp.routes";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { refuseWhileAwaiting } from "@/lib/server/approvals/awaiting";
import { cancelRequestsOf, requestApproval } from "@/lib/server/approvals/request-approval";
import type { Transaction } from "@/lib/server/db/client";
import { admins, roles } from "@/lib/server/db/schema/admin";
import { lockRecord, nameTaken, refuseChanged, refuseNameTaken, saveVersion } from "@/lib/server/records/version";
import { inWords, type Role } from "./assign-roles";
import { changeRights } from "./change-rights";
import { noteGiven, whatItTakes } from "./give-rights";
import { rolesHeld } from "./read-admins";
import { refuseBeyond } from "./read-rights";
import { holderIds, roleSingle } from "./read-roles";
import { refuseStrongerHolders } from "./refuse-stronger";
import { BY_KEY, spendKey, type WithKey } from "./second-full";

/** For the audit trail: one line for each feature, so that a difference shows what was granted and what was taken. */
const rightsForTrail = (features: readonly FeatureAccess[]) => {
  const grants = grantsOf(features);
  const names = [...new Set(grants.map(({ feature }) => feature))];
  return Object.fromEntries(
    names.map((name) => [name, grants.flatMap(({ feature, flag }) => (feature === name ? [flag] : [])).join(", ")]),
  );
};
export const trail = (role: Pick<Role, "name" | "description" | "features">) => ({
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
 * Changes a role for everybody who holds it. What gives sensitive rights to somebody waits for another admin who has them
 * (docs/rules.md, Four eyes), or takes the setup key where there is none.
 * @throws 400 without that key; 403 for rights beyond the caller's own, for rights added to a role that the caller holds, and for
 * rights taken from a role that a stronger admin holds; 404; 409 with the current role when it changed since or a change of it
 * waits, or when nobody would be left with full administration
 */
export const updateRole = (context: WithKey, input: z.output<typeof roleUpdate>) =>
  changeRights(context, rpRoutes.updateRole, async ({ tx, own }) => {
    const role = await lockRole(tx, input.roleId);
    const current = () => roleSingle(tx, role.id, own);
    await refuseChanged("role", role, input.version, current);
    await refuseWhileAwaiting(tx, "role", role.id, current);
    const features = unite([input.features]);
    // A right that the role had before is not given by this change, no matter who makes it.
    const added = beyond(features, role.features);
    refuseBeyond(own, added, "This change");
    if (beyond(role.features, features).length) await refuseStrongerHolders(tx, await holderIds(tx, role.id), own);
    if (added.length && (await holds(tx, context.admin.id, role.id)))
      throw refuse.forbidden("You hold this role yourself, so you can't add rights to it. Ask another administrator.");
    const values = { name: input.name, description: input.description, features };
    await refuseNameTaken(tx, roles, "role", { id: role.id, name: values.name });
    const record = { type: "role", id: role.id, name: role.name } as const;
    const given = (await gainersOf(tx, role, features)).rights;
    const takes = await whatItTakes(tx, { kind: "rp.updateRole", caller: context.admin, own, given });
    if (takes === "approval") {
      const approval = await requestUpdate(tx, { role, values, given, caller: context.admin.id, reason: input.reason });
      context.audit({ record, before: trail(role), after: { ...trail(role), awaiting_approval: approval.change } });
      return current();
    }
    const byKey = takes === "key";
    const [first] = byKey ? await holderIds(tx, role.id) : [];
    if (first) await spendKey(context, { typed: input.setup_key, whom: first });
    await saveRole(tx, role, values, { by: context.admin, byKey });
    context.audit({
      record: { ...record, name: values.name },
      before: trail(role),
      after: { ...trail(values), ...(byKey && BY_KEY) },
    });
    return current();
  });

type RoleValues = Pick<Role, "name" | "description" | "features">;

/** Keeps a change of a role that gives sensitive rights until another admin decides. */
function requestUpdate(
  tx: Transaction,
  asked: { role: Role; values: RoleValues; given: readonly Grant[]; caller: string; reason?: string },
) {
  const { role, values, given, caller, reason = "" } = asked;
  return requestApproval(tx, {
    kind: "rp.updateRole",
    record: { type: "role", id: role.id, name: role.name },
    change: `Sensitive rights for everybody who holds ${role.name}: ${inWords(given)}`,
    payload: { ...values, version: role.version },
    furtherRights: given,
    requestedBy: caller,
    reason,
  });
}

/** Everybody who would get sensitive rights by a change of this role, and those rights together. */
export async function gainersOf(
  tx: Transaction,
  role: Role,
  features: readonly FeatureAccess[],
): Promise<{ people: string[]; rights: Grant[] }> {
  const ids = await holderIds(tx, role.id);
  const held = await rolesHeld(tx, ids);
  const added = beyond(features, role.features).filter(isSensitive);
  const people: string[] = [];
  const rights = new Set<Grant>();
  for (const id of ids) {
    const own = unite(held.flatMap((each) => (each.adminId === id ? [each.role.features] : [])));
    const gained = added.filter(({ feature, flag }) => !allows(own, needs(feature, flag)));
    if (gained.length) people.push(id);
    for (const right of gained) rights.add(right);
  }
  return { people, rights: [...rights] };
}

/** Saves a role, and notes to whom its holders owe the sensitive rights that are new in it. */
export async function saveRole(
  tx: Transaction,
  role: Role,
  values: RoleValues,
  how: { by: { id: string; firstName: string; lastName: string }; approvedBy?: string; byKey?: boolean },
): Promise<void> {
  const { people } = await gainersOf(tx, role, values.features);
  const ids = await holderIds(tx, role.id);
  const holders = ids.length ? await tx.select().from(admins).where(inArray(admins.id, ids)) : [];
  await saveVersion(tx, roles, role.id, values);
  const rights = beyond(values.features, role.features).filter(isSensitive);
  await noteGiven(tx, { people: holders, rights, isNew: people.length > 0, ...how });
}

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
    const about = { recordType: "role" as const, recordId: role.id };
    const withdrawn = await cancelRequestsOf(tx, about, "The role that it is about was deleted.");
    await tx.delete(roles).where(eq(roles.id, role.id));
    context.audit({ record: { type: "role", id: role.id, name: role.name }, before: trail(role) });
    for (const entry of withdrawn) context.audit(entry);
    return {};
  });

export async function lockRole(tx: Transaction, roleId: string): Promise<Role> {
  const role = await lockRecord(tx, roles, roleId, "role");
  return role;
}

async function holds(tx: Transaction, adminId: string, roleId: string): Promise<boolean> {
  const held = await rolesHeld(tx, [adminId]);
  return held.some(({ role }) => role.id === roleId);
}
