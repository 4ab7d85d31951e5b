import "server-only";
import { eq } from "drizzle-orm";
import type { TicketOrderState } from "@/lib/contract/event.values";
import { formatMoney } from "@/lib/format";
import { Refusal } from "@/lib/server/api/errors";
import type { AuditEntry } from "@/lib/server/audit/audit";
import { notifyCitizen } from "@/lib/server/citizen/notify-citizen";
import type { Transaction } from "@/lib/server/db/client";
import { eventOrders } from "@/lib/server/db/schema/event";
import type { AuditValues } from "@/lib/server/db/schema/system-logs";
import type { TransactionRecord } from "@/lib/server/transaction/change-transaction";
import { makeRefund } from "@/lib/server/transaction/refund";
import { type OrderItem, orderItemsOf, setOrderState } from "./change-order";
import { expireOrdersOf } from "./expire-orders";
import { issueTickets } from "./issue-tickets";
import {
  EVENT_CANCELLED_MESSAGE,
  loadTicketTypesOfItems,
  refuseUnlessOnSale,
  refuseUnlessSelling,
} from "./place-order-rules";
import { eventRecordRef, lockEvent, type OrderRecord, orderRecordRef } from "./record";
import { runOrReturnRefusal } from "./run-or-refusal";
import { releaseSeats, reserveSeats } from "./seats";
import type { EventRecord } from "./state";

/** Audit values of a completed payment. `after`: additions to the payment's audit row; `entries`: audit rows of the order and the event. */
type Audit = { after: AuditValues; entries: AuditEntry[] };

/**
 * Ends the order of a completed payment: issues tickets, frees the seats, or refunds a late payment. The caller has locked the payment. Locks the
 * order after the ledger accounts, unlike other code. This can't deadlock, because a transaction that has locked a paid order waits for no account.
 * Locks the event before changing the order, so that a parallel cancellation either refunds these tickets or is already visible here.
 * @returns null if the payment was not for tickets
 */
export async function settleOrderOfPayment(tx: Transaction, payment: TransactionRecord): Promise<Audit | null> {
  if (payment.type !== "ticket") return null;
  const [order] = await tx
    .select()
    .from(eventOrders)
    .where(eq(eventOrders.transactionId, payment.id))
    .for("no key update");
  if (!order) return null;
  const event = await lockEvent(tx, order.eventId);
  const bought: OrderWithPayment = { order, event, payment, items: await orderItemsOf(tx, order.id) };
  if (payment.state !== "succeeded") return failOrder(tx, bought);
  const isCancelled = event.state === "cancelled";
  // The order still occupies its seats while its stored state is `reserved`, even past the deadline.
  if (order.state === "reserved" && !isCancelled) return completeOrder(tx, bought);
  if (order.state === "reserved")
    return refundPayer(tx, bought, EVENT_CANCELLED_MESSAGE, await closeOrder(tx, bought, "cancelled"));
  // The order was cancelled together with its event, because buyers can't cancel an order with a pending payment.
  if (order.state !== "expired") return refundPayer(tx, bought, EVENT_CANCELLED_MESSAGE);
  const others = await expireOrdersOf(tx, event.id);
  const refusal = await reserveSeatsAgain(tx, bought);
  const { after, entries } = refusal ? await refundPayer(tx, bought, refusal.message) : await completeOrder(tx, bought);
  return { after, entries: others ? [{ record: eventRecordRef(event), after: others }, ...entries] : entries };
}

type OrderWithPayment = { order: OrderRecord; event: EventRecord; payment: TransactionRecord; items: OrderItem[] };

async function completeOrder(tx: Transaction, { order, payment, items }: OrderWithPayment): Promise<Audit> {
  await setOrderState(tx, order, "paid");
  const tickets = await issueTickets(tx, order, items);
  return toAudit(order, payment, { state: "paid", tickets });
}

