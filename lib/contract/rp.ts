import { z } from "zod";
import { FEATURES, PERMISSION_FLAGS } from "./access";
import { pendingApproval } from "./approvals";
import {
  adminRef,
  email,
  endpoint,
  id,
  instant,
  listInput,
  noInput,
  oneLine,
  pageOf,
  peoplePageOf,
  text,
  version,
} from "./common";
import { cleanPastedValue } from "./pasted.values";
import { personName } from "./person-name";
import { rpRoutes as routes } from "./rp.routes";
import {
  ADMIN_LIST,
  ADMIN_STATUSES,
  FOUR_EYES_CONFLICT_REASONS,
  MAX_ROLES_PER_ADMIN,
  ROLE_DESCRIPTION_MAX,
  ROLE_LIST,
  ROLE_NAME_MAX,
} from "./rp.values";
import { timelineEntry } from "./system-logs";

const valuePerFlag = <T extends z.ZodType>(value: T) =>
  z.strictObject(
    Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, value])) as Record<(typeof PERMISSION_FLAGS)[number], T>,
  );
const accessFlags = valuePerFlag(z.boolean());
const featureAccess = z.object({ name: z.string(), access: accessFlags });
/** Rights of a role by feature. A feature that is left out gets no rights; a feature listed twice is refused as ambiguous. */
const roleRights = z
  .array(z.strictObject({ name: z.enum(FEATURES), access: accessFlags }))
  .max(FEATURES.length)
  .refine((features) => new Set(features.map(({ name }) => name)).size === features.length, "Name each feature once.");
const roleId = z.strictObject({ roleId: id });
const roleIds = z
  .array(id)
  .max(MAX_ROLES_PER_ADMIN, `Choose at most ${MAX_ROLES_PER_ADMIN} roles.`)
  .refine((ids) => new Set(ids).size === ids.length, "Name each role once.");
/** Reason shown to the approver if a second admin must approve the change. */
const reason = text(400).optional();
/** Setup key printed by the server; needed only if no other admin can approve the assigned rights. */
const setupKey = text(100, 0, cleanPastedValue).optional();

const right = z.object({ feature: z.enum(FEATURES), flag: z.enum(PERMISSION_FLAGS) });
const fourEyesConflict = z.object({
  /** The admin who invited the account, restored its access or granted it rights. */
  on: adminRef,
  reason: z.enum(FOUR_EYES_CONFLICT_REASONS),
  /** Sensitive rights that `on` granted; empty if the account depends on `on` for another reason. */
  rights: z.array(right),
  since: instant,
});
/** Another admin on whom an account depends until a third admin confirms the account, with the reason. */
export type FourEyesConflict = z.infer<typeof fourEyesConflict>;

const admin = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  status: z.enum(ADMIN_STATUSES),
  roles: z.array(z.object({ roleId: z.string(), name: z.string() })),
  /** True if the admin has every sensitive right. */
  is_full: z.boolean(),
  /** True if the admin has a right that the caller lacks. The caller may then not suspend, delete or change this admin. */
  is_stronger: z.boolean(),
  last_sign_in_at: instant.nullable(),
  created_at: instant,
  /** New roles that wait for approval by a second admin. */
  awaiting: pendingApproval.nullable(),
  /** Admins on whom the account depends until a third admin confirms it. Until then, neither may decide the other's requests. */
  depends_on: z.array(fourEyesConflict),
  version,
});
/** An admin as a row of the list. */
export type AdminRow = z.infer<typeof admin>;

const adminSingle = admin.extend({
  /** Combined rights of the admin's roles, whether the admin is active or not. */
  features: z.array(featureAccess),
  /** Passkeys, authenticator app and recovery codes of the admin. */
  keys: z.object({ passkeys: z.int(), authenticator: z.boolean(), recovery_codes: z.int() }),
  timeline: z.array(timelineEntry),
});
/** An admin as shown on their own page. */
export type AdminDetails = z.infer<typeof adminSingle>;

const role = z.object({
  roleId: z.string(),
  name: z.string(),
  description: z.string(),
  features: z.array(featureAccess),
  members: z.int(),
  version,
  /** Additional rights that wait for approval by a second admin. */
  awaiting: pendingApproval.nullable(),
});
/** A role as a row of the list. */
export type RoleRow = z.infer<typeof role>;

const roleSingle = role.extend({
  /** True if a holder of the role has a right that the caller lacks. The caller may then add rights, but not remove any. */
  is_held_by_stronger: z.boolean(),
  /** The first 100 admins who have the role, by name. */
  people: z.array(adminRef.extend({ status: z.enum(ADMIN_STATUSES) })),
  timeline: z.array(timelineEntry),
});
/** A role as shown on its own page. */
export type RoleDetails = z.infer<typeof roleSingle>;

