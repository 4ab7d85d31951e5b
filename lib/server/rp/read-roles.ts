import "server-only";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { type FeatureAccess, mergeRights } from "@/lib/contract/access";
import type { PendingApproval } from "@/lib/contract/approvals";
import type { InputOf } from "@/lib/contract/common";
import type { RoleDetails, RoleRow, rpCalls } from "@/lib/contract/rp";
import type { AdminStatus } from "@/lib/contract/rp.values";
import { refuse } from "@/lib/server/api/errors";
import { waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { countUpToCap, orderByClause, toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { readSearchResultPage, searchWordsCondition } from "@/lib/server/lists/search-page";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { adminsWithMoreRights } from "./refuse-more-rights";

type ListInput = InputOf<typeof rpCalls.roles>;
type Role = typeof roles.$inferSelect;

const MAX_PEOPLE_SHOWN = 100;
// Counts a role's holders without checking their status, because deleted admins have no roles.
const memberCountSql = sql<number>`(select count(*)::int from admin_roles ar where ar.role_id = "roles"."id")`;
const SORTS = { name: [sql`lower(${roles.name})`], members: [memberCountSql] };

/** Lists roles by name with their number of holders. The search matches beginnings of words. */
export async function listRoles(db: Queryable, input: ListInput) {
  const where = await searchWordsCondition(db, input.q, { table: roles, words: roles.words });
  const order = orderByClause(input.sort ?? "name", SORTS, roles.id);
  const found = input.q?.trim()
    ? await readSearchResultPage(db, roles, { ...input, where, order, columns: sql`name` })
    : undefined;
  const rows = await db
    .select({ role: roles, members: memberCountSql })
    .from(roles)
    .where(found?.ids ? inArray(roles.id, found.ids) : where)
    .orderBy(order)
    .limit(input.size)
    .offset(found?.ids ? 0 : input.page * input.size);
  const count = found ? toCappedTotal(found.count) : await countUpToCap(db, roles, where);
  const pendingApprovals = await waitingApprovalsOfRecords(
    db,
    "role",
    rows.map(({ role }) => role.id),
  );
  return toPagedList(
    input,
    rows.map((row) => toRow(row.role, row.members, pendingApprovals)),
    count,
  );
}

const toRow = (role: Role, count: number, pendingApprovals: ReadonlyMap<string, PendingApproval>): RoleRow => ({
  roleId: role.id,
  name: role.name,
  description: role.description,
  // Adds features that were introduced after the role was stored.
  features: mergeRights([role.features]),
  members: count,
  awaiting: pendingApprovals.get(role.id) ?? null,
  version: role.version,
});

/** Returns one role with its holders and history. `own`: the caller's rights. @throws 404 */
export async function readRoleDetails(
  db: Queryable,
  roleId: string,
  own: readonly FeatureAccess[],
): Promise<RoleDetails> {
  const [roleRow] = await db.select({ role: roles, members: memberCountSql }).from(roles).where(eq(roles.id, roleId));
  if (!roleRow) throw refuse.notFound("role");
  const people = await selectHolders(db, roleId).limit(MAX_PEOPLE_SHOWN);
  return {
    ...toRow(roleRow.role, roleRow.members, await waitingApprovalsOfRecords(db, "role", [roleId])),
    people: people.map((admin) => ({ ...toAdminRef(admin), status: admin.status as AdminStatus })),
    is_held_by_stronger: (await adminsWithMoreRights(db, await roleHolderIds(db, roleId), own)).size > 0,
    timeline: await readRecordTimeline(db, "role", roleId),
  };
}

/** Returns the ids of all admins with this role, active or not. */
export async function roleHolderIds(db: Queryable, roleId: string): Promise<string[]> {
  const holderRows = await db.select({ id: adminRoles.adminId }).from(adminRoles).where(eq(adminRoles.roleId, roleId));
  return holderRows.map(({ id }) => id);
}

const selectHolders = (db: Queryable, roleId: string) =>
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
