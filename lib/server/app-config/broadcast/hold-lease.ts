import "server-only";
import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { Database, Transaction } from "@/lib/server/db/client";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";
import type { QueuedBroadcast } from "@/lib/server/db/schema/outbox";
import type { Broadcast } from "./record";

/**
 * Longer than a batch can take: 200 devices, 50 at once, 4 s each. A server that does not renew it in that time counts as
 * crashed: its batch stays unknown, and its answers are not taken any more.
 */
const LEASE = sql`now() + interval '45 seconds'`;

/** One turn of sending: what the broadcast was when it began, and the lease that makes it the only one. */
export type Turn = { id: string; turn: number; leaseId: string; broadcast: Broadcast };

/**
 * @returns undefined when there is nothing to do in this turn: it is past, or the broadcast is not being sent
 * @throws when another server holds the lease: the row of the outbox is tried again
 */
export async function takeTurn(db: Database, { broadcastId: id, turn }: QueuedBroadcast): Promise<Turn | undefined> {
  const leaseId = uuid();
  const isOwn = and(eq(broadcasts.id, id), eq(broadcasts.turn, turn), eq(broadcasts.state, "sending"));
  const isFree = or(isNull(broadcasts.leaseUntil), lte(broadcasts.leaseUntil, sql`now()`));
  const [broadcast] = await db
    .update(broadcasts)
    .set({ leaseId, leaseUntil: LEASE })
    .where(and(isOwn, isFree))
    .returning();
  if (broadcast) return { id, turn, leaseId, broadcast };
  const [held] = await db.select({ id: broadcasts.id }).from(broadcasts).where(isOwn);
  if (held) throw new Error("Another server sends this notification now.");
  return undefined;
}

/** The row, held, while this turn may go on; a pause, a cancellation or another's turn ends it. The lease begins again. */
export async function holdTurn(tx: Transaction, { id, turn, leaseId }: Turn): Promise<Broadcast | undefined> {
  const [own] = await tx
    .update(broadcasts)
    .set({ leaseUntil: LEASE })
    .where(
      and(
        eq(broadcasts.id, id),
        eq(broadcasts.leaseId, leaseId),
        eq(broadcasts.turn, turn),
        eq(broadcasts.state, "sending"),
      ),
    )
    .returning();
  return own;
}

/** The row, held, while the lease is ours, also after a pause or cancellation: what was sent is written down. */
export async function holdLease(tx: Transaction, { id, leaseId }: Turn): Promise<Broadcast | undefined> {
  const [own] = await tx
    .select()
    .from(broadcasts)
    .where(and(eq(broadcasts.id, id), eq(broadcasts.leaseId, leaseId)))
    .for("no key update");
  return own;
}

export async function giveUpLease(db: Database, { id, leaseId }: Turn): Promise<void> {
  await db
    .update(broadcasts)
    .set({ leaseId: null, leaseUntil: null })
    .where(and(eq(broadcasts.id, id), eq(broadcasts.leaseId, leaseId)));
}
