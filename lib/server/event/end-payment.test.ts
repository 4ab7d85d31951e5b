import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { eventOrders, events, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { findSeatMismatches, makeEvent } from "@/lib/server/testing/events";
import { fundAccount } from "@/lib/server/testing/ledger";
import { expireOrder, makePaymentMethods, orderCallsOf, sendSimulatedPaymentReport } from "@/lib/server/testing/orders";
import { makePromotion } from "@/lib/server/testing/promotions";
import { simulatedProvider } from "@/lib/server/transaction/simulated-provider";
import { expireOrders } from "./expire-orders";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await makePaymentMethods(app);
});
afterAll(async () => {
  expect((await verifyLedger(app.db)).faults).toEqual([]);
  await app.stop();
});

type TestUser = Awaited<ReturnType<typeof makeUser>>;
type TestEvent = Awaited<ReturnType<typeof makeEvent>>;
async function makeUserWithMoney(amount: number): Promise<TestUser> {
  const user = await makeUser(app);
  await fundAccount(app.db, user.id, amount);
  return user;
}
/** Places an order for two tickets at ₦1,000 each. */
async function placeOrder(made: TestEvent, user: TestUser, quantities = [2]): Promise<string> {
  return (await orderCallsOf(app, made).place(user, quantities)).json.data.id;
}
const paymentOf = async (userId: string) => {
  const isPayment = and(eq(transactions.userId, userId), eq(transactions.type, "ticket"));
  return (await app.db.select().from(transactions).where(isPayment))[0];
};
const orderStateOf = async (orderId: string) =>
  (await app.db.select().from(eventOrders).where(eq(eventOrders.id, orderId)))[0]?.state;
const updateEvent = (made: TestEvent, values: Partial<typeof events.$inferInsert>) =>
  app.db.update(events).set(values).where(eq(events.id, made.event.id));
const CANCELLED_VALUES = { state: "cancelled", cancelledAt: new Date(), cancelReason: "Rain" } as const;

/** Places an order and starts a card payment for it. */
async function startPayment(made: TestEvent, quantities = [2]) {
  const user = await makeUser(app);
  const id = await placeOrder(made, user, quantities);
  const { json } = await orderCallsOf(app, made).pay(user, id, "card");
  return { user, id, reference: json.data.payment.reference as string, order: json.data };
}
const expireOrderNow = async (id: string) => {
  await expireOrder(app, id);
  await expireOrders(app.db);
};

describe("paying by a provider", () => {
  it("issues an order's tickets once when the provider reports a successful payment", async () => {
    const made = await makeEvent(app);
    const { user, id, reference, order } = await startPayment(made);
    expect(order).toMatchObject({
      state: "reserved",
      payment: { channel: "card", fee: 500, state: "pending" },
      tickets: [],
    });
    const { pay, cancel, read } = orderCallsOf(app, made);
    expect((await pay(user, id, "card")).json.data).toEqual(order);
    expect((await pay(user, id, "ussd")).json.message).toMatch(/by another method is in progress/);
    expect((await cancel(user, id)).json.message).toMatch(/payment is in progress/);
    const eventId = uuid();
    await sendSimulatedPaymentReport(reference, "processing");
    expect((await read(user, id)).json.data.state).toBe("reserved");
    await Promise.all([
      sendSimulatedPaymentReport(reference, "succeeded", eventId),
      sendSimulatedPaymentReport(reference, "succeeded", eventId),
    ]);
    await sendSimulatedPaymentReport(reference, "failed");
    expect((await read(user, id)).json.data).toMatchObject({ state: "paid", payment: { state: "succeeded" } });
    expect(await app.db.$count(tickets, eq(tickets.orderId, id))).toBe(2);
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
    const rows = (await app.audit()).filter(({ action }) => action === "transaction.webhook");
    expect(rows.filter(({ recordId }) => recordId === id)).toMatchObject([
      { recordType: "event_order", before: { state: "reserved" }, after: { state: "paid", tickets: 2 } },
    ]);
    expect(rows.find(({ after }) => after?.order === order.reference)).toMatchObject({
      recordId: order.payment.id,
      after: { state: "succeeded", order_state: "paid", tickets: 2 },
    });
  });

  it.each(["failed", "expired"] as const)("frees the seats and notifies the buyer of a %s payment", async (state) => {
    const made = await makeEvent(app);
    const { user, id, reference } = await startPayment(made);
    await app.mails();
    await sendSimulatedPaymentReport(reference, state);
    expect(await orderStateOf(id)).toBe("failed");
    expect(await app.mails()).toMatchObject([{ to: user.email, subject: expect.stringMatching(/did not succeed/) }]);
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
    expect((await app.db.select().from(ticketTypes).where(eq(ticketTypes.eventId, made.event.id)))[0]?.held).toBe(0);
    expect((await orderCallsOf(app, made).pay(user, id, "card")).json.message).toMatch(/payment of this order failed/);
  });

  it("issues an order's tickets if an admin's status check finds that the payment has succeeded", async () => {
    const { token } = await makeAdmin(app);
    const made = await makeEvent(app);
    const { id, order, reference } = await startPayment(made);
    const providerReport = {
      reference,
      state: "succeeded",
      providerReference: "SIM-1",
      message: "Approved",
      raw: {},
    } as const;
    const verifySpy = vi.spyOn(simulatedProvider, "verify").mockResolvedValueOnce(providerReport);
    const headers = { "idempotency-key": uuid() };
    expect((await app.call("PATCH", `/transactions/${order.payment.id}/requery`, { token, headers })).status).toBe(200);
    verifySpy.mockRestore();
    expect(await orderStateOf(id)).toBe("paid");
    expect((await app.audit())[0]).toMatchObject({
      action: "transaction.requery",
      recordId: id,
      after: { tickets: 2 },
    });
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
  });

  it("issues tickets for a late payment if seats are available, even if the order is already stored as expired", async () => {
    const made = await makeEvent(app, { types: [{ quantity: 3 }] });
    const overduePayment = await startPayment(made, [1]);
    const expiredPayment = await startPayment(made, [2]);
    await expireOrder(app, overduePayment.id);
    await sendSimulatedPaymentReport(overduePayment.reference, "succeeded");
    await expireOrderNow(expiredPayment.id);
    await sendSimulatedPaymentReport(expiredPayment.reference, "succeeded");
    expect([await orderStateOf(overduePayment.id), await orderStateOf(expiredPayment.id)]).toEqual(["paid", "paid"]);
    expect(await app.db.$count(tickets, eq(tickets.eventId, made.event.id))).toBe(3);
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
  });
});

