import "server-only";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { AdminRef } from "@/lib/contract/common";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { toAdminRef } from "@/lib/server/records/admin-record";

/**
 * Locks the rows of these admins until the transaction ends. A concurrent suspension or deletion of one of these admins waits until then, and finds
 * what the transaction assigned to that admin. Call it before locking any record.
 * @returns ids of those admins who are active
 */
export async function lockActiveAdmins(tx: Transaction, adminIds: readonly string[]): Promise<Set<string>> {
  const activeRows = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(inArray(admins.id, [...adminIds]), eq(admins.status, "active")))
    .orderBy(asc(admins.id))
    .for("share");
  return new Set(activeRows.map(({ id }) => id));
}

/** Locks the caller's row like `lockActiveAdmins`. @throws 401 if the caller is no longer active */
export async function lockCallingAdmin(tx: Transaction, adminId: string): Promise<void> {
  if (!(await lockActiveAdmins(tx, [adminId])).has(adminId)) throw refuse.signedOut();
}

/** Returns the reference to an existing admin for API responses. */
export async function readAdminRef(db: Queryable, adminId: string): Promise<AdminRef> {
  const [admin] = await db.select().from(admins).where(eq(admins.id, adminId));
  if (!admin) throw new Error(`Admin ${adminId} vanished.`);
  return toAdminRef(admin);
}

/** Returns an admin's name for a sentence, or "Somebody" if unknown. */
export async function readAdminName(db: Queryable, adminId: string | null): Promise<string> {
  if (!adminId) return "Somebody";
  const [admin] = await db.select().from(admins).where(eq(admins.id, adminId));
  return admin ? fullName(admin) : "Somebody";
}
