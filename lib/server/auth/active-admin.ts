import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { fullName } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";

/** Database row of an admin. */
export type AdminRow = typeof admins.$inferSelect;

/** Returns the active admin with an email. Deleted admins may have the same email. */
export async function findActiveAdmin(db: Queryable, email: string): Promise<AdminRow | null> {
  const [admin] = await db
    .select()
    .from(admins)
    .where(and(eq(sql`lower(${admins.email})`, email.toLowerCase()), eq(admins.status, "active")));
  return admin ?? null;
}

/** Returns an admin's id and name as audit rows store them, for actor and record. */
export const toAuditActor = (admin: AdminRow) => ({ id: admin.id, name: fullName(admin) });
