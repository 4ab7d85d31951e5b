import "server-only";
import { env } from "@/lib/env";
import type { Database, Transaction } from "@/lib/server/db/client";
import { type AdminPush, outbox, type QueuedPush } from "@/lib/server/db/schema/outbox";
import { deleteDevices, tokensOf, updateLastUsed } from "./device-tokens";
import { PUSH_LIFE_SECONDS, sendPush } from "./send-push";

/**
 * Queues a push in the transaction of its change: one outbox row per device, so that each is retried separately. Only
 * lib/server/notices/notify.ts calls it, so that preferences and rights apply to every push.
 */
export async function queuePush(tx: Transaction, adminId: string, push: AdminPush, noticeId?: string): Promise<void> {
  const tokens = await tokensOf(tx, adminId);
  if (!tokens.length) return;
  await tx
    .insert(outbox)
    .values(tokens.map((token) => ({ kind: "push" as const, payload: { token, adminId, push, noticeId } })));
}

/**
 * Sends one queued push to Firebase. Drops it if push is not configured, it is too old, or the device was signed out or
 * registered by another admin since.
 * @throws {FirebaseError} if a retry may succeed
 */
export async function deliverPush(db: Database, { token, adminId, push }: QueuedPush, queuedAt: Date): Promise<void> {
  const account = env().firebaseServiceAccount;
  if (!account || Date.now() - queuedAt.getTime() > PUSH_LIFE_SECONDS * 1_000) return;
  if (!(await tokensOf(db, adminId)).includes(token)) return;
  const { sent, gone, problem } = await sendPush(account, [token], push);
  if (problem) throw problem;
  if (sent.length) await updateLastUsed(db, sent);
  if (gone.length) await deleteDevices(db, gone);
}
