import "server-only";
import { FEATURES, PERMISSION_FLAGS } from "@/lib/contract/access";
import { api } from "./api/pipeline";
import { assignRoles } from "./rp/assign-roles";
import { createRole, deleteRole, updateRole } from "./rp/change-role";
import { confirmAdmin } from "./rp/confirm-admin";
import { createAdmin } from "./rp/create-admin";
import { deleteAdmins } from "./rp/delete-admins";
import { inviteAgain } from "./rp/invite-again";
import { listAdmins, readAdminDetails } from "./rp/read-admins";
import { listRoles, readRoleDetails } from "./rp/read-roles";
import { resetSignInKeys } from "./rp/reset-keys";
import { setAdminStatus } from "./rp/set-admin-status";
import { countAdminsAndRoles } from "./rp/stats";

const { rp: calls } = api;

/** Handlers of the `rp.*` calls: admins, roles and permissions. */
export const rpHandlers = {
  /** Returns the signed-in admin's current rights: the union of their roles. */
  access: calls.access.handler(({ context: { admin } }) => ({ features: admin.rights })),
  admins: calls.admins.handler(({ input, context: { db, admin } }) => listAdmins(db, input, admin)),
  admin: calls.admin.handler(({ input, context: { db, admin } }) => readAdminDetails(db, input.adminId, admin.rights)),
  permissions: calls.permissions.handler(() => ({ features: [...FEATURES], flags: [...PERMISSION_FLAGS] })),
  roles: calls.roles.handler(({ input, context: { db } }) => listRoles(db, input)),
  role: calls.role.handler(({ input, context: { db, admin } }) => readRoleDetails(db, input.roleId, admin.rights)),
  stats: calls.stats.handler(({ context: { db } }) => countAdminsAndRoles(db)),
  createAdmin: calls.createAdmin.handler(({ input, context }) => createAdmin(context, input)),
  inviteAgain: calls.inviteAgain.handler(({ input, context }) => inviteAgain(context, input.adminId)),
  confirmAdmin: calls.confirmAdmin.handler(({ input, context }) => confirmAdmin(context, input.adminId)),
  resetKeys: calls.resetKeys.handler(({ input, context }) => resetSignInKeys(context, input.adminId)),
  createRole: calls.createRole.handler(({ input, context }) => createRole(context, input)),
  assignRoles: calls.assignRoles.handler(({ input, context }) => assignRoles(context, input)),
  updateRole: calls.updateRole.handler(({ input, context }) => updateRole(context, input)),
  setAdminStatus: calls.setAdminStatus.handler(({ input, context }) => setAdminStatus(context, input)),
  deleteAdmins: calls.deleteAdmins.handler(({ input, context }) => deleteAdmins(context, input)),
  deleteRole: calls.deleteRole.handler(({ input, context }) => deleteRole(context, input)),
};
