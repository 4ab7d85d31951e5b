import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import {
  type AccessRight,
  accessPolicy,
  type FeatureAccess,
  isSensitive,
  mergeRights,
  missingRights,
  satisfiesPolicy,
  toRightList,
} from "@/lib/contract/access";
import type { roleCreation, roleUpdate } from "@/lib/contract/rp";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { pluralize } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { cancelApprovalsOf, requestApproval } from "@/lib/server/approvals/request-approval";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import type { Transaction } from "@/lib/server/db/client";
import { admins, roles } from "@/lib/server/db/schema/admin";
import { savedViews } from "@/lib/server/db/schema/saved-views";
import {
  lockRecord,
  nameTakenConflict,
  refuseNameTaken,
  rejectStaleVersion,
  updateVersionedRecord,
} from "@/lib/server/records/version";
import { type RoleRow, rightsInWords } from "./assign-roles";
import { refuseGrantBeyondOwnRights } from "./current-rights";
import { recordGrantedRights, requiredApproval } from "./grant-rights";
import { readRolesHeld } from "./read-admins";
import { readRoleDetails, roleHolderIds } from "./read-roles";
import { refuseHoldersWithMoreRights } from "./refuse-more-rights";
import { runRightsChange } from "./rights-transaction";
import { type ContextWithIpAddress, redeemSetupKey, SETUP_KEY_AUDIT } from "./setup-key";

/** Returns the rights for the audit trail, one entry per feature, so that the difference shows what was granted or removed. */
const rightsForAudit = (features: readonly FeatureAccess[]) => {
  const grants = toRightList(features);
  const names = [...new Set(grants.map(({ feature }) => feature))];
  return Object.fromEntries(
    names.map((name) => [name, grants.flatMap(({ feature, flag }) => (feature === name ? [flag] : [])).join(", ")]),
  );
};
/** Returns the values of a role for audit rows. */
export const roleAuditFields = (role: Pick<RoleRow, "name" | "description" | "features">) => ({
  name: role.name,
  description: role.description,
  ...rightsForAudit(role.features),
});

/** Creates a role. @throws 403 for rights beyond the caller's own; 409 if the name is taken */
export const createRole = (context: WriteContext, input: z.output<typeof roleCreation>) =>
  runRightsChange(context, rpRoutes.createRole, async ({ tx, own }) => {
    const features = mergeRights([input.features]);
    refuseGrantBeyondOwnRights(own, toRightList(features), "This role");
    const id = uuid();
    const values = { id, name: input.name, description: input.description, features };
    const inserted = await tx.insert(roles).values(values).onConflictDoNothing();
    if (!inserted.rowCount) throw nameTakenConflict("role", values.name);
    context.audit({ record: { type: "role", id, name: values.name }, after: roleAuditFields(values) });
    return readRoleDetails(tx, id, own);
  });

/**
 * Changes a role for all its holders. If a holder gains sensitive rights, another admin with those rights must approve (docs/rules.md, Four eyes). If
 * there is no such admin, the setup key is needed.
 * @throws 400 without that key; 403 for rights beyond the caller's own, for rights added to a role of the caller, and for rights removed from a role
 * of an admin with more rights; 404; 409 with the current role for an outdated version or a pending change, and if no full administrator would remain
 */
export const updateRole = (context: ContextWithIpAddress, input: z.output<typeof roleUpdate>) =>
  runRightsChange(context, rpRoutes.updateRole, async ({ tx, own }) => {
    const role = await lockRole(tx, input.roleId);
    const current = () => readRoleDetails(tx, role.id, own);
    await rejectStaleVersion("role", role, input.version, current);
    await refuseWhileChangeWaits(tx, "role", role.id, current);
    const features = mergeRights([input.features]);
    // Skips rights that the role already has, because this change does not give them.
    const addedRights = missingRights(features, role.features);
    refuseGrantBeyondOwnRights(own, addedRights, "This change");
    if (missingRights(role.features, features).length)
      await refuseHoldersWithMoreRights(tx, await roleHolderIds(tx, role.id), own);
    if (addedRights.length && (await holdsRole(tx, context.admin.id, role.id)))
      throw refuse.forbidden("You hold this role yourself, so you can't add rights to it. Ask another administrator.");
    const values = { name: input.name, description: input.description, features };
    await refuseNameTaken(tx, roles, "role", { id: role.id, name: values.name });
    const record = { type: "role", id: role.id, name: role.name } as const;
    const given = (await findHoldersWhoGainRights(tx, role, features)).rights;
    const approvalNeed = await requiredApproval(tx, { kind: "rp.updateRole", caller: context.admin, own, given });
    if (approvalNeed === "approval") {
      const approval = await requestUpdate(tx, { role, values, given, caller: context.admin.id, reason: input.reason });
      context.audit({
        record,
        before: roleAuditFields(role),
        after: { ...roleAuditFields(role), awaiting_approval: approval.change },
      });
      return current();
    }
    const isBySetupKey = approvalNeed === "key";
    const [firstHolder] = isBySetupKey ? await roleHolderIds(tx, role.id) : [];
    if (firstHolder) await redeemSetupKey(context, { typed: input.setup_key, adminId: firstHolder });
    await saveRole(tx, role, values, { by: context.admin, byKey: isBySetupKey });
    context.audit({
      record: { ...record, name: values.name },
      before: roleAuditFields(role),
      after: { ...roleAuditFields(values), ...(isBySetupKey && SETUP_KEY_AUDIT) },
    });
    return current();
  });

