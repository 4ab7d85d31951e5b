import "server-only";
import { and, eq, ne } from "drizzle-orm";
import { env } from "@/lib/env";
import type { Database } from "@/lib/server/db/client";
import { userDevices } from "@/lib/server/db/schema/citizen";
import type { QueuedCitizenPush } from "@/lib/server/db/schema/outbox";
import { users } from "@/lib/server/db/schema/user";
import { PUSH_LIFE_SECONDS, sendToDevices } from "@/lib/server/push/send-push";
import { deleteCitizenDevices, updateDeviceLastPush } from "./app-devices";

/**
 * Sends one queued push of a citizen to Firebase. Drops it if push is not configured, the push is too old, the device now belongs to another citizen,
 * or the account is closed.
 * @throws {FirebaseError} if the push should be sent again later
 */
export async function deliverCitizenPush(
  db: Database,
  { token, userId, push: { title, body, data } }: QueuedCitizenPush,
  queuedAt: Date,
): Promise<void> {
  const account = env().firebaseServiceAccount;
  if (!account || Date.now() - queuedAt.getTime() > PUSH_LIFE_SECONDS * 1_000) return;
  const [ownDevice] = await db
    .select({ token: userDevices.token })
    .from(userDevices)
    .innerJoin(users, eq(users.id, userDevices.userId))
    .where(and(eq(userDevices.token, token), eq(userDevices.userId, userId), ne(users.status, "closed")));
  if (!ownDevice) return;
  const message = {
    notification: { title, body },
    data,
    android: { priority: "high", ttl: `${PUSH_LIFE_SECONDS}s` },
    webpush: { headers: { Urgency: "high", TTL: String(PUSH_LIFE_SECONDS) } },
  };
  const { sent, gone, problem } = await sendToDevices(account, [token], message);
  if (problem) throw problem;
  if (sent.length) await updateDeviceLastPush(db, sent);
  if (gone.length) await deleteCitizenDevices(db, gone);
}