describe("a payment for seats that are no longer reserved", () => {
  const expectRefunded = async (id: string, userId: string, orderState: string, why: string) => {
    expect(await orderStateOf(id)).toBe(orderState);
    expect(await paymentOf(userId)).toMatchObject({ state: "refunded", refundedAmount: 200_000 });
    expect(await app.db.$count(tickets, eq(tickets.orderId, id))).toBe(0);
    const rows = (await app.audit()).filter(({ action }) => action === "transaction.webhook").slice(0, 3);
    expect(rows.find(({ recordType }) => recordType === "transaction")?.after).toMatchObject({
      state: "refunded",
      refund: expect.stringMatching(/^RFD-/),
    });
    expect((await app.mails()).at(-1)).toMatchObject({
      subject: "₦2,000.00 refunded",
      text: expect.stringContaining(`too late. ${why}, so you get no tickets.`),
    });
  };

  it.each<[string, string, string, (made: TestEvent, id: string) => Promise<unknown>]>([
    [
      "seats that another buyer has reserved",
      "expired",
      "Only 1 ticket of Regular 1 left",
      async (made, id) => {
        await expireOrderNow(id);
        await placeOrder(made, await makeUser(app), [2]);
      },
    ],
    [
      "seats of a ticket type that was hidden",
      "expired",
      "Regular 1 is not on sale",
      async (made, id) => {
        await expireOrderNow(id);
        await app.db.update(ticketTypes).set({ hidden: true }).where(eq(ticketTypes.eventId, made.event.id));
      },
    ],
    [
      "seats of an event that was cancelled",
      "cancelled",
      "This event is cancelled",
      (made) => updateEvent(made, CANCELLED_VALUES),
    ],
    [
      "seats of an order that expired before its event was cancelled",
      "expired",
      "This event is cancelled",
      async (made, id) => {
        await expireOrderNow(id);
        await updateEvent(made, CANCELLED_VALUES);
      },
    ],
  ])("automatically refunds a late payment for %s", async (_, state, why, firstStep) => {
    const made = await makeEvent(app, { types: [{ quantity: 3 }] });
    const { user, id, reference } = await startPayment(made);
    await firstStep(made, id);
    await sendSimulatedPaymentReport(reference, "succeeded");
    await expectRefunded(id, user.id, state, why);
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
  });

  it("issues tickets for a late payment from the seats of another order that has expired since", async () => {
    const made = await makeEvent(app, { types: [{ quantity: 2 }] });
    const firstStep = await startPayment(made);
    await expireOrderNow(firstStep.id);
    const secondPayment = await startPayment(made);
    await expireOrder(app, secondPayment.id);
    await sendSimulatedPaymentReport(firstStep.reference, "succeeded");
    expect([await orderStateOf(firstStep.id), await orderStateOf(secondPayment.id)]).toEqual(["paid", "expired"]);
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
  });

  it("keeps the money of a late payment for tickets, and stores the reason, if the paying wallet can't receive the refund", async () => {
    const wallet = {
      id: uuid(),
      code: "linked",
      name: "Linked wallet",
      channel: "wallet",
      provider: "simulated",
    } as const;
    await app.db.insert(paymentMethods).values({ ...wallet, minAmount: 1, maxAmount: 1_000_000 });
    const made = await makeEvent(app);
    const user = await makeUserWithMoney(200_000);
    const id = await placeOrder(made, user);
    await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.promotions_pool, 5_000_000);
    const promotion = await makePromotion(app, await makeAdmin(app), { types: ["ticket"] });
    // The promotion gives a discount of ten percent, so the buyer pays 90% of the price.
    const { json } = await app.callAsApp("POST", `/events/${made.event.id}/orders/${id}/payment`, {
      body: { user_id: user.id, method: "linked", promotion: { promotion_id: promotion.id, benefit: 20_000 } },
    });
    await app.db
      .update(users)
      .set({ status: "restricted", restriction: "no_credit", legalBasis: "court_order" })
      .where(eq(users.id, user.id));
    await updateEvent(made, CANCELLED_VALUES);
    expect((await sendSimulatedPaymentReport(json.data.payment.reference, "succeeded")).status).toBe(200);
    expect(await paymentOf(user.id)).toMatchObject({ state: "succeeded", refundedAmount: 0 });
    expect(await orderStateOf(id)).toBe("cancelled");
    expect((await app.audit()).find(({ recordId }) => recordId === id)).toMatchObject({
      after: { state: "cancelled", not_refunded: expect.stringMatching(/restricted/) },
    });
    expect((await app.mails()).at(-1)?.text).toMatch(/We will refund ₦1,800\.00/);
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
  });
});