/** Ends the order of a payment that failed or was cancelled. */
async function failOrder(tx: Transaction, paidOrder: OrderWithPayment): Promise<Audit> {
  const { order, payment, event } = paidOrder;
  if (order.state !== "reserved") return toAudit(order, payment, { state: order.state });
  const state = await closeOrder(tx, paidOrder, "failed");
  await tell(tx, paidOrder, {
    title: `Your payment for ${event.title} did not succeed`,
    text: `Your seats are free again. If tickets are left, you can order again in the app.`,
  });
  return toAudit(order, payment, { state });
}

async function closeOrder<S extends "failed" | "cancelled">(
  tx: Transaction,
  { order, items }: OrderWithPayment,
  state: S,
): Promise<S> {
  await setOrderState(tx, order, state);
  await releaseSeats(tx, order.eventId, items);
  return state;
}

/** Reserves the seats of an expired order again, by the rules for new orders. @returns the refusal, or null */
const reserveSeatsAgain = (tx: Transaction, { event, items }: OrderWithPayment): Promise<Refusal | null> =>
  runOrReturnRefusal(tx, async (savepoint) => {
    await refuseUnlessSelling(savepoint, event);
    const { ordered } = await loadTicketTypesOfItems(savepoint, event.id, items);
    for (const { type } of ordered) refuseUnlessOnSale(type);
    await reserveSeats(savepoint, event.id, items);
    return null;
  });

/**
 * Refunds a payment whose seats were freed or sold. Needs no second admin at any amount, because no admin triggers it. If the ledger
 * refuses the refund, the payment stays successful, and the order stores the reason, so that an admin can refund it.
 * @param reason why the payment results in no tickets, as a sentence
 * @param state state of the order after this payment
 */
async function refundPayer(
  tx: Transaction,
  paidOrder: OrderWithPayment,
  reason: string,
  state: TicketOrderState = paidOrder.order.state,
): Promise<Audit> {
  const { order, payment, event } = paidOrder;
  const cause = reason.replace(/\.$/, "");
  const message = `${cause}: refunded automatically`;
  const refund = { amount: payment.amount, postedBy: null, firstEvents: [{ kind: "request" as const, message }] };
  const given = await runOrReturnRefusal(tx, (inner) => makeRefund(inner, payment, { ...refund, leavesTickets: true }));
  const isGiven = !(given instanceof Refusal);
  const amount = formatMoney(isGiven ? given.amountToPayer : payment.amount - payment.discount);
  await tell(tx, paidOrder, {
    title: isGiven ? `${amount} refunded` : `Your payment for ${event.title} arrived too late`,
    text: `Your payment for ${event.title} arrived too late. ${cause}, so you get no tickets. ${
      isGiven ? `${amount} is refunded the way it was paid.` : `We will refund ${amount} as soon as we can.`
    }`,
  });
  const { after, entries } = toAudit(order, payment, {
    state,
    ...(isGiven ? { refund: given.auditValues.refund } : { not_refunded: given.message }),
  });
  return {
    after: { ...after, ...(isGiven && { state: given.auditValues.state, refunded: given.auditValues.refunded }) },
    entries,
  };
}

const tell = (tx: Transaction, { order, event }: OrderWithPayment, { title, text }: { title: string; text: string }) =>
  notifyCitizen(tx, order.userId, {
    subject: title,
    text: `${text}\n\nOrder: ${order.reference}`,
    title,
    body: text,
    data: { category: "event", event_id: event.id, order_id: order.id },
  });

/** Builds the audit values of a payment and its order. `outcome` contains the order's new state. */
function toAudit(order: OrderRecord, payment: TransactionRecord, outcome: AuditValues & { state: string }): Audit {
  const { state, ...rest } = outcome;
  const entry = {
    record: orderRecordRef(order),
    before: { state: order.state },
    after: { state, payment: payment.reference, ...rest },
  };
  return { after: { order: order.reference, order_state: state, ...rest }, entries: [entry] };
}
