import { and, eq, inArray, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventOrders, tickets } from "@/lib/server/db/schema/event";
import { cancellationSteps } from "@/lib/server/db/schema/event-cancellation";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { buyTickets, orderTickets, WALLET_PAYMENT_FEE } from "@/lib/server/testing/event-sales";
import { findSeatMismatches, makeEvent } from "@/lib/server/testing/events";
import { balanceOf, fundAccount } from "@/lib/server/testing/ledger";
import { makePaymentMethods, orderCallsOf, sendSimulatedPaymentReport } from "@/lib/server/testing/orders";
import { countUrgentMails } from "@/lib/server/testing/queued-news";
import { runCancellations } from "./run-cancellations";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  await makePaymentMethods(app);
});
afterAll(() => app.stop());

type TestEvent = Awaited<ReturnType<typeof makeEvent>>;
const TICKET_TYPES = [{ price: 100_000 }, { price: 0 }];
const get = async (path: string) => (await app.call("GET", path, { token: admin.token })).json.data;
const post = (path: string, body: object = {}) =>
  app.call("POST", path, { token: admin.token, body, headers: { "idempotency-key": uuid() } });
const readNumbers = ({ event }: TestEvent) => get(`/events/${event.id}/cancellation`);

async function cancelEvent(made: TestEvent, includeCheckedIn = false) {
  const { tickets: count, amount, checked_in_amount } = await readNumbers(made);
  const { version } = await get(`/events/${made.event.id}`);
  const { status, json } = await post(`/events/${made.event.id}/cancellation`, {
    version,
    title: made.event.title,
    reason: "Flood",
    include_checked_in: includeCheckedIn,
    tickets: count,
    amount: amount + (includeCheckedIn ? checked_in_amount : 0),
  });
  expect([status, json.data?.state]).toEqual([200, "cancelled"]);
}
const checkIn = (ticketId: string | undefined) =>
  app.call("PATCH", `/events/tickets/${ticketId}/check-in`, { token: admin.token, body: { version: 1 } });
const ticketStatesOf = async ({ tickets: purchase }: Awaited<ReturnType<typeof buyTickets>>) => {
  const ids = purchase.map(({ id }) => id);
  const found = await app.db.select().from(tickets).where(inArray(tickets.id, ids)).orderBy(tickets.id);
  return found.map(({ state }) => state);
};
const refundsOf = async (orderId: string) => {
  const [order] = await app.db.select().from(eventOrders).where(eq(eventOrders.id, orderId));
  if (!order?.transactionId) return [];
  const found = await app.db.select().from(transactions).where(eq(transactions.refundOf, order.transactionId));
  return found.map(({ amount }) => amount);
};
const retryRefundStep = ({ event }: TestEvent, orderId: string) =>
  post(`/events/${event.id}/cancellation/steps/${orderId}/retry`);
async function isEventConsistent({ event }: TestEvent) {
  expect(await findSeatMismatches(app.db, event.id)).toEqual([]);
  expect(await verifyLedger(app.db)).toMatchObject({ total: 0, faults: [], finished: true });
}

