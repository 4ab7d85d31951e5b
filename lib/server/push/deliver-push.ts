import "server-only";
import { env } from "@/lib/env";
import type { Database, Transaction } from "@/lib/server/db/client";
import { outbox, type QueuedPush } from "@/lib/server/db/schema/outbox";
import { forgetDevices, noteUse, tokensOf } from "./device-tokens";
import { PUSH_LIFE_SECONDS, type Push, sendPush } from "./send-push";

/** A push is part of the change that causes it: one row of the outbox for each device, so that each is retried alone. */
export async function queuePush(tx: Transaction, adminId: string, push: Push): Promise<void> {
  const tokens = await tokensOf(tx, adminId);
  if (!tokens.length) return;
  await tx.insert(outbox).values(tokens.map((token) => ({ kind: "push" as const, payload: { token, adminId, push } })));
}

/**
 * Hands one queued push to Firebase. What can't arrive any more is dropped: push is not set up, it is too old, or the
 * device was signed out, or went to somebody else, since.
 * @throws {FirebaseError} when it is worth trying again.
 */
export async function deliverPush(db: Database, { token, adminId, push }: QueuedPush, queuedAt: Date): Promise<void> {
  const account = env().firebaseServiceAccount;
  if (!account || Date.now() - queuedAt.getTime() > PUSH_LIFE_SECONDS * 1_000) return;
  if (!(await tokensOf(db, adminId)).includes(token)) return;
  const { sent, gone, problem } = await sendPush(account, [token], push);
  if (problem) throw problem;
  if (sent.length) await noteUse(db, sent);
  if (gone.length) await forgetDevices(db, gone);
}