const roleBody = { name: oneLine(ROLE_NAME_MAX, 2), description: text(ROLE_DESCRIPTION_MAX), features: roleRights };
export const roleCreation = z.strictObject(roleBody);
export const roleUpdate = z.strictObject({ roleId: id, ...roleBody, reason, setup_key: setupKey, version });

/** Input that invites an admin. */
export const adminCreation = z.strictObject({
  first_name: personName(80, 1),
  last_name: personName(80, 1),
  email,
  role_ids: roleIds.min(1, "Choose at least one role."),
  reason,
  setup_key: setupKey,
});
/** Input that sets the roles of an admin. */
export const roleAssignment = z.strictObject({
  admin_id: id,
  role_ids: roleIds,
  reason,
  setup_key: setupKey,
  /** Version that the change is based on, so that no admin overwrites unseen changes. */
  version: version.optional(),
});

/** Input schema of `setAdminStatus`, which suspends or reactivates an admin. `status`: the new status. */
export const adminStatusChange = z.strictObject({
  admin_id: id,
  status: z.enum(["active", "suspended"]),
  setup_key: setupKey,
});

/** Calls for roles, permissions and admins, with descriptions and schemas. */
export const rpCalls = {
  access: endpoint(routes.access, {
    summary: "Rights of the signed-in admin",
    input: noInput,
    output: z.object({ features: z.array(featureAccess) }),
  }),
  admins: endpoint(routes.admins, {
    summary: "Admin users",
    input: listInput(ADMIN_LIST),
    output: peoplePageOf(admin),
  }),
  admin: endpoint(routes.admin, {
    summary: "One admin user, their rights and history",
    input: z.strictObject({ adminId: id }),
    output: adminSingle,
  }),
  permissions: endpoint(routes.permissions, {
    summary: "All features and flags that a role can have",
    input: noInput,
    output: z.object({ features: z.array(z.enum(FEATURES)), flags: z.array(z.enum(PERMISSION_FLAGS)) }),
  }),
  roles: endpoint(routes.roles, { summary: "Roles", input: listInput(ROLE_LIST), output: pageOf(role) }),
  role: endpoint(routes.role, { summary: "One role", input: roleId, output: roleSingle }),
  stats: endpoint(routes.stats, {
    summary: "Number of admins and roles",
    input: noInput,
    output: z.object({
      admins: z.int(),
      active: z.int(),
      invited: z.int(),
      suspended: z.int(),
      roles: z.int(),
      /** Number of active admins with every right. */
      full: z.int(),
      /** Number of active admins with each right. */
      features: z.array(z.object({ name: z.enum(FEATURES), admins: valuePerFlag(z.int()) })),
    }),
  }),
  createAdmin: endpoint(routes.createAdmin, {
    summary: "Invite an admin",
    done: "Invited an admin",
    input: adminCreation,
    output: admin,
  }),
  confirmAdmin: endpoint(routes.confirmAdmin, {
    summary: "Confirm that an account belongs to another person than the admin who set it up",
    done: "Confirmed an admin's account",
    input: z.strictObject({ adminId: id }),
    output: admin,
  }),
  resetKeys: endpoint(routes.resetKeys, {
    summary: "Remove the passkeys, authenticator app and recovery codes of an admin who lost them",
    done: "Reset an admin's keys",
    input: z.strictObject({ adminId: id }),
    output: adminSingle,
  }),
  inviteAgain: endpoint(routes.inviteAgain, {
    summary: "Mail an invitation again",
    done: "Invited an admin again",
    input: z.strictObject({ adminId: id }),
    output: admin,
  }),
  createRole: endpoint(routes.createRole, {
    summary: "Add a role",
    done: "Added a role",
    input: roleCreation,
    output: role,
  }),
  assignRoles: endpoint(routes.assignRoles, {
    summary: "Set the roles of an admin",
    done: "Set the roles of an admin",
    input: roleAssignment,
    output: admin,
  }),
  updateRole: endpoint(routes.updateRole, {
    summary: "Change a role",
    done: "Changed a role",
    input: roleUpdate,
    output: role,
  }),
  setAdminStatus: endpoint(routes.setAdminStatus, {
    summary: "Suspend or reactivate an admin",
    done: "Suspended or reactivated an admin",
    input: adminStatusChange,
    output: admin,
  }),
  deleteAdmins: endpoint(routes.deleteAdmins, {
    summary: "Delete admins",
    done: "Deleted admins",
    input: z.strictObject({ accounts: z.array(id).min(1, "Choose at least one account.").max(100) }),
    output: z.object({
      results: z.array(z.object({ id: z.string(), name: z.string(), deleted: z.boolean(), message: z.string() })),
    }),
  }),
  deleteRole: endpoint(routes.deleteRole, {
    summary: "Delete a role",
    done: "Deleted a role",
    input: roleId,
    output: z.object({}),
  }),
};
