import "server-only";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AccessRight } from "@/lib/contract/access";
import type { FourEyesConflict } from "@/lib/contract/rp";
import type { FourEyesConflictReason } from "@/lib/contract/rp.values";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { adminDependencies, admins } from "@/lib/server/db/schema/admin";
import { toAdminRef } from "@/lib/server/records/admin-record";

type DependencyInput = {
  /** Account that depends on the account `on`. */
  adminId: string;
  on: string;
  reason: FourEyesConflictReason;
  rights?: readonly AccessRight[];
  /** True if the change was made with the setup key, so that the server's operators vouch for the account. */
  byKey?: boolean;
};

/**
 * Records that admin accounts depend on another admin, for example on the inviter. Until a third admin confirms an account, it and the admin on whom
 * it depends may not decide each other's requests (docs/rules.md, Four eyes). An account never depends on itself. The setup key confirms all
 * dependencies of an account, because the server's operators vouch for it.
 */
export async function recordAdminDependencies(
  tx: Transaction,
  newDependencies: readonly DependencyInput[],
): Promise<void> {
  for (const { adminId, byKey } of newDependencies) if (byKey) await confirmAdminDependencies(tx, adminId, null);
  const rows = newDependencies.flatMap(({ adminId, on, reason, rights = [], byKey }) =>
    adminId === on ? [] : [{ adminId, dependsOn: on, reason, rights, confirmedAt: byKey ? sql`now()` : null }],
  );
  if (rows.length) await tx.insert(adminDependencies).values(rows);
}

/**
 * Copies the dependencies of an email's former accounts, in both directions, to an admin whose email is changing.
 * Accounts with the same email count as one person.
 */
export async function copyAdminDependencies(tx: Transaction, adminId: string): Promise<void> {
  await tx.execute(sql`
    with former as (
      select f.id from admins f join admins a on lower(f.email) = lower(a.email) where a.id = ${adminId} and f.id <> a.id)
    insert into admin_dependencies (admin_id, depends_on, reason, rights, since)
    select ${adminId}::uuid, d.depends_on, d.reason, d.rights, d.since from admin_dependencies d join former f on f.id = d.admin_id
    where d.confirmed_at is null and d.depends_on <> ${adminId}
    union all
    select d.admin_id, ${adminId}::uuid, d.reason, d.rights, d.since from admin_dependencies d join former f on f.id = d.depends_on
    where d.confirmed_at is null and d.admin_id <> ${adminId}`);
}

/** Confirms all dependencies of an account, and of former accounts with the same email. @param confirmedBy null if the setup key confirms them */
export async function confirmAdminDependencies(
  tx: Transaction,
  adminId: string,
  confirmedBy: string | null,
): Promise<void> {
  await tx.execute(sql`
    update admin_dependencies set confirmed_at = now(), confirmed_by = ${confirmedBy}::uuid
    where confirmed_at is null and admin_id in (
      select former.id from admins former join admins a on lower(a.email) = lower(former.email) where a.id = ${adminId})`);
}

const otherAdmins = alias(admins, "other");

/** Returns unconfirmed dependencies by account id. Accounts with the same email count as one account. */
export async function unconfirmedAdminDependencies(
  db: Queryable,
  adminIds: readonly string[],
): Promise<Map<string, FourEyesConflict[]>> {
  if (adminIds.length === 0) return new Map();
  const formerAdmins = alias(admins, "former");
  const rows = await db
    .select({ id: admins.id, dependency: adminDependencies, on: otherAdmins })
    .from(admins)
    .innerJoin(formerAdmins, eq(sql`lower(${formerAdmins.email})`, sql`lower(${admins.email})`))
    .innerJoin(adminDependencies, eq(adminDependencies.adminId, formerAdmins.id))
    .innerJoin(otherAdmins, eq(otherAdmins.id, adminDependencies.dependsOn))
    .where(and(inArray(admins.id, [...adminIds]), isNull(adminDependencies.confirmedAt)))
    .orderBy(asc(adminDependencies.id));
  const byAdmin = new Map<string, FourEyesConflict[]>();
  for (const { id, dependency, on } of rows)
    byAdmin.set(id, [
      ...(byAdmin.get(id) ?? []),
      {
        on: toAdminRef(on),
        reason: dependency.reason,
        rights: [...dependency.rights],
        since: dependency.since.toISOString(),
      },
    ]);
  return byAdmin;
}
