import "server-only";
import { eq, inArray } from "drizzle-orm";
import { grantsOf } from "@/lib/contract/access";
import { refuse } from "@/lib/server/api/errors";
import type { Preview } from "@/lib/server/approvals/approval-preview";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";

/** Facts behind a request to give sensitive roles: the admin's current roles, and the rights of the requested ones. */
export const rolesPreview: Preview = {
  async basis(db, { recordId, payload }) {
    const [admin] = await db.select().from(admins).where(eq(admins.id, recordId));
    if (!admin) throw refuse.notFound("admin");
    const held = await db
      .select({ name: roles.name })
      .from(adminRoles)
      .innerJoin(roles, eq(roles.id, adminRoles.roleId))
      .where(eq(adminRoles.adminId, admin.id));
    const ids = (payload.role_ids ?? []) as string[];
    const wanted = ids.length ? await db.select().from(roles).where(inArray(roles.id, ids)) : [];
    return {
      "Roles until now": listed(held.map(({ name }) => name)),
      "Roles that are given": listed(
        wanted.map(({ name, features }) => `${name} (${grantsOf(features).length} rights)`),
      ),
    };
  },
};

const listed = (names: readonly string[]) => [...names].sort().join(", ") || "none";

/** Facts behind a request to widen a role: its current rights and its holders. */
export const rolePreview: Preview = {
  async basis(db, { recordId }) {
    const [role] = await db.select().from(roles).where(eq(roles.id, recordId));
    if (!role) throw refuse.notFound("role");
    const people = await db
      .select({ email: admins.email })
      .from(adminRoles)
      .innerJoin(admins, eq(admins.id, adminRoles.adminId))
      .where(eq(adminRoles.roleId, role.id));
    return {
      "Rights until now": listed(grantsOf(role.features).map(({ feature, flag }) => `${flag} in ${feature}`)),
      "Admins who hold it": listed(people.map(({ email }) => email)),
    };
  },
};
