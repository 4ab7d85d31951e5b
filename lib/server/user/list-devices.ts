import "server-only";
import { desc, eq, sql } from "drizzle-orm";
import type { UserDevice } from "@/lib/contract/user";
import type { Queryable } from "@/lib/server/db/client";
import { userDevices } from "@/lib/server/db/schema/citizen";
import { requireUser } from "./single";

/** Lists a user's devices, last seen first. Omits push tokens, which would allow sending pushes. @throws 404 */
export async function listDevices(db: Queryable, userId: string): Promise<UserDevice[]> {
  await requireUser(db, userId);
  const rows = await db
    .select({ device: userDevices, id: sql<string>`md5(${userDevices.token})` })
    .from(userDevices)
    .where(eq(userDevices.userId, userId))
    .orderBy(desc(userDevices.lastSeenAt), desc(userDevices.createdAt));
  return rows.map(({ device, id }) => ({
    id,
    name: device.name,
    platform: device.platform,
    first_seen_at: device.createdAt.toISOString(),
    last_seen_at: device.lastSeenAt.toISOString(),
  }));
}