describe("refunding the orders of a cancelled event", () => {
  it("refunds each buyer of a cancelled event once, voids free tickets, and does not refund checked-in tickets", async () => {
    const made = await makeEvent(app, { types: TICKET_TYPES });
    const walletOrder = await buyTickets(app, made, { count: 3 });
    const cardOrder = await buyTickets(app, made, { by: "card" });
    const freeOrder = await buyTickets(app, made, { of: 1, count: 2 });
    const checkedInOrder = await buyTickets(app, made, { count: 2 });
    await checkIn(checkedInOrder.tickets[0]?.id);
    const [earlyTicket] = walletOrder.tickets;
    await post(`/events/tickets/${earlyTicket?.id}/refund`, { version: 1, reason: "Ill" });
    const reservedOrder = await orderTickets(app, made);
    await app.mails();
    await cancelEvent(made);
    expect(await runCancellations(app.db)).toBe(4);
    expect(await runCancellations(app.db)).toBe(0);

    expect(await balanceOf(app.db, walletOrder.buyer.id)).toBe(300_000);
    expect(await refundsOf(walletOrder.id)).toEqual([100_000, 200_000]);
    expect(await refundsOf(cardOrder.id)).toEqual([100_000]);
    expect(await balanceOf(app.db, checkedInOrder.buyer.id)).toBe(100_000);
    expect(await ticketStatesOf(walletOrder)).toEqual(["refunded", "refunded", "refunded"]);
    expect(await ticketStatesOf(freeOrder)).toEqual(["void", "void"]);
    expect(await ticketStatesOf(checkedInOrder)).toEqual(["checked_in", "refunded"]);
    await isEventConsistent(made);
    const { progress, tickets: ticketsLeft } = await readNumbers(made);
    expect(ticketsLeft).toBe(1);
    expect(progress).toMatchObject({ orders: 4, pending: 0, done: 4, failed: 0, refunded_amount: 400_000 });
    expect(progress.ended_at >= progress.started_at).toBe(true);
    expect(await countUrgentMails(app)).toBe(0);
    const mails = await app.mails();
    expect(mails.map(({ to }) => to).sort()).toEqual(
      [walletOrder, cardOrder, freeOrder, checkedInOrder].map(({ buyer }) => buyer.email).sort(),
    );
    expect(mails.find(({ to }) => to === cardOrder.buyer.email)).toMatchObject({
      subject: `${made.event.title} is cancelled`,
      text: expect.stringContaining("₦1,000.00 is refunded to where you paid from"),
    });
    expect(mails.some(({ to }) => to === reservedOrder.buyer.email)).toBe(false);
    const rows = (await app.audit()).filter(({ action }) => action === "event.refundOrder");
    expect(rows.find(({ recordId }) => recordId === cardOrder.id)).toMatchObject({
      recordType: "event_order",
      before: { refund_state: "pending" },
      after: { refund_state: "done", tickets: 1, refunded: "₦1,000.00" },
    });
    const codes = walletOrder.tickets.map(({ code }) => code);
    expect(codes.some((code) => JSON.stringify(rows).includes(code))).toBe(false);
  });

  it("refunds checked-in tickets if the admin chose so, except those of a fully refunded payment", async () => {
    const made = await makeEvent(app, { types: TICKET_TYPES });
    const [checkedInOrder, refunded] = [await buyTickets(app, made, { count: 2 }), await buyTickets(app, made)];
    for (const { tickets: purchase } of [checkedInOrder, refunded]) await checkIn(purchase[0]?.id);
    const [{ transactionId } = { transactionId: null }] = await app.db
      .select()
      .from(eventOrders)
      .where(eq(eventOrders.id, refunded.id));
    const payment = `/transactions/${transactionId}`;
    expect((await post(`${payment}/refund`, { amount: 100_000, remaining: 100_000, reason: "Kind" })).status).toBe(200);
    await cancelEvent(made, true);
    await runCancellations(app.db);
    expect([await ticketStatesOf(checkedInOrder), await ticketStatesOf(refunded)]).toEqual([
      ["refunded", "refunded"],
      ["refunded"],
    ]);
    expect(await balanceOf(app.db, checkedInOrder.buyer.id)).toBe(200_000);
    expect(await balanceOf(app.db, refunded.buyer.id)).toBe(100_000);
    await isEventConsistent(made);
  });

  it("notifies the current holder of a transferred ticket too when its event is cancelled", async () => {
    const made = await makeEvent(app, { types: TICKET_TYPES });
    const purchase = await buyTickets(app, made, { count: 2 });
    const holder = await makeUser(app);
    const body = { version: 1, user_id: holder.id, reason: "A gift" };
    await app.call("PATCH", `/events/tickets/${purchase.tickets[0]?.id}/holder`, { token: admin.token, body });
    await app.mails();
    await cancelEvent(made);
    await runCancellations(app.db);
    const mails = await app.mails();
    expect(mails.map(({ to }) => to)).toEqual([purchase.buyer.email, holder.email]);
    expect(mails[1]?.text).toContain("Any money is refunded to the person who paid.");
    expect(await balanceOf(app.db, purchase.buyer.id)).toBe(200_000);
  });

  it("refunds a payment that the provider reports after the event's cancellation", async () => {
    const made = await makeEvent(app, { types: TICKET_TYPES });
    const order = await orderTickets(app, made);
    const { reference } = (await orderCallsOf(app, made).pay(order.buyer, order.id, "card")).json.data.payment;
    await cancelEvent(made);
    expect((await sendSimulatedPaymentReport(reference, "succeeded")).status).toBe(200);
    expect(await refundsOf(order.id)).toEqual([100_000]);
    expect(await app.db.$count(tickets, eq(tickets.orderId, order.id))).toBe(0);
    await isEventConsistent(made);
  });

  it("leaves no valid ticket to a buyer who pays during the cancellation", async () => {
    const made = await makeEvent(app, { types: [{ price: 10_000 }] });
    const orders = await Promise.all(Array.from({ length: 8 }, () => orderTickets(app, made)));
    for (const { buyer } of orders) await fundAccount(app.db, buyer.id, 10_000 + WALLET_PAYMENT_FEE);
    const { version } = await get(`/events/${made.event.id}`);
    const body = {
      version,
      title: made.event.title,
      reason: "Flood",
      include_checked_in: false,
      tickets: 0,
      amount: 0,
    };
    const payments = orders.map((order) => orderCallsOf(app, made).pay(order.buyer, order.id));
    // Retries the cancellation until the figures on its form are current, because each payment changes these figures.
    for (let status = 409; status === 409; ) {
      const { tickets: count, amount } = await readNumbers(made);
      status = (await post(`/events/${made.event.id}/cancellation`, { ...body, tickets: count, amount })).status;
    }
    const answers = (await Promise.all(payments)).map(({ status }) => status);
    expect(answers.every((status) => status === 200 || status === 409)).toBe(true);
    await runCancellations(app.db);
    expect(await app.db.$count(tickets, and(eq(tickets.eventId, made.event.id), eq(tickets.state, "valid")))).toBe(0);
    // If a payment was completed, its refund does not include the wallet fee.
    for (const [index, { buyer }] of orders.entries())
      expect(await balanceOf(app.db, buyer.id)).toBe(10_000 + (answers[index] === 200 ? 0 : WALLET_PAYMENT_FEE));
    await isEventConsistent(made);
  });
});

