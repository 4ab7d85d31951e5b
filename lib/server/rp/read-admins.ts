import "server-only";
import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { type FeatureAccess, isFullAdministrator, mergeRights } from "@/lib/contract/access";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import { cleanPastedValue } from "@/lib/contract/pasted.values";
import type { AdminDetails, AdminRow, rpCalls } from "@/lib/contract/rp";
import { ADMIN_LIST, type AdminStatus, type RightFilterValue } from "@/lib/contract/rp.values";
import { readSignInKeys } from "@/lib/server/account/read-keys";
import { refuse } from "@/lib/server/api/errors";
import { fourEyesConflictSql } from "@/lib/server/approvals/independence";
import { waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { orderByClause, readPageOfTable, toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { readSearchResultPage, searchWordsCondition } from "@/lib/server/lists/search-page";
import { suggestSimilarName } from "@/lib/server/lists/suggest-similar-name";
import { hasMoreRights, readFullAdministrators } from "./current-rights";
import { unconfirmedAdminDependencies } from "./dependencies";

type ListInput = InputOf<typeof rpCalls.admins>;
type Caller = { id: string; rights: readonly FeatureAccess[] };
/** Database row of an admin. */
export type Admin = typeof admins.$inferSelect;

const FULL_NAME_SQL = sql`${admins.firstName} || ' ' || ${admins.lastName}`;
const SORTS = {
  name: [sql`lower(${admins.firstName})`, sql`lower(${admins.lastName})`],
  email: [sql`lower(${admins.email})`],
  // Places admins without any sign-in before all others.
  last_sign_in_at: [sql`coalesce(${admins.lastSignInAt}, '-infinity')`],
  created_at: [admins.createdAt],
};

/** Lists all admins except deleted ones, by name unless `sort` is given. */
export async function listAdmins(db: Queryable, input: ListInput, caller: Caller) {
  const where = await adminFilter(db, input, caller.id);
  const sort = input.sort ?? "name";
  const order = orderByClause(sort, SORTS, admins.id);
  const columns = sql`first_name, last_name, email, last_sign_in_at, created_at`;
  const found = input.q?.trim()
    ? await readSearchResultPage(db, admins, { ...input, where, order, columns })
    : undefined;
  const { rows, count } = found?.ids
    ? {
        rows: await db.select().from(admins).where(inArray(admins.id, found.ids)).orderBy(order),
        count: toCappedTotal(found.count),
      }
    : await readPageOfTable(db, admins, input, { where, order });
  const withoutSearch = await adminFilter(db, { ...input, q: undefined }, caller.id);
  const suggestion = await suggestSimilarName(db, {
    typed: input.q,
    total: count.total,
    fits: (query) => sql`${admins.words} @@ ${query}`,
    rowsWith: (matches) => sql`select ${FULL_NAME_SQL} as name from ${admins} where ${and(withoutSearch, matches)}`,
  });
  const items = await toRows(db, rows, caller.rights);
  const window = await readListWindow(db, ADMIN_LIST, { ...input, sort }, items, {
    table: admins,
    at: admins.createdAt,
    where: () => adminFilter(db, { ...input, until: undefined }, caller.id),
  });
  return { ...toPagedList(input, items, count, suggestion), ...window };
}

async function adminFilter(db: Queryable, input: ListInput, callerId: string): Promise<SQL | undefined> {
  const fullIds = input.full && (await readFullAdministrators(db)).map(({ id }) => id);
  return and(
    ne(admins.status, "deleted"),
    hasArrivedBy(admins.createdAt, input.until),
    input.status ? inArray(admins.status, splitChoiceList<AdminStatus>(input.status)) : undefined,
    input.roleId
      ? inArray(
          admins.id,
          db.select({ id: adminRoles.adminId }).from(adminRoles).where(eq(adminRoles.roleId, input.roleId)),
        )
      : undefined,
    input.may ? hasRight(db, input.may) : undefined,
    fullIds ? inArray(admins.id, fullIds) : undefined,
    input.unconfirmed ? isUnconfirmedAdmin() : undefined,
    input.confirmable ? isConfirmableBy(callerId) : undefined,
    await searchWordsCondition(db, cleanPastedValue(input.q ?? ""), { table: admins, words: admins.words }),
  );
}

/** Rights needed to confirm an account. */
export const RIGHTS_TO_CONFIRM_ADMINS = [{ feature: "Roles & Permissions", flag: "approve" }] as const;

const unconfirmedDependencies = sql`from admin_dependencies d join admins former on former.id = d.admin_id
  where d.confirmed_at is null and lower(former.email) = lower(${admins.email})`;

/** SQL condition: the account is active and has an unconfirmed dependency. */
const isUnconfirmedAdmin = () => and(eq(admins.status, "active"), sql`exists (select 1 ${unconfirmedDependencies})`);

/**
 * SQL condition: an unconfirmed account that this admin may confirm, as in confirm-admin.ts. Excludes accounts that are not independent of
 * the admin, including their own, and accounts that depend on one of these.
 */
export function isConfirmableBy(callerId: string): SQL {
  const why = (accountId: SQL) => fourEyesConflictSql(accountId, callerId, RIGHTS_TO_CONFIRM_ADMINS);
  // `case` makes PostgreSQL run the slow check only for the few unconfirmed accounts.
  return sql`case when ${isUnconfirmedAdmin()} then ${why(sql`${admins.id}`)} is null
    and not exists (select 1 ${unconfirmedDependencies} and ${why(sql`d.depends_on`)} is not null) else false end`;
}

/** SQL condition: an active admin whose roles include this right. */
function hasRight(db: Queryable, right: RightFilterValue): SQL | undefined {
  const [name = "", flag = ""] = right.split(":");
  const rightJson = JSON.stringify([{ name, access: { [flag]: true } }]);
  const holderIds = db
    .select({ id: adminRoles.adminId })
    .from(adminRoles)
    .innerJoin(roles, eq(roles.id, adminRoles.roleId))
    .where(sql`${roles.features} @> ${rightJson}::jsonb`);
  return and(eq(admins.status, "active"), inArray(admins.id, holderIds));
}

/** Converts database rows of admins for the API, with roles, waiting approval requests and dependencies. */
async function toRows(db: Queryable, rows: readonly Admin[], own: readonly FeatureAccess[]): Promise<AdminRow[]> {
  const ids = rows.map(({ id }) => id);
  const heldRoles = await readRolesHeld(db, ids);
  const awaiting = await waitingApprovalsOfRecords(db, "admin", ids);
  const dependencies = await unconfirmedAdminDependencies(db, ids);
  return rows.map((admin) => {
    const ownRoles = heldRoles.filter(({ adminId }) => adminId === admin.id);
    const rights = mergeRights(ownRoles.map(({ role }) => role.features));
    return {
      id: admin.id,
      first_name: admin.firstName,
      last_name: admin.lastName,
      email: admin.email,
      status: admin.status as AdminStatus,
      roles: ownRoles.map(({ role }) => ({ roleId: role.id, name: role.name })),
      is_full: isFullAdministrator(rights),
      is_stronger: hasMoreRights(rights, own),
      last_sign_in_at: admin.lastSignInAt?.toISOString() ?? null,
      created_at: admin.createdAt.toISOString(),
      awaiting: awaiting.get(admin.id) ?? null,
      depends_on: dependencies.get(admin.id) ?? [],
      version: admin.version,
    };
  });
}

/** Returns the roles of these admins, by name. */
export async function readRolesHeld(db: Queryable, adminIds: readonly string[]) {
  if (adminIds.length === 0) return [];
  return db
    .select({ adminId: adminRoles.adminId, role: roles })
    .from(adminRoles)
    .innerJoin(roles, eq(roles.id, adminRoles.roleId))
    .where(inArray(adminRoles.adminId, [...adminIds]))
    .orderBy(sql`lower(${roles.name})`);
}

/** Returns one row of the list of admins. `own`: the caller's rights. */
export async function readAdminRow(db: Queryable, adminId: string, own: readonly FeatureAccess[]): Promise<AdminRow> {
  const [row] = await toRows(db, await db.select().from(admins).where(eq(admins.id, adminId)), own);
  if (!row) throw new Error(`Admin ${adminId} vanished.`);
  return row;
}

/** Returns one admin with rights and history. @throws 404, also for a deleted admin */
export async function readAdminDetails(
  db: Queryable,
  adminId: string,
  own: readonly FeatureAccess[],
): Promise<AdminDetails> {
  const [admin] = await db
    .select()
    .from(admins)
    .where(and(eq(admins.id, adminId), ne(admins.status, "deleted")));
  if (!admin) throw refuse.notFound("admin");
  const heldRoles = await readRolesHeld(db, [adminId]);
  return {
    ...(await readAdminRow(db, adminId, own)),
    features: mergeRights(heldRoles.map(({ role }) => role.features)),
    keys: await countKeys(db, adminId),
    timeline: await readRecordTimeline(db, "admin", adminId),
  };
}

async function countKeys(db: Queryable, adminId: string) {
  const { passkeys, authenticator, recovery_codes } = await readSignInKeys(db, adminId);
  return {
    passkeys: passkeys.length,
    authenticator: authenticator !== null,
    recovery_codes: recovery_codes?.left ?? 0,
  };
}

/** Returns the admin and locks the row until the transaction ends. @throws 404, also for a deleted admin */
export async function lockAdmin(tx: Transaction, adminId: string): Promise<Admin> {
  const [admin] = await tx
    .select()
    .from(admins)
    .where(and(eq(admins.id, adminId), ne(admins.status, "deleted")))
    .for("update");
  if (!admin) throw refuse.notFound("admin");
  return admin;
}
