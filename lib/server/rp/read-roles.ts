import "server-only";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { type FeatureAccess, unite } from "@/lib/contract/access";
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
import { strongerAmong } from "./refuse-stronger";

type ListInput = InputOf<typeof rp.roles>;
type Role = typeof roles.$inferSelect;

const PEOPLE_SHOWN = 100;
// Deleted admins have no roles any more, so every row counts.
const members = sql<number>`(select count(*)::int from admin_roles ar where ar.role_id = "roles"."id")`;
const SORTS = { name: [sql`lower(${roles.name})`], members: [members] };

/** Roles by name with how many hold them; search looks for the beginning of any word of the name. */
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
  // Every feature named, also those that came after the role was saved.
  features: unite([role.features]),
  members: count,
  awaiting: waiting.get(role.id) ?? null,
  version: role.version,
});

/** One role, whom it concerns, and its history. `own`: the caller's rights. @throws 404 */
export async function roleSingle(db: Queryable, roleId: string, own: readonly FeatureAccess[]): Promise<RoleSingle> {
  const [found] = await db.select({ role: roles, members }).from(roles).where(eq(roles.id, roleId));
  if (!found) throw refuse.notFound("role");
  const people = await holders(db, roleId).limit(PEOPLE_SHOWN);
  return {
    ...toRow(found.role, found.members, await awaitingOf(db, "role", [roleId])),
    people: people.map((admin) => ({ ...adminRefOf(admin), status: admin.status as AdminStatus })),
    is_held_by_stronger: (await strongerAmong(db, await holderIds(db, roleId), own)).size > 0,
    timeline: await timelineOf(db, "role", roleId),
  };
}

/** Everybody who holds this role, active or not. */
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
