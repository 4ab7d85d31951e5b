import "server-only";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { type FeatureAccess, mergeRights } from "@/lib/contract/access";
import type { Awaiting } from "@/lib/contract/approvals";
import type { InputOf } from "@/lib/contract/common";
import type { RoleRow, RoleSingle, rp } from "@/lib/contract/rp";
import type { AdminStatus } from "@/lib/contract/rp.values";
import { refuse } from "@/lib/server/api/errors";
import { awaitingOf } from "@/lib/server/approvals/awaiting";
import { timelineOf } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { answerOf, cappedCount, orderOf } from "@/lib/server/lists/list";
import { hasWords } from "@/lib/server/lists/search-terms";
import { adminRefOf } from "@/lib/server/records/admin-record";
import { adminsWithMoreRights } from "./refuse-stronger";

type ListInput = InputOf<typeof rp.roles>;
type Role = typeof roles.$inferSelect;

const PEOPLE_SHOWN = 100;
// Deleted admins have no roles, so every row counts.
const members = sql<number>`(select count(*)::int from admin_roles ar where ar.role_id = "roles"."id")`;
const SORTS = { name: [sql`lower(${roles.name})`], members: [members] };

/** Lists roles by name with their number of holders. The search matches the beginning of any word. */
export async function listRoles(db: Queryable, input: ListInput) {
  const where = hasWords(roles.name, input.q);
  const rows = await db
    .select({ role: roles, members })
    .from(roles)
    .where(where)
    .orderBy(orderOf(input.sort ?? "name", SORTS, roles.id))
    .limit(input.size)
    .offset(input.page * input.size);
  const count = await cappedCount(db, roles, where);
  const waiting = await awaitingOf(
    db,
    "role",
    rows.map(({ role }) => role.id),
  );
  return answerOf(
    input,
    rows.map((row) => toRow(row.role, row.members, waiting)),
    count,
  );
}

const toRow = (role: Role, count: number, waiting: ReadonlyMap<string, Awaiting>): RoleRow => ({
  roleId: role.id,
  name: role.name,
  description: role.description,
  // Adds features that were introduced after the role was saved.
  features: mergeRights([role.features]),
  members: count,
  awaiting: waiting.get(role.id) ?? null,
  version: role.version,
});

/** Returns one role with its holders and history. `own`: the caller's rights. @throws 404 */
export async function roleSingle(db: Queryable, roleId: string, own: readonly FeatureAccess[]): Promise<RoleSingle> {
  const [found] = await db.select({ role: roles, members }).from(roles).where(eq(roles.id, roleId));
  if (!found) throw refuse.notFound("role");
  const people = await holders(db, roleId).limit(PEOPLE_SHOWN);
  return {
    ...toRow(found.role, found.members, await awaitingOf(db, "role", [roleId])),
    people: people.map((admin) => ({ ...adminRefOf(admin), status: admin.status as AdminStatus })),
    is_held_by_stronger: (await adminsWithMoreRights(db, await holderIds(db, roleId), own)).size > 0,
    timeline: await timelineOf(db, "role", roleId),
  };
}

/** Returns the ids of all admins with this role, active or not. */
export async function holderIds(db: Queryable, roleId: string): Promise<string[]> {
  const held = await db.select({ id: adminRoles.adminId }).from(adminRoles).where(eq(adminRoles.roleId, roleId));
  return held.map(({ id }) => id);
}

const holders = (db: Queryable, roleId: string) =>
  db
    .select()
    .from(admins)
    .where(
      and(
        ne(admins.status, "deleted"),
        inArray(admins.id, db.select({ id: adminRoles.adminId }).from(adminRoles).where(eq(adminRoles.roleId, roleId))),
      ),
    )
    .orderBy(sql`lower(${admins.firstName})`, sql`lower(${admins.lastName})`, admins.id);
