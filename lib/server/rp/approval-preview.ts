import "server-only";
import { eq, inArray } from "drizzle-orm";
import { toRightList } from "@/lib/contract/access";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalPreview } from "@/lib/server/approvals/approval-preview";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";

/** Approval preview of a role assignment: the admin's current roles, and the requested roles with their number of rights. */
export const roleAssignmentPreview: ApprovalPreview = {
  async basis(db, { recordId, payload }) {
    const [admin] = await db.select().from(admins).where(eq(admins.id, recordId));
    if (!admin) throw refuse.notFound("admin");
    const heldRoles = await db
      .select({ name: roles.name })
      .from(adminRoles)
      .innerJoin(roles, eq(roles.id, adminRoles.roleId))
      .where(eq(adminRoles.adminId, admin.id));
    const ids = (payload.role_ids ?? []) as string[];
    const wantedRoles = ids.length ? await db.select().from(roles).where(inArray(roles.id, ids)) : [];
    return {
      "Roles until now": joinNames(heldRoles.map(({ name }) => name)),
      "Roles that are given": joinNames(
        wantedRoles.map(({ name, features }) => `${name} (${toRightList(features).length} rights)`),
      ),
    };
  },
};

const joinNames = (names: readonly string[]) => [...names].sort().join(", ") || "none";

/** Approval preview of rights added to a role: the role's current rights, and the admins who hold it. */
export const roleChangePreview: ApprovalPreview = {
  async basis(db, { recordId }) {
    const [role] = await db.select().from(roles).where(eq(roles.id, recordId));
    if (!role) throw refuse.notFound("role");
    const people = await db
      .select({ email: admins.email })
      .from(adminRoles)
      .innerJoin(admins, eq(admins.id, adminRoles.adminId))
      .where(eq(adminRoles.roleId, role.id));
    return {
      "Rights until now": joinNames(toRightList(role.features).map(({ feature, flag }) => `${flag} in ${feature}`)),
      "Admins who hold it": joinNames(people.map(({ email }) => email)),
    };
  },
};
