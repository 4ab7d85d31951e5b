import "server-only";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { AdminRef } from "@/lib/contract/common";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { adminRefOf } from "@/lib/server/records/admin-record";

/**
 * Keeps these admins active until the transaction ends: anyone who suspends or deletes one waits, and then finds what was
 * given to them. Take it before the lock of any record.
 * @returns those of them who are active.
 */
export async function holdActive(tx: Transaction, adminIds: readonly string[]): Promise<Set<string>> {
  const held = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(inArray(admins.id, [...adminIds]), eq(admins.status, "active")))
    .orderBy(asc(admins.id))
    .for("share");
  return new Set(held.map(({ id }) => id));
}

/** The same for the caller alone. @throws 401 when they were shut out in the meantime. */
export async function holdCaller(tx: Transaction, adminId: string): Promise<void> {
  if (!(await holdActive(tx, [adminId])).has(adminId)) throw refuse.signedOut();
}

/** How answers name an admin whose account exists. */
export async function refOf(db: Queryable, adminId: string): Promise<AdminRef> {
  const [admin] = await db.select().from(admins).where(eq(admins.id, adminId));
  if (!admin) throw new Error(`Admin ${adminId} vanished.`);
  return adminRefOf(admin);
}

/** How a sentence names an admin. */
export async function nameOf(db: Queryable, adminId: string | null): Promise<string> {
  if (!adminId) return "Somebody";
  const [admin] = await db.select().from(admins).where(eq(admins.id, adminId));
  return admin ? fullName(admin) : "Somebody";
}
