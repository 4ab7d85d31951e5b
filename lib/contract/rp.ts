import { z } from "zod";
import { FEATURES, FLAGS } from "./access";
import { declare, email, id, instant, listInput, listOf, nothing, text, version } from "./common";
import { rpRoutes as routes } from "./rp.routes";

const flags = z.strictObject(
  Object.fromEntries(FLAGS.map((flag) => [flag, z.boolean()])) as Record<(typeof FLAGS)[number], z.ZodBoolean>,
);
const featureAccess = z.object({ name: z.string(), access: flags });
const grants = z.array(z.strictObject({ name: z.enum(FEATURES), access: flags })).max(FEATURES.length);
const roleId = z.strictObject({ roleId: id });

const admin = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  status: z.enum(["invited", "active", "suspended"]),
  roles: z.array(z.object({ roleId: z.string(), name: z.string() })),
  last_sign_in_at: instant.nullable(),
  version,
});
const role = z.object({
  roleId: z.string(),
  name: z.string(),
  description: z.string(),
  features: z.array(featureAccess),
  members: z.int(),
  version,
});
const roleBody = { name: text(80, 2), description: text(400), features: grants };

export const rp = {
  access: declare(routes.access, { input: nothing, output: z.object({ features: z.array(featureAccess) }) }),
  admins: declare(routes.admins, {
    input: listInput({ status: z.enum(["invited", "active", "suspended"]).optional(), roleId: id.optional() }, [
      "name",
      "email",
      "last_sign_in_at",
    ]),
    output: listOf(admin),
  }),
  permissions: declare(routes.permissions, {
    input: nothing,
    output: z.object({ features: z.array(z.enum(FEATURES)), flags: z.array(z.enum(FLAGS)) }),
  }),
  roles: declare(routes.roles, { input: listInput({}, ["name", "members"]), output: listOf(role) }),
  role: declare(routes.role, { input: roleId, output: role }),
  stats: declare(routes.stats, {
    input: nothing,
    output: z.object({ admins: z.int(), active: z.int(), invited: z.int(), suspended: z.int(), roles: z.int() }),
  }),
  createAdmin: declare(routes.createAdmin, {
    input: z.strictObject({
      first_name: text(80, 1),
      last_name: text(80, 1),
      email,
      role_ids: z.array(id).min(1, "Choose at least one role.").max(20),
    }),
    output: admin,
  }),
  createRole: declare(routes.createRole, { input: z.strictObject(roleBody), output: role }),
  assignRoles: declare(routes.assignRoles, {
    input: z.strictObject({ admin_id: id, role_ids: z.array(id).max(20), version }),
    output: admin,
  }),
  updateRole: declare(routes.updateRole, { input: z.strictObject({ roleId: id, ...roleBody, version }), output: role }),
  setAdminStatus: declare(routes.setAdminStatus, {
    input: z.strictObject({ admin_id: id, status: z.enum(["active", "suspended"]) }),
    output: admin,
  }),
  deleteAdmins: declare(routes.deleteAdmins, {
    input: z.strictObject({ accounts: z.array(id).min(1).max(100) }),
    output: z.object({
      results: z.array(z.object({ id: z.string(), deleted: z.boolean(), message: z.string() })),
    }),
  }),
  deleteRole: declare(routes.deleteRole, { input: roleId, output: z.object({}) }),
};
