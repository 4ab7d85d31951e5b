import "server-only";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Grant } from "@/lib/contract/access";
import type { AdminDependence } from "@/lib/contract/rp";
import type { DependenceReason } from "@/lib/contract/rp.values";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { adminDependencies, admins } from "@/lib/server/db/schema/admin";
import { adminRefOf } from "@/lib/server/records/admin-record";

type Dependence = {
  /** The account that depends on `on`. */
  adminId: string;
  on: string;
  reason: DependenceReason;
  rights?: readonly Grant[];
  /** Operations vouched for the account with the setup key. */
  byKey?: boolean;
};

/**
 * Notes that accounts depend on another until a third admin confirms them. Nobody depends on themselves. The setup key confirms all that
 * an account depends on, since operations vouch for it.
 */
export async function noteDependencies(tx: Transaction, noted: readonly Dependence[]): Promise<void> {
  for (const { adminId, byKey } of noted) if (byKey) await confirmDependencies(tx, adminId, null);
  const rows = noted.flatMap(({ adminId, on, reason, rights = [], byKey }) =>
    adminId === on ? [] : [{ adminId, dependsOn: on, reason, rights, confirmedAt: byKey ? sql`now()` : null }],
  );
  if (rows.length) await tx.insert(adminDependencies).values(rows);
}

/**
 * Copies to an admin what the former accounts of their email depend on, and who depends on those, before that email changes:
 * accounts are the same person where their emails are.
 */
export async function keepDependencies(tx: Transaction, adminId: string): Promise<void> {
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

/** Confirms all that an account depends on, also by its former rows of the same email. @param confirmedBy null: the setup key */
export async function confirmDependencies(tx: Transaction, adminId: string, confirmedBy: string | null): Promise<void> {
  await tx.execute(sql`
    update admin_dependencies set confirmed_at = now(), confirmed_by = ${confirmedBy}::uuid
    where confirmed_at is null and admin_id in (
      select former.id from admins former join admins a on lower(a.email) = lower(former.email) where a.id = ${adminId})`);
}

const other = alias(admins, "other");

/** What these accounts depend on and nobody has confirmed, by their ids. Accounts are the same where their emails are. */
export async function dependenciesOf(
  db: Queryable,
  adminIds: readonly string[],
): Promise<Map<string, AdminDependence[]>> {
  if (adminIds.length === 0) return new Map();
  const former = alias(admins, "former");
  const rows = await db
    .select({ id: admins.id, dependency: adminDependencies, on: other })
    .from(admins)
    .innerJoin(former, eq(sql`lower(${former.email})`, sql`lower(${admins.email})`))
    .innerJoin(adminDependencies, eq(adminDependencies.adminId, former.id))
    .innerJoin(other, eq(other.id, adminDependencies.dependsOn))
    .where(and(inArray(admins.id, [...adminIds]), isNull(adminDependencies.confirmedAt)))
    .orderBy(asc(adminDependencies.id));
  const found = new Map<string, AdminDependence[]>();
  for (const { id, dependency, on } of rows)
    found.set(id, [
      ...(found.get(id) ?? []),
      {
        on: adminRefOf(on),
        reason: dependency.reason,
        rights: [...dependency.rights],
        since: dependency.since.toISOString(),
      },
    ]);
  return found;
}
