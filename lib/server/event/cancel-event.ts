import "server-only";
import { and, asc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { eventCancelInput } from "@/lib/contract/event-cancellation";
import { formatMoney, pluralize } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { eventOrders, events } from "@/lib/server/db/schema/event";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { emitOrderWebhooks, emitTicketedEventWebhook } from "@/lib/server/webhooks/record-events";
import { releaseSeatsOf } from "./expire-orders";
import { readCancellationEffects, refundAmountOf, refundNeedsApproval } from "./read-cancellation";
import { EVENT_RECORD_TYPE, eventRecordRef, lockEvent } from "./record";
import { readEventDetails } from "./single";
import { type EventRecord, eventStateOf } from "./state";

type CancelInput = z.output<typeof eventCancelInput>;

/**
 * Cancels a live event: sales stop, and every order gets a refund step that runs after the commit (run-cancellations.ts). If the refunds
 * exceed the refund limit, requests a second admin's approval instead.
 * @throws 404; 400 if the typed title differs; 409 with the current event if it has changed, is not live, has a pending approval, or if its
 * figures differ from those on the form
 */
export async function cancelEvent({ tx, admin, audit }: WriteContext, input: CancelInput) {
  const event = await lockEvent(tx, input.eventId);
  const current = () => readEventDetails(tx, event.id);
  const state = eventStateOf(event);
  if (state !== "live") throw refuse.conflict(NOT_LIVE_MESSAGES[state], await current());
  await refuseWhileChangeWaits(tx, EVENT_RECORD_TYPE, event.id, current);
  await rejectStaleVersion("event", event, input.version, current);
  if (input.title.trim() !== event.title.trim()) throw refuse.badInput(WRONG_TITLE, { title: WRONG_TITLE });
  const includeCheckedIn = input.include_checked_in;
  const numbers = await readCancellationEffects(tx, event.id);
  const amount = refundAmountOf(numbers, includeCheckedIn);
  if (numbers.tickets !== input.tickets || amount !== input.amount)
    throw refuse.conflict(
      `${pluralize(numbers.tickets, "ticket")} and ${formatMoney(amount)} to refund now, not ${pluralize(input.tickets, "ticket")} and ${formatMoney(input.amount)}. Review the new numbers and cancel again.`,
      await current(),
    );
  const record = eventRecordRef(event);
  if (await refundNeedsApproval(tx, { eventId: event.id, amount, includeCheckedIn })) {
    const approval = await requestApproval(tx, {
      kind: "event.cancel",
      record,
      change: `Cancel “${event.title}”: ${pluralize(numbers.tickets, "ticket")}, ${formatMoney(amount)} refunded`,
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
    audit({
      record,
      ...(await cancelLockedEvent(tx, event, { reason: input.reason, includeCheckedIn, by: admin.id })),
    });
  }
  return current();
}

const NOT_LIVE_MESSAGES = {
  draft: "This event is a draft that nobody could buy tickets for. Delete it instead.",
  ended: "This event has ended, so it can't be cancelled. Refund single tickets on their pages.",
  cancelled: "This event is cancelled already.",
} as const;

const WRONG_TITLE = "This is not the event's title. Type it as shown above.";

/**
 * Cancels a live event that the caller has locked (`lockEvent`). Skips orders locked by a payment, because waiting here
 * could deadlock. Such a payment locks the event before its commit and sees the cancellation: a wallet payment then
 * rolls back, a provider payment is refunded.
 * @returns `before` and `after` of the audit row
 */
export async function cancelLockedEvent(
  tx: Transaction,
  event: EventRecord,
  { reason, includeCheckedIn, by }: { reason: string; includeCheckedIn: boolean; by: string },
): Promise<Pick<AuditEntry, "before" | "after">> {
  const numbers = await readCancellationEffects(tx, event.id);
  const endedOrders = await endReservations(tx, event.id);
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
    .returning();
  if (!cancelled) throw new Error(`Event ${event.id} was cancelled by a caller that does not hold it.`);
  await emitTicketedEventWebhook(tx, "event.cancelled", cancelled);
  await insertCancellationSteps(tx, event.id, includeCheckedIn);
  return {
    before: { state: "live" },
    after: {
      state: "cancelled",
      reason,
      refunds_checked_in: includeCheckedIn,
      tickets: numbers.tickets,
      to_refund: formatMoney(refundAmountOf(numbers, includeCheckedIn)),
      people: numbers.people,
      ...(endedOrders > 0 && { reservations_ended: endedOrders }),
    },
  };
}

/** Cancels unpaid orders of an event, unless locked by a payment, and frees their seats. @returns number of orders */
async function endReservations(tx: Transaction, eventId: string): Promise<number> {
  const due = await tx
    .select({ id: eventOrders.id })
    .from(eventOrders)
    .where(and(eq(eventOrders.eventId, eventId), eq(eventOrders.state, "reserved")))
    .orderBy(asc(eventOrders.id))
    .for("update", { skipLocked: true });
  if (!due.length) return 0;
  const ended = await tx
    .update(eventOrders)
    .set({ state: "cancelled", endedAt: sql`now()`, version: sql`${eventOrders.version} + 1` })
    .where(sql`${eventOrders.id} = any(${sql.param(due.map(({ id }) => id))}::uuid[])`)
    .returning();
  await releaseSeatsOf(tx, eventId, ended);
  await emitOrderWebhooks(tx, ended);
  return ended.length;
}

/** Inserts a refund step for each order with valid or checked-in tickets. Steps without a refund only notify the ticket holders. */
const insertCancellationSteps = (tx: Transaction, eventId: string, includeCheckedIn: boolean) =>
  tx.execute(sql`
    insert into cancellation_steps (order_id, event_id, tickets, amount)
    select t.order_id, t.event_id, count(*) filter (where t.state = 'valid' or ${includeCheckedIn}),
      coalesce(sum(t.price) filter (where t.state = 'valid' or ${includeCheckedIn}), 0)
    from tickets t where t.event_id = ${eventId} and t.state in ('valid', 'checked_in')
    group by t.order_id, t.event_id`);
