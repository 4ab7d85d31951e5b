import "server-only";
import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { type FeatureAccess, isFull, unite } from "@/lib/contract/access";
import { type InputOf, splitAnyOf } from "@/lib/contract/common";
import type { AdminRow, AdminSingle, rp } from "@/lib/contract/rp";
import type { AdminStatus, Right } from "@/lib/contract/rp.values";
import { keysOf } from "@/lib/server/account/read-keys";
import { refuse } from "@/lib/server/api/errors";
import { awaitingOf } from "@/lib/server/approvals/awaiting";
import { timelineOf } from "@/lib/server/audit/timeline";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { answerOf, orderOf, pageOfTable } from "@/lib/server/lists/list";
import { hasNames } from "@/lib/server/lists/search-terms";
import { dependenciesOf } from "./dependencies";
import { exceeds, fullAdministrators } from "./read-rights";

type ListInput = InputOf<typeof rp.admins>;
export type Admin = typeof admins.$inferSelect;

const SORTS = {
  name: [sql`lower(${admins.firstName})`, sql`lower(${admins.lastName})`],
  email: [sql`lower(${admins.email})`],
  // Who never signed in comes before everybody who did.
  last_sign_in_at: [sql`coalesce(${admins.lastSignInAt}, '-infinity')`],
  created_at: [admins.createdAt],
};

/** All admins but the deleted ones, by name unless told otherwise. `own`: the caller's rights, here and below. */
export async function listAdmins(db: Queryable, input: ListInput, own: readonly FeatureAccess[]) {
  const where = await filterOf(db, input);
  const order = orderOf(input.sort ?? "name", SORTS, admins.id);
  const { rows, count } = await pageOfTable(db, admins, input, { where, order });
  return answerOf(input, await toRows(db, rows, own), count);
}

async function filterOf(db: Queryable, input: ListInput): Promise<SQL | undefined> {
  const full = input.full && (await fullAdministrators(db)).map(({ id }) => id);
  return and(
    ne(admins.status, "deleted"),
    input.status ? inArray(admins.status, splitAnyOf<AdminStatus>(input.status)) : undefined,
    input.roleId
      ? inArray(
          admins.id,
          db.select({ id: adminRoles.adminId }).from(adminRoles).where(eq(adminRoles.roleId, input.roleId)),
        )
      : undefined,
    input.may ? holdersOf(db, input.may) : undefined,
    full ? inArray(admins.id, full) : undefined,
    input.unconfirmed ? isUnconfirmed() : undefined,
    hasNames([admins.firstName, admins.lastName, admins.email], input.q),
  );
}

/** Active accounts that depend on another admin and were not confirmed. */
const isUnconfirmed = () =>
  and(
    eq(admins.status, "active"),
    sql`exists (select 1 from admin_dependencies d join admins former on former.id = d.admin_id
      where d.confirmed_at is null and lower(former.email) = lower(${admins.email}))`,
  );

/** Whose roles hold this right; anyone who is not active has it only on paper. */
function holdersOf(db: Queryable, may: Right): SQL | undefined {
  const [name = "", flag = ""] = may.split(":");
  const granted = JSON.stringify([{ name, access: { [flag]: true } }]);
  const holders = db
    .select({ id: adminRoles.adminId })
    .from(adminRoles)
    .innerJoin(roles, eq(roles.id, adminRoles.roleId))
    .where(sql`${roles.features} @> ${granted}::jsonb`);
  return and(eq(admins.status, "active"), inArray(admins.id, holders));
}

/** The rows as the contract has them, with roles and what waits for approval. */
async function toRows(db: Queryable, rows: readonly Admin[], own: readonly FeatureAccess[]): Promise<AdminRow[]> {
  const ids = rows.map(({ id }) => id);
  const held = await rolesHeld(db, ids);
  const awaiting = await awaitingOf(db, "admin", ids);
  const dependencies = await dependenciesOf(db, ids);
  return rows.map((admin) => {
    const mine = held.filter(({ adminId }) => adminId === admin.id);
    const rights = unite(mine.map(({ role }) => role.features));
    return {
      id: admin.id,
      first_name: admin.firstName,
      last_name: admin.lastName,
      email: admin.email,
      status: admin.status as AdminStatus,
      roles: mine.map(({ role }) => ({ roleId: role.id, name: role.name })),
      is_full: isFull(rights),
      is_stronger: exceeds(rights, own),
      last_sign_in_at: admin.lastSignInAt?.toISOString() ?? null,
      created_at: admin.createdAt.toISOString(),
      awaiting: awaiting.get(admin.id) ?? null,
      depends_on: dependencies.get(admin.id) ?? [],
      version: admin.version,
    };
  });
}

/** The roles of these admins, by name. */
export async function rolesHeld(db: Queryable, adminIds: readonly string[]) {
  if (adminIds.length === 0) return [];
  return db
    .select({ adminId: adminRoles.adminId, role: roles })
    .from(adminRoles)
    .innerJoin(roles, eq(roles.id, adminRoles.roleId))
    .where(inArray(adminRoles.adminId, [...adminIds]))
    .orderBy(sql`lower(${roles.name})`);
}

/** One admin as the list shows them. */
export async function adminRow(db: Queryable, adminId: string, own: readonly FeatureAccess[]): Promise<AdminRow> {
  const [row] = await toRows(db, await db.select().from(admins).where(eq(admins.id, adminId)), own);
  if (!row) throw new Error(`Admin ${adminId} vanished.`);
  return row;
}

/** One admin with their rights and history. @throws 404 also when they were deleted. */
export async function adminSingle(db: Queryable, adminId: string, own: readonly FeatureAccess[]): Promise<AdminSingle> {
  const [admin] = await db
    .select()
    .from(admins)
    .where(and(eq(admins.id, adminId), ne(admins.status, "deleted")));
  if (!admin) throw refuse.notFound("admin");
  const held = await rolesHeld(db, [adminId]);
  return {
    ...(await adminRow(db, adminId, own)),
    features: unite(held.map(({ role }) => role.features)),
    keys: await countKeys(db, adminId),
    timeline: await timelineOf(db, "admin", adminId),
  };
}

async function countKeys(db: Queryable, adminId: string) {
  const { passkeys, authenticator, recovery_codes } = await keysOf(db, adminId);
  return {
    passkeys: passkeys.length,
    authenticator: authenticator !== null,
    recovery_codes: recovery_codes?.left ?? 0,
  };
}

/** The admin, locked until the transaction ends. @throws 404 when there is none, or they were deleted. */
export async function lockAdmin(tx: Transaction, adminId: string): Promise<Admin> {
  const [admin] = await tx
    .select()
    .from(admins)
    .where(and(eq(admins.id, adminId), ne(admins.status, "deleted")))
    .for("update");
  if (!admin) throw refuse.notFound("admin");
  return admin;
}