describe("an order that can't be refunded", () => {
  const restrictUser = (id: string, status: "active" | "restricted") =>
    app.db
      .update(users)
      .set(
        status === "active"
          ? { status, restriction: null, statusReason: null, legalBasis: null }
          : { status, restriction: "no_credit", statusReason: "Checked", legalBasis: "court_order" },
      )
      .where(eq(users.id, id));

  it("marks a refused refund as failed with the reason, continues with other orders, and allows a retry later", async () => {
    const made = await makeEvent(app, { types: TICKET_TYPES });
    const [stuckOrder, other] = [await buyTickets(app, made), await buyTickets(app, made)];
    await restrictUser(stuckOrder.buyer.id, "restricted");
    await app.mails();
    await cancelEvent(made);
    expect(await runCancellations(app.db)).toBe(2);
    expect(await runCancellations(app.db)).toBe(0);
    expect(await ticketStatesOf(stuckOrder)).toEqual(["valid"]);
    expect(await ticketStatesOf(other)).toEqual(["refunded"]);
    expect((await app.mails()).find(({ to }) => to === stuckOrder.buyer.email)?.text).toContain("refund takes longer");
    const [row] = (await app.audit()).filter(({ recordId }) => recordId === stuckOrder.id);
    expect(row).toMatchObject({ outcome: "refused", refusal: expect.stringContaining("restricted") });

    const secondRetry = await retryRefundStep(made, stuckOrder.id);
    expect(secondRetry.json.data).toMatchObject({
      state: "failed",
      tries: 2,
      problem: expect.stringContaining("restricted"),
    });
    expect((await app.audit())[0]).toMatchObject({
      ...{ action: "event.retryCancellationStep", outcome: "refused", recordId: stuckOrder.id },
      refusal: expect.stringContaining("restricted"),
    });
    expect((await readNumbers(made)).progress).toMatchObject({ done: 1, failed: 1 });

    await restrictUser(stuckOrder.buyer.id, "active");
    await app.mails();
    const finalRetry = await retryRefundStep(made, stuckOrder.id);
    expect(finalRetry.json.data).toMatchObject({ state: "done", tries: 3, problem: null, amount: 100_000 });
    expect((await app.mails()).map(({ subject }) => subject)).toEqual([`Your refund for ${made.event.title}`]);
    expect((await app.audit())[0]).toMatchObject({
      action: "event.retryCancellationStep",
      adminId: admin.id,
      recordId: stuckOrder.id,
      before: { refund_state: "failed" },
      after: { refund_state: "done" },
    });
    const lateRetry = await retryRefundStep(made, stuckOrder.id);
    expect([lateRetry.status, lateRetry.json.current.state]).toEqual([409, "done"]);
    expect(await balanceOf(app.db, stuckOrder.buyer.id)).toBe(100_000);
    await isEventConsistent(made);
  });

  it("does not refund a disputed payment of a cancelled event, and refunds nothing if the bank has taken the money back", async () => {
    const made = await makeEvent(app, { types: TICKET_TYPES });
    const purchase = await buyTickets(app, made, { by: "card" });
    const [order] = await app.db.select().from(eventOrders).where(eq(eventOrders.id, purchase.id));
    const dispute = (state: "disputed" | "lost") =>
      app.db
        .update(transactions)
        .set({ state })
        .where(eq(transactions.id, order?.transactionId ?? ""));
    await dispute("disputed");
    await cancelEvent(made);
    await runCancellations(app.db);
    const steps = await get(`/events/${made.event.id}/cancellation/steps`);
    expect(steps.items).toMatchObject([{ state: "failed", problem: expect.stringContaining("is disputed") }]);
    await dispute("lost");
    expect((await retryRefundStep(made, purchase.id)).json.data).toMatchObject({ state: "done", amount: 0 });
    expect([await ticketStatesOf(purchase), await refundsOf(purchase.id)]).toEqual([["void"], []]);
    await isEventConsistent(made);
  });

  it("an order of a cancelled event whose refund fails unexpectedly does not block other orders, is retried up to five attempts, and then waits for an admin", async () => {
    const made = await makeEvent(app, { types: TICKET_TYPES });
    const [brokenOrder, other] = [await buyTickets(app, made), await buyTickets(app, made)];
    await app.db.execute(sql`
      create function break_ticket() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`);
    await app.db.execute(sql`create trigger broken before update on tickets for each row
      when (new.order_id = ${sql.raw(`'${brokenOrder.id}'`)}) execute function break_ticket()`);
    await cancelEvent(made);
    await runCancellations(app.db);
    expect(await ticketStatesOf(other)).toEqual(["refunded"]);
    const stepOf = async () =>
      (await app.db.select().from(cancellationSteps).where(eq(cancellationSteps.orderId, brokenOrder.id)))[0];
    expect(await stepOf()).toMatchObject({ state: "pending", tries: 1 });
    expect((await retryRefundStep(made, brokenOrder.id)).status).toBe(409);
    for (let attempt = 2; attempt <= 5; attempt++) await runCancellations(app.db);
    expect(await stepOf()).toMatchObject({ state: "failed", tries: 5, problem: expect.stringContaining("Retry") });
    expect(await balanceOf(app.db, brokenOrder.buyer.id)).toBe(0);
    await app.db.execute(sql`drop trigger broken on tickets`);
    expect((await retryRefundStep(made, brokenOrder.id)).json.data.state).toBe("done");
    await isEventConsistent(made);
  });

  it("returns 404 if a refund step is retried with another event's id", async () => {
    const [made, other] = [await makeEvent(app, { types: TICKET_TYPES }), await makeEvent(app)];
    const purchase = await buyTickets(app, made);
    await cancelEvent(made);
    expect((await retryRefundStep(other, purchase.id)).status).toBe(404);
    await runCancellations(app.db);
  });
});
