import "server-only";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { formatList } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import { notifyCitizens } from "@/lib/server/citizen/notify-citizen";
import type { Database, Transaction } from "@/lib/server/db/client";
import { events, tickets } from "@/lib/server/db/schema/event";
import { type EventChange, outbox, type QueuedEventChange } from "@/lib/server/db/schema/outbox";
import { formatWhen } from "./format-when";
import { type EventRecord, eventStateOf } from "./state";
import { timeAndPlaceLines } from "./ticket-mail";

/** Number of ticket holders notified per transaction. */
const BATCH_SIZE = 500;
/** UUID that sorts before the id of every ticket holder. Initial cursor of a notification. */
const SMALLEST_ID = "00000000-0000-0000-0000-000000000000";

const hasValidTicket = (eventId: string) => and(eq(tickets.eventId, eventId), eq(tickets.state, "valid"));

/** Returns the changes of a live event that ticket holders have to know: time and venue. */
export function eventChangesOf(before: EventRecord, after: EventRecord): EventChange[] {
  const hasMoved = (one: Date | null, other: Date | null) => one?.getTime() !== other?.getTime();
  const isTimeNew = hasMoved(before.startsAt, after.startsAt) || hasMoved(before.endsAt, after.endsAt);
  const isVenueNew = before.venue !== after.venue;
  return [...(isTimeNew ? ["time" as const] : []), ...(isVenueNew ? ["venue" as const] : [])];
}

/**
 * Queues the notification of all holders of valid tickets. If the notification of an earlier change is still being sent, the new one replaces it,
 * because each notification contains the current time and venue. The caller has locked the event.
 * @returns number of people to notify
 */
export async function queueEventChange(tx: Transaction, eventId: string, changes: readonly EventChange[]) {
  const [holders] = await tx
    .select({ people: sql<number>`count(distinct ${tickets.holderId})::int` })
    .from(tickets)
    .where(hasValidTicket(eventId));
  if (!holders?.people) return 0;
  const isOfEvent = and(eq(outbox.kind, "event_change"), sql`${outbox.payload} ->> 'eventId' = ${eventId}`);
  const replaced = await tx.delete(outbox).where(isOfEvent).returning();
  const earlierChanges = replaced.flatMap(({ payload }) => (payload as QueuedEventChange).changes);
  const payload: QueuedEventChange = {
    eventId,
    changes: [...new Set([...earlierChanges, ...changes])].sort(),
    cursor: SMALLEST_ID,
  };
  await tx.insert(outbox).values({ kind: "event_change", payload });
  return holders.people;
}

/**
 * Notifies the next batch of holders of valid tickets, each once. The cursor moves in the same transaction, so a crash repeats or skips
 * nobody. Stops if the event was cancelled or is over. New holders get a mail with their ticket instead.
 * @returns true if there may be more holders; the outbox row is then due again
 */
export function deliverEventChange(db: Database, id: bigint, { cursor }: QueuedEventChange): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [row] = await tx.select().from(outbox).where(eq(outbox.id, id)).for("update");
    if (!row) return false;
    const queued = row.payload as QueuedEventChange;
    // Another server has already sent this batch.
    if (queued.cursor !== cursor) return true;
    const [event] = await tx.select().from(events).where(eq(events.id, queued.eventId));
    if (!event || eventStateOf(event) !== "live") return false;
    const people = await tx
      .selectDistinct({ id: tickets.holderId })
      .from(tickets)
      .where(and(hasValidTicket(event.id), gt(tickets.holderId, cursor)))
      .orderBy(asc(tickets.holderId))
      .limit(BATCH_SIZE);
    const last = people.at(-1);
    if (!last) return false;
    const news = changeNotificationOf(event, queued.changes);
    await notifyCitizens(
      tx,
      people.map((person) => ({ userId: person.id, news })),
      "bulk_mail",
    );
    await tx
      .update(outbox)
      .set({ payload: { ...queued, cursor: last.id }, attempts: 0, nextAttemptAt: sql`now()` })
      .where(eq(outbox.id, id));
    return true;
  });
}

const CHANGE_WORDS: Record<EventChange, string> = { time: "date or time", venue: "venue" };

function changeNotificationOf(event: EventRecord, changes: readonly EventChange[]) {
  const title = `${event.title} has a new ${formatList(changes.map((change) => CHANGE_WORDS[change]))}`;
  return {
    subject: title,
    text: `${title}.\n\n${timeAndPlaceLines(event)}\n\nYour tickets stay valid. If you can't come, contact our support team.`,
    title,
    body: `${formatWhen(event)}, ${event.venue}`,
    data: { category: "event", event_id: event.id },
  };
}
