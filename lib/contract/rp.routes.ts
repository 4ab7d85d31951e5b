import { needs } from "./access";
import { route } from "./route";

const feature = "Roles & Permissions";

export const rpRoutes = {
  access: route("GET", "/permissions/roles/users/access", "signed-in", "What the signed-in admin may do"),
  admins: route("GET", "/users/all/admins", needs(feature, "read"), "Admin users"),
  admin: route(
    "GET",
    "/users/all/admins/{adminId}",
    needs(feature, "read"),
    "One admin user, their rights and history",
  ),
  permissions: route("GET", "/permissions/all", needs(feature, "read"), "All features and flags that a role can hold"),
  roles: route("GET", "/permissions/roles", needs(feature, "read"), "Roles"),
  role: route("GET", "/permissions/roles/single/{roleId}", needs(feature, "read"), "One role"),
  stats: route("GET", "/users/roles/stats", needs(feature, "read"), "How many admins and roles there are"),
  createAdmin: route("POST", "/auth/admin", needs(feature, "create"), "Invite an admin", { done: "Invited an admin" }),
  inviteAgain: route("POST", "/auth/admin/{adminId}/invitation", needs(feature, "create"), "Mail an invitation again", {
    done: "Invited an admin again",
  }),
  createRole: route("POST", "/permissions/role", needs(feature, "create"), "Add a role", { done: "Added a role" }),
  assignRoles: route("POST", "/permissions/role/user/assign", needs(feature, "update"), "Set the roles of an admin", {
    done: "Set the roles of an admin",
  }),
  updateRole: route("PATCH", "/permissions/role/update/{roleId}", needs(feature, "update"), "Change a role", {
    done: "Changed a role",
  }),
  setAdminStatus: route(
    "PATCH",
    "/users/admin/status-update",
    needs(feature, "update"),
    "Suspend or reactivate an admin",
    { done: "Suspended or reactivated an admin" },
  ),
  deleteAdmins: route("DELETE", "/users/admin/bulk", needs(feature, "delete"), "Delete admins", {
    done: "Deleted admins",
  }),
  deleteRole: route("DELETE", "/permissions/role/{roleId}", needs(feature, "delete"), "Delete a role", {
    done: "Deleted a role",
  }),
};
