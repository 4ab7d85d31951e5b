import { accessPoliciesOf } from "./access";
import { route } from "./route";

const { read, create, update, remove, approve } = accessPoliciesOf("Roles & Permissions");

/** Method, path and policy of the calls for roles and admins. */
export const rpRoutes = {
  access: route("GET", "/permissions/roles/users/access", "signed-in"),
  admins: route("GET", "/users/all/admins", read),
  admin: route("GET", "/users/all/admins/{adminId}", read),
  permissions: route("GET", "/permissions/all", read),
  roles: route("GET", "/permissions/roles", read),
  role: route("GET", "/permissions/roles/single/{roleId}", read),
  stats: route("GET", "/users/roles/stats", read),
  createAdmin: route("POST", "/auth/admin", create),
  inviteAgain: route("POST", "/auth/admin/{adminId}/invitation", create),
  createRole: route("POST", "/permissions/role", create),
  confirmAdmin: route("PATCH", "/users/all/admins/{adminId}/confirmation", approve, { proof: true }),
  resetKeys: route("DELETE", "/users/all/admins/{adminId}/keys", update, { proof: true }),
  assignRoles: route("POST", "/permissions/role/user/assign", update),
  updateRole: route("PATCH", "/permissions/role/update/{roleId}", update),
  setAdminStatus: route("PATCH", "/users/admin/status-update", update),
  deleteAdmins: route("DELETE", "/users/admin/bulk", remove),
  deleteRole: route("DELETE", "/permissions/role/{roleId}", remove),
};
