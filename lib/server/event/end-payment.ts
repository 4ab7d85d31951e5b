import "server-only";
import { eq } from "drizzle-orm";
import type { OrderState } from "@/lib/contract/event.values";
import { formatMoney } from "@/lib/format";
import { Refusal } from "@/lib/server/api/errors";
import type { AuditEntry } from "@/lib/server/audit/audit";
import { tellCitizen } from "@/lib/server/citizen/tell-citizen";
import type { Transaction } from "@/lib/server/db/client";
import { eventOrders } from "@/lib/server/db/schema/event";
import type { AuditValues } from "@/lib/server/db/schema/system-logs";
import type { TransactionRecord } from "@/lib/server/transaction/change-transaction";
import { giveBack } from "@/lib/server/transaction/refund";
import { itemsOf, moveOrder, type OrderItem } from "./change-order";
import { expireOrdersOf } from "./expire-orders";
import { issueTickets } from "./issue-tickets";
import { CANCELLED, orderedTypes, refuseUnlessOnSale, refuseUnlessSelling } from "./place-order-rules";
import { eventRecord, lockEvent, type OrderRecord, orderRecord } from "./record";
import { holdSeats, releaseSeats } from "./seats";
import type { EventRecord } from "./state";
import { orRefusal } from "./undo-when-refused";

/** What the audit row of the payment says besides, and the rows of what was bought. */
type Ended = { after: AuditValues; entries: AuditEntry[] };

/**
 * What becomes of the order whose payment has just ended: tickets, or free seats; money for seats that are gone goes back
 * by itself. The caller has locked the transaction. The order is locked after the accounts here, unlike anywhere else:
 * anyone who holds an order that has a payment waits for no account. The event is held before the order changes, so that one
 * that is being cancelled has either these tickets to refund, or is seen as cancelled here.
 * @returns null where no tickets were bought
 */
export async function paymentEnded(tx: Transaction, payment: TransactionRecord): Promise<Ended | null> {
  if (payment.type !== "ticket") return null;
  const [order] = await tx
    .select()
    .from(eventOrders)
    .where(eq(eventOrders.transactionId, payment.id))
    .for("no key update");
  if (!order) return null;
  const event = await lockEvent(tx, order.eventId);
  const bought: Bought = { order, event, payment, items: await itemsOf(tx, order.id) };
  if (payment.state !== "succeeded") return giveUp(tx, bought);
  const isCancelled = event.state === "cancelled";
  // Seats that nobody has given back yet are still this order's, even if its time is over.
  if (order.state === "reserved" && !isCancelled) return buy(tx, bought);
  if (order.state === "reserved") return refundLate(tx, bought, CANCELLED, await close(tx, bought, "cancelled"));
  // What is under way can't be cancelled by its buyer: the event took the order with it.
  if (order.state !== "expired") return refundLate(tx, bought, CANCELLED);
  const others = await expireOrdersOf(tx, event.id);
  const refusal = await takeAgain(tx, bought);
  const { after, entries } = refusal ? await refundLate(tx, bought, refusal.message) : await buy(tx, bought);
  return { after, entries: others ? [{ record: eventRecord(event), after: others }, ...entries] : entries };
}

type Bought = { order: OrderRecord; event: EventRecord; payment: TransactionRecord; items: OrderItem[] };

async function buy(tx: Transaction, { order, payment, items }: Bought): Promise<Ended> {
  await moveOrder(tx, order, "paid");
  const tickets = await issueTickets(tx, order, items);
  return said(order, payment, { state: "paid", tickets });
}

/** The payment failed, or nobody made it. */
async function giveUp(tx: Transaction, bought: Bought): Promise<Ended> {
  const { order, payment, event } = bought;
  if (order.state !== "reserved") return said(order, payment, { state: order.state });
  const state = await close(tx, bought, "failed");
  await tell(tx, bought, {
    title: `Your payment for ${event.title} did not succeed`,
    text: `Your seats are free again. If tickets are left, you can order again in the app.`,
  });
  return said(order, payment, { state });
}

async function close<S extends "failed" | "cancelled">(
  tx: Transaction,
  { order, items }: Bought,
  state: S,
): Promise<S> {
  await moveOrder(tx, order, state);
  await releaseSeats(tx, order.eventId, items);
  return state;
}

/**
 * Takes the seats of an order again that went back, by the rules of a new one but for its size.
 * @returns what is in the way, or null
 */
const takeAgain = (tx: Transaction, { event, items }: Bought): Promise<Refusal | null> =>
  orRefusal(tx, async (inner) => {
    await refuseUnlessSelling(inner, event);
    const { ordered } = await orderedTypes(inner, event.id, items);
    for (const { type } of ordered) refuseUnlessOnSale(type);
    await holdSeats(inner, event.id, items);
    return null;
  });

/**
 * Money for seats that are gone goes back by itself. However much it is, no second admin approves it: nobody moves it by
 * hand. Where it can't be given back now, the payment stays succeeded, and the record says why, so that an admin can.
 * @param reason why there are no tickets for it, as a sentence
 * @param state of the order by now
 */
async function refundLate(
  tx: Transaction,
  bought: Bought,
  reason: string,
  state: OrderState = bought.order.state,
): Promise<Ended> {
  const { order, payment, event } = bought;
  const why = reason.replace(/\.$/, "");
  const message = `${why}: refunded automatically`;
  const refund = { amount: payment.amount, postedBy: null, story: [{ kind: "request" as const, message }] };
  const given = await orRefusal(tx, (inner) => giveBack(inner, payment, { ...refund, leavesTickets: true }));
  const isGiven = !(given instanceof Refusal);
  const amount = formatMoney(isGiven ? given.back : payment.amount - payment.discount);
  await tell(tx, bought, {
    title: isGiven ? `${amount} refunded` : `Your payment for ${event.title} came too late`,
    text: `Your payment for ${event.title} came too late. ${why}, so you get no tickets. ${
      isGiven ? `${amount} goes back the way it was paid.` : `We will refund ${amount} as soon as we can.`
    }`,
  });
  const { after, entries } = said(order, payment, {
    state,
    ...(isGiven ? { refund: given.said.refund } : { not_refunded: given.message }),
  });
  return { after: { ...after, ...(isGiven && { state: given.said.state, refunded: given.said.refunded }) }, entries };
}

const tell = (tx: Transaction, { order, event }: Bought, { title, text }: { title: string; text: string }) =>
  tellCitizen(tx, order.userId, {
    subject: title,
    text: `${text}\n\nOrder: ${order.reference}`,
    title,
    body: text,
    data: { category: "event", event_id: event.id, order_id: order.id },
  });

/** `outcome` with the state of the order; the payment's own row says the rest of it. */
function said(order: OrderRecord, payment: TransactionRecord, outcome: AuditValues & { state: string }): Ended {
  const { state, ...rest } = outcome;
  const entry = {
    record: orderRecord(order),
    before: { state: order.state },
    after: { state, payment: payment.reference, ...rest },
  };
  return { after: { order: order.reference, order_state: state, ...rest }, entries: [entry] };
}
