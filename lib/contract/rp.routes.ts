import { needs } from "./access";
import { route } from "./route";

const feature = "Roles & Permissions";

export const rpRoutes = {
  access: route("GET", "/permissions/roles/users/access", "signed-in"),
  admins: route("GET", "/users/all/admins", needs(feature, "read")),
  admin: route("GET", "/users/all/admins/{adminId}", needs(feature, "read")),
  permissions: route("GET", "/permissions/all", needs(feature, "read")),
  roles: route("GET", "/permissions/roles", needs(feature, "read")),
  role: route("GET", "/permissions/roles/single/{roleId}", needs(feature, "read")),
  stats: route("GET", "/users/roles/stats", needs(feature, "read")),
  createAdmin: route("POST", "/auth/admin", needs(feature, "create")),
  inviteAgain: route("POST", "/auth/admin/{adminId}/invitation", needs(feature, "create")),
  createRole: route("POST", "/permissions/role", needs(feature, "create")),
  assignRoles: route("POST", "/permissions/role/user/assign", needs(feature, "update")),
  updateRole: route("PATCH", "/permissions/role/update/{roleId}", needs(feature, "update")),
  setAdminStatus: route("PATCH", "/users/admin/status-update", needs(feature, "update")),
  deleteAdmins: route("DELETE", "/users/admin/bulk", needs(feature, "delete")),
  deleteRole: route("DELETE", "/permissions/role/{roleId}", needs(feature, "delete")),
};
