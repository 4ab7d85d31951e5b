import "server-only";
import { eq } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { eventCalls as contract } from "@/lib/contract/event";
import type { OwnOrder } from "@/lib/contract/event.app";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { type Refusal, refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { eventOrders, events } from "@/lib/server/db/schema/event";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { endPromotionIfUsedUp, settleRedemption } from "@/lib/server/promotion/change-redemption";
import { insertRedemption, promotionAuditFields, reservePromotionUse } from "@/lib/server/promotion/take-promotion";
import { transactionRecordRef } from "@/lib/server/transaction/change-transaction";
import { draftPayment, insertPayment, SENT_TO_PROVIDER_MESSAGE } from "@/lib/server/transaction/insert-payment";
import { payFromWallet } from "@/lib/server/transaction/pay-from-wallet";
import { refuseUnlessMaySpend } from "@/lib/server/transaction/refuse-payment";
import { isOwnWalletMethod, requirePaymentMethod } from "@/lib/server/transaction/require-method";
import { lockOwnOrder, orderItemsOf, orderStateOf, setOrderState } from "./change-order";
import { issueTickets } from "./issue-tickets";
import { readOrderDetails } from "./order-single";
import { refuseUnlessSelling } from "./place-order-rules";
import { lockEvent, type OrderRecord, orderRecordRef } from "./record";

type PayInput = InputOf<typeof contract.payOrder>;

/**
 * Pays an order. A wallet payment issues the tickets immediately, a provider payment once the provider has reported it. While a payment is
 * pending, a repeated request returns the order unchanged.
 * @throws 400 for an unknown method, or an amount that it does not accept; 404; 409 with the current order if it can't be paid any more,
 * another payment is pending, the account may not pay, its balance is too low, or the event is not on sale
 */
export async function payOrder({ tx, citizen, audit }: WriteContext, input: PayInput): Promise<OwnOrder> {
  const user = await citizen(input.user_id);
  const order = await lockOwnOrder(tx, input);
  const record = orderRecordRef(order);
  const state = orderStateOf(order);
  if (order.state === "reserved" && order.transactionId) {
    const { reference, method } = await paymentUnderWay(tx, order.transactionId);
    if (method !== input.method) throw await orderConflict(tx, order, PENDING_TEXT);
    audit({ record, after: { state, payment: reference, repeated: true } });
    return readOrderDetails(tx, order.id);
  }
  if (state !== "reserved") throw await orderConflict(tx, order, NOT_PAYABLE_MESSAGES[state]);
  refuseUnlessMaySpend(user, "pay for tickets");
  const method = await requirePaymentMethod(tx, { method: input.method, amount: order.total, type: "ticket" });
  const description = `Tickets: ${await eventTitleOf(tx, order.eventId)} (${order.reference})`;
  const isPostedImmediately = isOwnWalletMethod(method);
  const { promotion, device_id: deviceId } = input;
  const purchase = { type: "ticket", amount: order.total } as const;
  const promotionUse = promotion
    ? await reservePromotionUse(tx, { ...purchase, asked: promotion, user, method, deviceId, isPostedImmediately })
    : null;
  const draft = draftPayment(method, { ...purchase, userId: user.id, description }, promotionUse);
  const payment = isPostedImmediately
    ? await payFromWallet(tx, draft, promotionUse, {
        costs: "these tickets cost",
        message: "Paid from the wallet",
        current: () => readOrderDetails(tx, order.id),
      })
    : await insertPayment(tx, { ...draft, message: SENT_TO_PROVIDER_MESSAGE });
  if (promotionUse) await insertRedemption(tx, promotionUse, payment.id);
  const redemption = isPostedImmediately ? await settleRedemption(tx, payment) : null;
  // Locks the event, as a cancellation does. The cancellation refunds payments that committed before it; later payments are refused here.
  await refuseUnlessSelling(tx, await lockEvent(tx, order.eventId));
  const tickets = isPostedImmediately ? await issuePaidTickets(tx, order, payment.id) : 0;
  if (!isPostedImmediately)
    await tx.update(eventOrders).set({ transactionId: payment.id }).where(eq(eventOrders.id, order.id));
  const endedEntries = await endPromotionIfUsedUp(tx, redemption);
  const paid = {
    amount: formatMoney(draft.amount),
    fee: formatMoney(draft.fee),
    ...promotionAuditFields(promotionUse),
    method: method.code,
  };
  audit({
    record: transactionRecordRef(payment),
    after: { state: payment.state, type: payment.type, ...paid, order: order.reference, user_id: user.id },
  });
  audit({
    record,
    before: { state },
    after: {
      state: isPostedImmediately ? "paid" : state,
      payment: payment.reference,
      ...paid,
      tickets: tickets || undefined,
    },
  });
  for (const entry of promotionUse?.startAudit ? [promotionUse.startAudit, ...endedEntries] : endedEntries)
    audit(entry);
  return readOrderDetails(tx, order.id);
}

const PENDING_TEXT = "A payment of this order by another method is in progress. Wait until it has succeeded or failed.";
const NOT_PAYABLE_MESSAGES = {
  paid: "This order is paid already.",
  expired: "The time to pay this order is over. Order again.",
  failed: "The payment of this order failed. Order again.",
  cancelled: "This order is cancelled.",
} as const;

const orderConflict = async (tx: Transaction, { id }: OrderRecord, message: string): Promise<Refusal> =>
  refuse.conflict(message, await readOrderDetails(tx, id));

async function issuePaidTickets(tx: Transaction, order: OrderRecord, transactionId: string): Promise<number> {
  await setOrderState(tx, order, "paid", { transactionId });
  return issueTickets(tx, order, await orderItemsOf(tx, order.id));
}

async function paymentUnderWay(tx: Transaction, transactionId: string) {
  const [found] = await tx
    .select({ reference: transactions.reference, method: paymentMethods.code })
    .from(transactions)
    .innerJoin(paymentMethods, eq(paymentMethods.id, transactions.methodId))
    .where(eq(transactions.id, transactionId));
  if (!found) throw new Error(`Payment ${transactionId} vanished.`);
  return found;
}

async function eventTitleOf(tx: Transaction, eventId: string): Promise<string> {
  const [event] = await tx.select({ title: events.title }).from(events).where(eq(events.id, eventId));
  if (!event) throw refuse.notFound("event");
  return event.title;
}
