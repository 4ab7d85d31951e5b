import "server-only";
import { and, asc, eq, gt, isNotNull, lte, or, sql } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import type { Database, Transaction } from "@/lib/server/db/client";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";
import { outbox, type QueuedBroadcastMail } from "@/lib/server/db/schema/outbox";
import { users } from "@/lib/server/db/schema/user";
import { citizenMail } from "@/lib/server/mail/messages";
import { dueTime } from "@/lib/server/outbox/due-time";
import { audienceFilterOf } from "./count-audience";
import { lockSendingTurn, type SendingTurn } from "./sending-lease";

const BATCH_SIZE = 500;
/** Id that sorts before every other id. */
const SMALLEST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Queues the next mails of a broadcast to people without a device. Stores the progress in the same transaction, so that nobody gets two
 * mails. The mails have their own kind in the outbox, so that sign-in codes do not wait behind them.
 * @returns `over`: true if all mails are queued; undefined if this turn has ended
 */
export function queueBroadcastMails(db: Database, turn: SendingTurn): Promise<{ over: boolean } | undefined> {
  return inTransaction(db, async (tx) => {
    const broadcast = await lockSendingTurn(tx, turn);
    if (!broadcast) return undefined;
    const { audience, mailCursor, mails, title, text } = broadcast;
    if (!broadcast.mailWithoutDevice || audience.kind === "languages") return { over: true };
    const from = mailCursor ?? SMALLEST_ID;
    const { people } = await audienceFilterOf(tx, audience);
    const found = await tx
      .select({ id: users.id, firstName: users.firstName, email: users.email })
      .from(users)
      .where(
        and(
          people,
          isNotNull(users.email),
          gt(users.id, from),
          // Limits the subquery to rows after the cursor; otherwise it would scan all earlier devices each time.
          sql`not exists (select 1 from user_devices d where d.user_id = ${users.id} and d.user_id > ${from})`,
        ),
      )
      .orderBy(asc(users.id))
      .limit(BATCH_SIZE);
    const last = found.at(-1);
    if (!last) return { over: true };
    await tx.insert(outbox).values(
      found.map(({ firstName, email }) => ({
        kind: "broadcast_mail" as const,
        payload: {
          ...citizenMail({ firstName, email: email ?? "" }, { subject: title, text }),
          broadcastId: broadcast.id,
        },
      })),
    );
    await tx
      .update(broadcasts)
      .set({ mailCursor: last.id, mails: mails + found.length })
      .where(eq(broadcasts.id, broadcast.id));
    return { over: false };
  });
}

/** Minutes until a mail of a paused broadcast is checked again. Resuming checks it immediately. */
const PAUSE_MINUTES = 5;

/**
 * Checks whether a queued mail of a broadcast may be sent. Deletes the due mails of a cancelled broadcast, and postpones those of a
 * paused one.
 * @returns true if it may be sent; otherwise its row was deleted or postponed
 */
export async function mayBroadcastMailBeSentNow(
  db: Database,
  { id, payload }: { id: bigint; payload: QueuedBroadcastMail },
): Promise<boolean> {
  const { broadcastId } = payload;
  const [of] = await db.select({ state: broadcasts.state }).from(broadcasts).where(eq(broadcasts.id, broadcastId));
  if (of?.state === "sending" || of?.state === "sent") return true;
  const dueMails = and(isMailOfBroadcast(broadcastId), or(eq(outbox.id, id), lte(outbox.nextAttemptAt, dueTime)));
  if (of?.state === "paused") {
    const retryTime = sql`now() + make_interval(mins => ${PAUSE_MINUTES})`;
    await db.update(outbox).set({ attempts: 0, nextAttemptAt: retryTime }).where(dueMails);
    return false;
  }
  await inTransaction(db, async (tx) => {
    const deleted = await tx.delete(outbox).where(dueMails).returning({ id: outbox.id });
    await tx
      .update(broadcasts)
      .set({ mails: sql`${broadcasts.mails} - ${deleted.length}` })
      .where(eq(broadcasts.id, broadcastId));
  });
  return false;
}

const isMailOfBroadcast = (broadcastId: string) =>
  and(eq(outbox.kind, "broadcast_mail"), sql`${outbox.payload} ->> 'broadcastId' = ${broadcastId}`);

/** Makes the mails due that a pause postponed. Skips mails that a server has already tried to send, because it may be sending them now. */
export async function resumeBroadcastMails(tx: Transaction, broadcastId: string): Promise<void> {
  await tx
    .update(outbox)
    .set({ nextAttemptAt: sql`now()` })
    .where(and(isMailOfBroadcast(broadcastId), eq(outbox.attempts, 0), gt(outbox.nextAttemptAt, sql`now()`)));
}
