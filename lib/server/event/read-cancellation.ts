import "server-only";
import { eq, sql } from "drizzle-orm";
import type { EventCancellation } from "@/lib/contract/event-cancellation";
import { env } from "@/lib/env";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { events } from "@/lib/server/db/schema/event";
import type { EventRecord } from "./state";

/** Effects that cancelling an event would have now. Amounts in kobo. */
type CancellationEffects = Omit<EventCancellation, "refund_limit" | "needs_approval" | "progress">;

/** Returns the effects of cancelling an event and, for a cancelled event, the progress of its refunds. @throws 404 */
export async function readEventCancellation(db: Queryable, eventId: string): Promise<EventCancellation> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId));
  if (!event) throw refuse.notFound("event");
  const numbers = await readCancellationEffects(db, eventId);
  const isApprovalNeeded = (includeCheckedIn: boolean) =>
    refundNeedsApproval(db, { eventId, amount: refundAmountOf(numbers, includeCheckedIn), includeCheckedIn });
  return {
    ...numbers,
    refund_limit: env().refundLimit,
    needs_approval: { valid: await isApprovalNeeded(false), with_checked_in: await isApprovalNeeded(true) },
    progress: await progressOf(db, event),
  };
}

/** Returns what cancelling an event would refund and cancel now. */
export async function readCancellationEffects(db: Queryable, eventId: string): Promise<CancellationEffects> {
  const counted = await db.execute<Record<keyof CancellationEffects, number | string>>(sql`
    with held as (
      select order_id, holder_id, price, state from tickets
      where event_id = ${eventId} and state in ('valid', 'checked_in'))
    select count(*)::int as tickets, count(*) filter (where state = 'checked_in')::int as checked_in,
      count(*) filter (where price = 0)::int as free,
      coalesce(sum(price) filter (where state = 'valid'), 0) as amount,
      coalesce(sum(price) filter (where state = 'checked_in'), 0) as checked_in_amount,
      (select count(*)::int from (select holder_id from held
        union select o.user_id from event_orders o where o.id in (select order_id from held)) told) as people,
      (select count(*)::int from event_orders o
        where o.event_id = ${eventId} and o.state = 'reserved' and o.expires_at > now()) as reserved
    from held`);
  const [row] = counted.rows;
  if (!row) throw new Error("Nothing was counted.");
  const { tickets, checked_in, free, amount, checked_in_amount, people, reserved } = row;
  return {
    tickets: Number(tickets),
    checked_in: Number(checked_in),
    free: Number(free),
    amount: Number(amount),
    checked_in_amount: Number(checked_in_amount),
    people: Number(people),
    reserved: Number(reserved),
  };
}

/** Returns the amount in kobo that cancelling an event would refund. */
export const refundAmountOf = ({ amount, checked_in_amount }: CancellationEffects, includeCheckedIn: boolean) =>
  amount + (includeCheckedIn ? checked_in_amount : 0);

/**
 * Returns true if a second admin must approve: all refunds together, or one payment's refund with its earlier refunds, exceed the limit.
 * Otherwise a cancellation could bypass the limit for refunds of single tickets.
 */
export async function refundNeedsApproval(
  db: Queryable,
  { eventId, amount, includeCheckedIn }: { eventId: string; amount: number; includeCheckedIn: boolean },
): Promise<boolean> {
  const { refundLimit } = env();
  if (amount > refundLimit) return true;
  const above = await db.execute(sql`
    select 1 from tickets t join event_orders o on o.id = t.order_id join transactions p on p.id = o.transaction_id
    where t.event_id = ${eventId} and p.refunded_amount > 0
      and (t.state = 'valid' or t.state = 'checked_in' and ${includeCheckedIn})
    group by p.id having sum(t.price) > 0 and sum(t.price) + p.refunded_amount > ${refundLimit} limit 1`);
  return above.rows.length > 0;
}

type RefundProgress = NonNullable<EventCancellation["progress"]>;

async function progressOf(db: Queryable, { id, cancelledAt }: EventRecord): Promise<RefundProgress | null> {
  if (!cancelledAt) return null;
  const counted = await db.execute<{ state: string; orders: number; amount: string; newest: string }>(sql`
    select state, count(*)::int as orders, sum(amount) as amount, extract(epoch from max(updated_at)) * 1000 as newest
    from cancellation_steps where event_id = ${id} group by state`);
  const ofState = (state: string) => counted.rows.find((row) => row.state === state);
  const orders = counted.rows.reduce((sum, row) => sum + row.orders, 0);
  const newest = Math.max(cancelledAt.getTime(), ...counted.rows.map((row) => Math.floor(Number(row.newest))));
  return {
    orders,
    pending: ofState("pending")?.orders ?? 0,
    done: ofState("done")?.orders ?? 0,
    failed: ofState("failed")?.orders ?? 0,
    refunded_amount: Number(ofState("done")?.amount ?? 0),
    started_at: cancelledAt.toISOString(),
    ended_at: ofState("pending") ? null : new Date(newest).toISOString(),
  };
}
