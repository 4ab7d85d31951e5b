import "server-only";
import { eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import {
  type AccessRight,
  isFullAdministrator,
  isSensitive,
  mergeRights,
  missingRights,
  sensitiveRightsIn,
  toRightList,
} from "@/lib/contract/access";
import type { ApprovalKind } from "@/lib/contract/approvals.values";
import type { roleAssignment } from "@/lib/contract/rp";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { refuse } from "@/lib/server/api/errors";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import type { RecordRef } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { rejectStaleVersion, updateVersionedRecord } from "@/lib/server/records/version";
import { isAllowedDomain } from "./allowed-domain";
import { refuseGrantBeyondOwnRights } from "./current-rights";
import { recordGrantedRights, requiredApproval } from "./grant-rights";
import { type Admin, lockAdmin, readAdminRow, readRolesHeld } from "./read-admins";
import { refuseAdminsWithMoreRights } from "./refuse-more-rights";
import { runRightsChange } from "./rights-transaction";
import { type ContextWithIpAddress, redeemSetupKey, SETUP_KEY_AUDIT } from "./setup-key";

/** Database row of a role. */
export type RoleRow = typeof roles.$inferSelect;
/** Returns the names of roles, sorted. */
export const roleNamesOf = (held: readonly RoleRow[]) => held.map(({ name }) => name).sort();

/**
 * Sets an admin's roles. Each added role must be within the caller's own rights. Sensitive rights need the approval of another admin who has them
 * (docs/rules.md, Four eyes), or the setup key if there is no such admin.
 * @throws 400 without that key; 403 for oneself, an admin with more rights, and rights beyond one's own; 404; 409 for an outdated version, a pending
 * request, or the last full administrator
 */
export const assignRoles = (context: ContextWithIpAddress, input: z.output<typeof roleAssignment>) =>
  runRightsChange(context, rpRoutes.assignRoles, async ({ tx, own }) => {
    const caller = context.admin.id;
    if (input.admin_id === caller)
      throw refuse.forbidden("You can't change your own roles. Ask another administrator to do it.");
    const admin = await lockAdmin(tx, input.admin_id);
    await refuseAdminsWithMoreRights(tx, admin.id, own);
    if (input.version !== undefined)
      await rejectStaleVersion("admin", admin, input.version, () => readAdminRow(tx, admin.id, own));
    await refuseWhileChangeWaits(tx, "admin", admin.id, () => readAdminRow(tx, admin.id, own));
    const held = (await readRolesHeld(tx, [admin.id])).map(({ role }) => role);
    const wanted = await requireRoles(tx, input.role_ids);
    const addedRoles = wanted.filter((role) => !held.some(({ id }) => id === role.id));
    refuseGrantBeyondOwnRights(own, toRightList(mergeRights(addedRoles.map(({ features }) => features))), "This");

    const record = adminRecordRef(admin);
    const before = { roles: roleNamesOf(held) };
    const given = rightsGained(wanted, held);
    const isOutside = addedRoles.length > 0 && !isAllowedDomain(admin.email);
    const takes = await requiredApproval(tx, { kind: "rp.assignRoles", caller: context.admin, own, given, isOutside });
    if (takes === "approval") {
      const approval = await requestRolesApproval(tx, {
        kind: "rp.assignRoles",
        record,
        wanted,
        given,
        caller,
        reason: input.reason,
        about: isOutside ? `For ${admin.email}, outside the domains of admins. Roles` : undefined,
      });
      context.audit({ record, before, after: { ...before, awaiting_approval: approval.change } });
    } else {
      const byKey = takes === "key";
      if (byKey) await redeemSetupKey(context, { typed: input.setup_key, adminId: admin.id });
      await setRolesAndNotify(tx, { admin, wanted, held, by: context.admin, byKey });
      context.audit({ record, before, after: { roles: roleNamesOf(wanted), ...(byKey && SETUP_KEY_AUDIT) } });
    }
    return readAdminRow(tx, admin.id, own);
  });

/** Returns the roles with these ids. @throws 400 on the field `role_ids` if one does not exist */
export async function requireRoles(tx: Transaction, ids: readonly string[]): Promise<RoleRow[]> {
  const foundRoles = ids.length
    ? await tx
        .select()
        .from(roles)
        .where(inArray(roles.id, [...ids]))
    : [];
  if (foundRoles.length < new Set(ids.map((id) => id.toLowerCase())).size) {
    const message = "One of these roles does not exist any more. Choose again.";
    throw refuse.badInput(message, { role_ids: message });
  }
  return foundRoles;
}

/** Returns the union of the roles' rights. */
const rightsOf = (given: readonly RoleRow[]) => mergeRights(given.map(({ features }) => features));

/** Returns the sensitive rights that the wanted roles contain and the currently held roles do not. */
export const rightsGained = (wanted: readonly RoleRow[], held: readonly RoleRow[]): AccessRight[] =>
  missingRights(rightsOf(wanted), rightsOf(held)).filter(isSensitive);

/** Requests another admin's approval of a role assignment that gives sensitive rights. */
export function requestRolesApproval(
  tx: Transaction,
  request: {
    kind: ApprovalKind;
    record: RecordRef;
    wanted: readonly RoleRow[];
    given: readonly AccessRight[];
    caller: string;
    reason?: string;
    /** First words of the request's text for the approver; by default, they say that the roles give sensitive rights. */
    about?: string;
  },
) {
  const { kind, record, wanted, given, caller, reason = "", about } = request;
  const names = roleNamesOf(wanted).join(", ") || "none";
  const isFullAdmin = isFullAdministrator(rightsOf(wanted));
  const rightsPhrase = isFullAdmin ? "Full administration by the roles" : "Sensitive rights by the roles";
  return requestApproval(tx, {
    kind,
    record,
    change: `${about ?? rightsPhrase}: ${names}${isFullAdmin || !given.length ? "" : ` (${rightsInWords(given)})`}`,
    payload: { role_ids: wanted.map(({ id }) => id), versions: wanted.map(({ version }) => version) },
    furtherRights: given,
    requestedBy: caller,
    reason,
  });
}

/** Returns a text such as "approve in System Wallet, export in Events". */
export const rightsInWords = (rights: readonly AccessRight[]) =>
  rights.map(({ feature, flag }) => `${flag} in ${feature}`).join(", ");

type RolesGrant = {
  admin: Admin;
  wanted: readonly RoleRow[];
  held: readonly RoleRow[];
  by: { id: string; firstName: string; lastName: string };
  approvedBy?: string;
  byKey?: boolean;
};

/** Sets an admin's roles, records which sensitive rights are new, and sends mails about them. */
export async function setRolesAndNotify(
  tx: Transaction,
  { admin, wanted, held, ...grantInfo }: RolesGrant,
): Promise<void> {
  await setRoles(tx, admin.id, wanted);
  const addedRoles = wanted.filter((role) => !held.some(({ id }) => id === role.id));
  await recordGrantedRights(tx, {
    people: [admin],
    rights: sensitiveRightsIn(rightsOf(addedRoles)),
    isNew: rightsGained(wanted, held).length > 0,
    makesFull: isFullAdministrator(rightsOf(wanted)),
    ...grantInfo,
  });
}

/** Replaces all roles of an admin. */
async function setRoles(tx: Transaction, adminId: string, wanted: readonly RoleRow[]): Promise<void> {
  await tx.delete(adminRoles).where(eq(adminRoles.adminId, adminId));
  if (wanted.length) await tx.insert(adminRoles).values(wanted.map(({ id }) => ({ adminId, roleId: id })));
  await updateVersionedRecord(tx, admins, adminId, {});
}