type RoleValues = Pick<RoleRow, "name" | "description" | "features">;

/** Requests another admin's approval of a role change that gives sensitive rights. */
function requestUpdate(
  tx: Transaction,
  update: { role: RoleRow; values: RoleValues; given: readonly AccessRight[]; caller: string; reason?: string },
) {
  const { role, values, given, caller, reason = "" } = update;
  return requestApproval(tx, {
    kind: "rp.updateRole",
    record: { type: "role", id: role.id, name: role.name },
    change: `Sensitive rights for everybody with the role ${role.name}: ${rightsInWords(given)}`,
    payload: { ...values, version: role.version },
    furtherRights: given,
    requestedBy: caller,
    reason,
  });
}

/** Returns the holders of a role who would gain sensitive rights by the change, and the rights that they would gain. */
export async function findHoldersWhoGainRights(
  tx: Transaction,
  role: RoleRow,
  features: readonly FeatureAccess[],
): Promise<{ people: string[]; rights: AccessRight[] }> {
  const ids = await roleHolderIds(tx, role.id);
  const held = await readRolesHeld(tx, ids);
  const addedRights = missingRights(features, role.features).filter(isSensitive);
  const people: string[] = [];
  const rights = new Set<AccessRight>();
  for (const id of ids) {
    const own = mergeRights(held.flatMap((each) => (each.adminId === id ? [each.role.features] : [])));
    const gainedRightsOfHolder = addedRights.filter(
      ({ feature, flag }) => !satisfiesPolicy(own, accessPolicy(feature, flag)),
    );
    if (gainedRightsOfHolder.length) people.push(id);
    for (const right of gainedRightsOfHolder) rights.add(right);
  }
  return { people, rights: [...rights] };
}

/** Saves a role, and records which admin gave its holders the new sensitive rights. */
export async function saveRole(
  tx: Transaction,
  role: RoleRow,
  values: RoleValues,
  saveInfo: { by: { id: string; firstName: string; lastName: string }; approvedBy?: string; byKey?: boolean },
): Promise<void> {
  const { people } = await findHoldersWhoGainRights(tx, role, values.features);
  const ids = await roleHolderIds(tx, role.id);
  const holders = ids.length ? await tx.select().from(admins).where(inArray(admins.id, ids)) : [];
  await updateVersionedRecord(tx, roles, role.id, values);
  const rights = missingRights(values.features, role.features).filter(isSensitive);
  await recordGrantedRights(tx, { people: holders, rights, isNew: people.length > 0, ...saveInfo });
}

/**
 * Deletes a role without holders. A role with holders is refused, because deleting it would take rights from admins whom the caller may not have
 * considered. The caller must first assign each of them another role. Saved views that were shared with the role stay for their owners; those of
 * deleted admins are deleted, because nobody would see them.
 */
export const deleteRole = (context: WriteContext, input: { roleId: string }) =>
  runRightsChange(context, rpRoutes.deleteRole, async ({ tx, own }) => {
    const role = await lockRole(tx, input.roleId);
    const people = await roleHolderIds(tx, role.id);
    await refuseHoldersWithMoreRights(tx, people, own);
    const members = people.length;
    if (members > 0)
      throw refuse.conflict(
        `${pluralize(members, "admin has", "admins have")} the role ${role.name}. Give them another role first.`,
      );
    const recordRef = { recordType: "role" as const, recordId: role.id };
    const cancelledRequests = await cancelApprovalsOf(tx, recordRef, "The role that it is about was deleted.");
    const deletedAdmins = tx.select({ id: admins.id }).from(admins).where(eq(admins.status, "deleted"));
    await tx.delete(savedViews).where(and(eq(savedViews.roleId, role.id), inArray(savedViews.ownerId, deletedAdmins)));
    await tx.delete(roles).where(eq(roles.id, role.id));
    context.audit({ record: { type: "role", id: role.id, name: role.name }, before: roleAuditFields(role) });
    for (const entry of cancelledRequests) context.audit(entry);
    return {};
  });

/** Returns a role, locked until the transaction ends. @throws 404 */
export async function lockRole(tx: Transaction, roleId: string): Promise<RoleRow> {
  const role = await lockRecord(tx, roles, roleId, "role");
  return role;
}

async function holdsRole(tx: Transaction, adminId: string, roleId: string): Promise<boolean> {
  const held = await readRolesHeld(tx, [adminId]);
  return held.some(({ role }) => role.id === roleId);
}
