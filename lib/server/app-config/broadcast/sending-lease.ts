import "server-only";
import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { Database, Transaction } from "@/lib/server/db/client";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";
import type { QueuedBroadcast } from "@/lib/server/db/schema/outbox";
import type { BroadcastRecord } from "./record";

/**
 * Duration of the lease, longer than any batch: 200 devices, 50 concurrently, 4 s each. A server that does not renew the lease in time
 * counts as crashed: the results of its batch stay unknown, and are no longer accepted.
 */
const LEASE_END = sql`now() + interval '45 seconds'`;

/** One turn of sending: the broadcast at its start, and the lease that excludes other servers. */
export type SendingTurn = { id: string; turn: number; leaseId: string; broadcast: BroadcastRecord };

/**
 * Starts a turn by taking the lease.
 * @returns undefined if the turn is outdated or the broadcast is not being sent
 * @throws if another server has the lease, so that the outbox retries the row
 */
export async function startSendingTurn(
  db: Database,
  { broadcastId: id, turn }: QueuedBroadcast,
): Promise<SendingTurn | undefined> {
  const leaseId = uuid();
  const isOwn = and(eq(broadcasts.id, id), eq(broadcasts.turn, turn), eq(broadcasts.state, "sending"));
  const isLeaseFree = or(isNull(broadcasts.leaseUntil), lte(broadcasts.leaseUntil, sql`now()`));
  const [broadcast] = await db
    .update(broadcasts)
    .set({ leaseId, leaseUntil: LEASE_END })
    .where(and(isOwn, isLeaseFree))
    .returning();
  if (broadcast) return { id, turn, leaseId, broadcast };
  const [running] = await db.select({ id: broadcasts.id }).from(broadcasts).where(isOwn);
  if (running) throw new Error("Another server sends this notification now.");
  return undefined;
}

/** Locks the broadcast's row and renews the lease. Returns undefined if a pause, a cancellation or another turn has ended this turn. */
export async function lockSendingTurn(
  tx: Transaction,
  { id, turn, leaseId }: SendingTurn,
): Promise<BroadcastRecord | undefined> {
  const [locked] = await tx
    .update(broadcasts)
    .set({ leaseUntil: LEASE_END })
    .where(
      and(
        eq(broadcasts.id, id),
        eq(broadcasts.leaseId, leaseId),
        eq(broadcasts.turn, turn),
        eq(broadcasts.state, "sending"),
      ),
    )
    .returning();
  return locked;
}

/** Locks the broadcast's row to store results, even after a pause or cancellation. Returns undefined if this turn has lost the lease. */
export async function lockSendingLease(
  tx: Transaction,
  { id, leaseId }: SendingTurn,
): Promise<BroadcastRecord | undefined> {
  const [locked] = await tx
    .select()
    .from(broadcasts)
    .where(and(eq(broadcasts.id, id), eq(broadcasts.leaseId, leaseId)))
    .for("no key update");
  return locked;
}

/** Ends a turn's lease, so that another server can take the next turn immediately. */
export async function releaseSendingLease(db: Database, { id, leaseId }: SendingTurn): Promise<void> {
  await db
    .update(broadcasts)
    .set({ leaseId: null, leaseUntil: null })
    .where(and(eq(broadcasts.id, id), eq(broadcasts.leaseId, leaseId)));
}
