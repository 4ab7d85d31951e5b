import "server-only";
import { FEATURES, FLAGS } from "@/lib/contract/access";
import { api } from "./api/spine";
import { assignRoles } from "./rp/assign-roles";
import { createRole, deleteRole, updateRole } from "./rp/change-role";
import { createAdmin } from "./rp/create-admin";
import { deleteAdmins } from "./rp/delete-admins";
import { inviteAgain } from "./rp/invite-again";
import { adminSingle, listAdmins } from "./rp/read-admins";
import { listRoles, roleSingle } from "./rp/read-roles";
import { setAdminStatus } from "./rp/set-admin-status";
import { rpStats } from "./rp/stats";

export const rp = {
  /** What the signed-in admin may do: the union of their roles at this moment. */
  access: api.rp.access.handler(({ context: { admin } }) => ({ features: admin.rights })),
  admins: api.rp.admins.handler(({ input, context: { db, admin } }) => listAdmins(db, input, admin.rights)),
  admin: api.rp.admin.handler(({ input, context: { db, admin } }) => adminSingle(db, input.adminId, admin.rights)),
  permissions: api.rp.permissions.handler(() => ({ features: [...FEATURES], flags: [...FLAGS] })),
  roles: api.rp.roles.handler(({ input, context: { db } }) => listRoles(db, input)),
  role: api.rp.role.handler(({ input, context: { db, admin } }) => roleSingle(db, input.roleId, admin.rights)),
  stats: api.rp.stats.handler(({ context: { db } }) => rpStats(db)),
  createAdmin: api.rp.createAdmin.handler(({ input, context }) => createAdmin(context, input)),
  inviteAgain: api.rp.inviteAgain.handler(({ input, context }) => inviteAgain(context, input.adminId)),
  createRole: api.rp.createRole.handler(({ input, context }) => createRole(context, input)),
  assignRoles: api.rp.assignRoles.handler(({ input, context }) => assignRoles(context, input)),
  updateRole: api.rp.updateRole.handler(({ input, context }) => updateRole(context, input)),
  setAdminStatus: api.rp.setAdminStatus.handler(({ input, context }) => setAdminStatus(context, input)),
  deleteAdmins: api.rp.deleteAdmins.handler(({ input, context }) => deleteAdmins(context, input)),
  deleteRole: api.rp.deleteRole.handler(({ input, context }) => deleteRole(context, input)),
};
