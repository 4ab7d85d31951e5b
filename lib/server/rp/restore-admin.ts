import { ALL_RIGHTS } from "@/lib/contract/access";
import "server-only";
import { and, eq, ne, sql } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { ensureFullAdministratorRole, FULL_ADMINISTRATOR_ROLE } from "@/lib/server/auth/first-admin";
import type { Database, Transaction } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { adminRecordRef, nameWithEmail } from "@/lib/server/records/admin-record";
import { hasMoreRights, readFullAdministrators } from "./current-rights";

const MIN_REASON_LENGTH = 10;

/**
 * Name of the restored admin's role if the role "Full administrator" has lost rights and other admins hold it. Giving that role all rights again
 * would also give them to these admins.
 */
const RESTORED_ROLE = "Restored administrator";

type Restoration = { email: string; reason: string };

/**
 * Makes a known admin an active full administrator, for `npm run restore-admin`. Works only while there is no active full administrator,
 * because otherwise that administrator can give the rights with a second admin's approval. Adds an audit row. @returns the admin's name
 * with email @throws Error if there is an active full administrator, no such admin, or no sufficient reason
 */
export async function restoreFullAdministrator(db: Database, { email, reason }: Restoration): Promise<string> {
  if (reason.trim().length < MIN_REASON_LENGTH)
    throw new Error(`Give a reason of at least ${MIN_REASON_LENGTH} characters: it is stored in the audit trail.`);
  return inTransaction(db, async (tx) => {
    // Blocks other changes of admins and roles, so that no other full administrator is created between the check and the commit.
    await tx.execute(sql`lock table admins, admin_roles, roles in share row exclusive mode`);
    const [administrator] = await readFullAdministrators(tx);
    if (administrator)
      throw new Error(
        `${administrator.name} (${administrator.email}) is an active full administrator. Ask them to give the role in Roles & Permissions.`,
      );
    const admin = await readKnownAdmin(tx, email);
    const before = { status: admin.status, roles: await readRoleNames(tx, admin.id) };
    await tx
      .insert(adminRoles)
      .values({ adminId: admin.id, roleId: await ensureFullAdministratorRole(tx, await chooseRole(tx, admin.id)) })
      .onConflictDoNothing();
    await tx
      .update(admins)
      .set({ status: "active", version: sql`${admins.version} + 1` })
      .where(eq(admins.id, admin.id));
    const after = { status: "active", roles: await readRoleNames(tx, admin.id), reason: reason.trim() };
    await appendAudit(tx, systemAuditRow("rp.restoreAdmin", { record: adminRecordRef(admin), before, after }));
    return nameWithEmail(admin);
  });
}

/** Returns the name of a role that can be given all rights without another admin gaining rights as its holder. */
async function chooseRole(tx: Transaction, adminId: string): Promise<string> {
  for (let number = 0; ; number++) {
    const name = number === 0 ? FULL_ADMINISTRATOR_ROLE : number === 1 ? RESTORED_ROLE : `${RESTORED_ROLE} ${number}`;
    const [heldByOthers] = await tx
      .select({ features: roles.features })
      .from(admins)
      .innerJoin(adminRoles, eq(adminRoles.adminId, admins.id))
      .innerJoin(roles, eq(roles.id, adminRoles.roleId))
      .where(
        and(ne(admins.id, adminId), ne(admins.status, "deleted"), eq(sql`lower(${roles.name})`, name.toLowerCase())),
      )
      .limit(1);
    if (!heldByOthers || !hasMoreRights(ALL_RIGHTS, heldByOthers.features)) return name;
  }
}

async function readKnownAdmin(tx: Transaction, email: string) {
  const [admin] = await tx
    .select()
    .from(admins)
    .where(and(eq(sql`lower(${admins.email})`, email.trim().toLowerCase()), ne(admins.status, "deleted")));
  if (!admin) throw new Error(`There is no admin ${email}.`);
  if (!admin.passwordHash) throw new Error(`${email} never accepted the invitation, so nobody knows who that is.`);
  return admin;
}

const readRoleNames = async (tx: Transaction, adminId: string) => {
  const rows = await tx
    .select({ name: roles.name })
    .from(adminRoles)
    .innerJoin(roles, eq(roles.id, adminRoles.roleId))
    .where(eq(adminRoles.adminId, adminId))
    .orderBy(roles.name);
  return rows.map(({ name }) => name);
};
