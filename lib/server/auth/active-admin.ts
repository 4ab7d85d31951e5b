import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { fullName } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";

export type Admin = typeof admins.$inferSelect;

/** An active admin by email; deleted ones may have had the same address. */
export async function activeAdmin(db: Queryable, email: string): Promise<Admin | null> {
  const [admin] = await db
    .select()
    .from(admins)
    .where(and(eq(sql`lower(${admins.email})`, email.toLowerCase()), eq(admins.status, "active")));
  return admin ?? null;
}

/** An admin as audit rows name them: as the one who acts, and as the record that it is about. */
export const actorOf = (admin: Admin) => ({ id: admin.id, name: fullName(admin) });
