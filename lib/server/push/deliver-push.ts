import "server-only";
import { env } from "@/lib/env";
import type { Database, Transaction } from "@/lib/server/db/client";
import { outbox, type QueuedPush } from "@/lib/server/db/schema/outbox";
import {
  deleteDeviceTokens,
  deviceTokensOfAdmins,
  readDeviceTokens,
  updateDeviceTokensLastUsed,
} from "./device-tokens";
import { PUSH_LIFE_SECONDS, sendPush } from "./send-push";

/**
 * Queues pushes in the transaction of their change: one outbox row per device, so that each is retried separately. Takes two
 * queries for any number of pushes. Only lib/server/notices/notify.ts calls it, so that preferences and rights apply to every push.
 */
export async function queuePushes(tx: Transaction, pushes: readonly Omit<QueuedPush, "token">[]): Promise<void> {
  if (!pushes.length) return;
  const devices = await deviceTokensOfAdmins(
    tx,
    pushes.map(({ adminId }) => adminId),
  );
  const rows = pushes.flatMap((push) =>
    devices
      .filter(({ adminId }) => adminId === push.adminId)
      .map(({ token }) => ({ kind: "push" as const, payload: { token, ...push } })),
  );
  if (rows.length) await tx.insert(outbox).values(rows);
}

/**
 * Sends one queued push to Firebase. Drops the push if pushes are not configured, if it is older than PUSH_LIFE_SECONDS, or if the device
 * is no longer registered for the admin.
 * @throws {FirebaseError} if a retry may succeed
 */
export async function deliverPush(db: Database, { token, adminId, push }: QueuedPush, queuedAt: Date): Promise<void> {
  const account = env().firebaseServiceAccount;
  if (!account || Date.now() - queuedAt.getTime() > PUSH_LIFE_SECONDS * 1_000) return;
  if (!(await readDeviceTokens(db, adminId)).includes(token)) return;
  const { sent, gone, problem } = await sendPush(account, [token], push);
  if (problem) throw problem;
  if (sent.length) await updateDeviceTokensLastUsed(db, sent);
  if (gone.length) await deleteDeviceTokens(db, gone);
}
