import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { eventCancel } from "@/lib/contract/event-cancellation";
import { formatCount, formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { refuseWhileAwaiting } from "@/lib/server/approvals/awaiting";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { events } from "@/lib/server/db/schema/event";
import { refuseChanged } from "@/lib/server/records/version";
import { amountOf, needsApproval, numbersOf } from "./read-cancellation";
import { EVENT, eventRecord, lockEvent } from "./record";
import { releaseSeats } from "./seats";
import { eventSingle } from "./single";
import { type EventRecord, eventStateOf } from "./state";

type Input = z.output<typeof eventCancel>;

/**
 * Cancels a live event: citizens can't buy any more, and every order becomes a step that is refunded after the commit
 * (run-cancellations.ts). Above the refund limit it waits for a second admin instead.
 * @throws 404; 400 when the typed title is another; 409 with the fresh event when it changed, is not live, waits for an
 * approval, or when the numbers are no longer those that the form showed
 */
export async function cancelEvent({ tx, admin, audit }: WriteContext, input: Input) {
  const event = await lockEvent(tx, input.eventId);
  const current = () => eventSingle(tx, event.id);
  const state = eventStateOf(event);
  if (state !== "live") throw refuse.conflict(NOT_LIVE[state], await current());
  await refuseWhileAwaiting(tx, EVENT, event.id, current);
  await refuseChanged("event", event, input.version, current);
  if (input.title.trim() !== event.title.trim()) throw refuse.badInput(OTHER_TITLE, { title: OTHER_TITLE });
  const includeCheckedIn = input.include_checked_in;
  const numbers = await numbersOf(tx, event.id);
  const amount = amountOf(numbers, includeCheckedIn);
  if (numbers.tickets !== input.tickets || amount !== input.amount)
    throw refuse.conflict(
      `${ticketsWord(numbers.tickets)} and ${formatMoney(amount)} to refund now, not ${ticketsWord(input.tickets)} and ${formatMoney(input.amount)}. Review the new numbers and cancel again.`,
      await current(),
    );
  const record = eventRecord(event);
  if (await needsApproval(tx, { eventId: event.id, amount, includeCheckedIn })) {
    const approval = await requestApproval(tx, {
      kind: "event.cancel",
      record,
      change: `Cancel “${event.title}”: ${ticketsWord(numbers.tickets)}, ${formatMoney(amount)} refunded`,
      payload: { include_checked_in: includeCheckedIn, reason: input.reason },
      requestedBy: admin.id,
      reason: input.reason,
    });
    audit({
      record,
      before: { state },
      after: { state, awaiting_approval: approval.change, reason: input.reason, refunds_checked_in: includeCheckedIn },
    });
  } else {
    audit({ record, ...(await cancelNow(tx, event, { reason: input.reason, includeCheckedIn, by: admin.id })) });
  }
  return current();
}

const ticketsWord = (count: number) => (count === 1 ? "1 ticket" : `${formatCount(count)} tickets`);

const NOT_LIVE = {
  draft: "This event is a draft that nobody could buy tickets for. Delete it instead.",
  ended: "This event has ended, so it can't be cancelled. Refund single tickets on their pages.",
  cancelled: "This event is cancelled already.",
} as const;

const OTHER_TITLE = "This is not the event's title. Type it as shown above.";

/**
 * Cancels an event that the caller holds (`lockEvent`) and has found live. Anyone who is paying for an order at this moment
 * holds that order's row: it is left to them, since to wait for it here could block both. They ask for the event's row
 * before they commit, see that it is cancelled, and undo the sale (payments from a wallet) or refund it (provider).
 * @returns what the audit trail says of it
 */
export async function cancelNow(
  tx: Transaction,
  event: EventRecord,
  { reason, includeCheckedIn, by }: { reason: string; includeCheckedIn: boolean; by: string },
): Promise<Pick<AuditEntry, "before" | "after">> {
  const numbers = await numbersOf(tx, event.id);
  const ended = await endReservations(tx, event.id);
  const [cancelled] = await tx
    .update(events)
    .set({
      state: "cancelled",
      cancelledAt: sql`now()`,
      cancelReason: reason,
      cancelledBy: by,
      refundsCheckedIn: includeCheckedIn,
      updatedAt: sql`now()`,
      version: sql`${events.version} + 1`,
    })
    .where(and(eq(events.id, event.id), eq(events.state, "live")))
    .returning({ id: events.id });
  if (!cancelled) throw new Error(`Event ${event.id} was cancelled by a caller that does not hold it.`);
  await insertSteps(tx, event.id, includeCheckedIn);
  return {
    before: { state: "live" },
    after: {
      state: "cancelled",
      reason,
      refunds_checked_in: includeCheckedIn,
      tickets: numbers.tickets,
      to_refund: formatMoney(amountOf(numbers, includeCheckedIn)),
      people: numbers.people,
      ...(ended > 0 && { reservations_ended: ended }),
    },
  };
}

/** Orders that are not paid are over, and their seats free. @returns how many there were */
async function endReservations(tx: Transaction, eventId: string): Promise<number> {
  const seats = await tx.execute<{ ticketTypeId: string; quantity: number; orders: number }>(sql`
    with due as (
      select id from event_orders where event_id = ${eventId} and state = 'reserved' order by id for update skip locked),
    ended as (
      update event_orders set state = 'cancelled', ended_at = now(), version = version + 1
      where id in (select id from due) and state = 'reserved' returning id)
    select i.ticket_type_id as "ticketTypeId", sum(i.quantity)::int as quantity, (select count(*)::int from ended) as orders
    from ended join event_order_items i on i.order_id = ended.id group by i.ticket_type_id`);
  if (seats.rows.length) await releaseSeats(tx, eventId, seats.rows);
  return seats.rows[0]?.orders ?? 0;
}

/** One for each order with tickets that hold a seat. Those that get nothing back are told that it is cancelled. */
const insertSteps = (tx: Transaction, eventId: string, includeCheckedIn: boolean) =>
  tx.execute(sql`
    insert into cancellation_steps (order_id, event_id, tickets, amount)
    select t.order_id, t.event_id, count(*) filter (where t.state = 'valid' or ${includeCheckedIn}),
      coalesce(sum(t.price) filter (where t.state = 'valid' or ${includeCheckedIn}), 0)
    from tickets t where t.event_id = ${eventId} and t.state in ('valid', 'checked_in')
    group by t.order_id, t.event_id`);
