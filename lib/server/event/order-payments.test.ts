import { and, eq, isNull, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { eventOrders, events, tickets } from "@/lib/server/db/schema/event";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { findSeatMismatches, makeEvent } from "@/lib/server/testing/events";
import { balanceOf, fundAccount } from "@/lib/server/testing/ledger";
import { expireOrder, makePaymentMethods, orderCallsOf } from "@/lib/server/testing/orders";

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
/** Selects a user's payments without refunds. Refunds are transactions of the same user, and the order of rows is undefined. */
const isPaymentOf = (userId: string) => and(eq(transactions.userId, userId), isNull(transactions.refundOf));
const paymentOf = async (userId: string) => (await app.db.select().from(transactions).where(isPaymentOf(userId)))[0];
const updateEvent = (made: TestEvent, values: Partial<typeof events.$inferInsert>) =>
  app.db.update(events).set(values).where(eq(events.id, made.event.id));
const CANCELLED_VALUES = { state: "cancelled", cancelledAt: new Date(), cancelReason: "Rain" } as const;

describe("paying from the wallet", () => {
  it("pays an order from the wallet and issues the tickets immediately", async () => {
    const user = await makeUserWithMoney(300_000);
    const [float, fees] = [await balanceOf(app.db, IDS.settlement_float), await balanceOf(app.db, IDS.fee_income)];
    const made = await makeEvent(app);
    const id = await placeOrder(made, user);
    await app.mails();
    const { status, json } = await orderCallsOf(app, made).pay(user, id);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      state: "paid",
      payment: { channel: "wallet", amount: 200_000, fee: 500, state: "succeeded" },
    });
    expect(json.data.tickets).toHaveLength(2);
    expect(await balanceOf(app.db, user.id)).toBe(99_500);
    expect(await balanceOf(app.db, IDS.settlement_float)).toBe(float - 200_000);
    expect(await balanceOf(app.db, IDS.fee_income)).toBe(fees + 500);
    expect(await paymentOf(user.id)).toMatchObject({
      type: "ticket",
      description: `Tickets: ${made.event.title} (${json.data.reference})`,
    });
    expect(await app.mails()).toMatchObject([
      { ticketIds: json.data.tickets.map((ticket: { id: string }) => ticket.id) },
    ]);
    const [orderAudit, paymentAudit] = await app.audit();
    expect(orderAudit).toMatchObject({
      recordId: id,
      before: { state: "reserved" },
      after: { state: "paid", tickets: 2 },
    });
    expect(paymentAudit).toMatchObject({ recordId: json.data.payment.id, after: { order: json.data.reference } });
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
    // The buyer must not see the new code of a transferred ticket.
    const [issuedTicket] = json.data.tickets;
    const values = { holderId: (await makeUser(app)).id, code: "0".repeat(16), codeHash: "0" };
    await app.db.update(tickets).set(values).where(eq(tickets.id, issuedTicket.id));
    expect((await orderCallsOf(app, made).read(user, id)).json.data.tickets).toHaveLength(1);
  });

  it("refuses a wallet payment above the balance, changes nothing, and does not reveal the balance", async () => {
    const user = await makeUserWithMoney(200_400);
    const made = await makeEvent(app);
    const id = await placeOrder(made, user);
    const { status, json } = await orderCallsOf(app, made).pay(user, id);
    expect([status, json.message]).toEqual([409, expect.stringMatching(/does not have enough money.*₦2,005\.00/)]);
    expect(json.message).not.toMatch(/2,004/);
    expect(json.current).toMatchObject({ state: "reserved", payment: null });
    expect(await paymentOf(user.id)).toBeUndefined();
    expect(await balanceOf(app.db, user.id)).toBe(200_400);
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
  });

  it("charges the wallet once if the payment request is repeated or sent in parallel", async () => {
    const user = await makeUserWithMoney(1_000_000);
    const made = await makeEvent(app);
    const { pay } = orderCallsOf(app, made);
    const id = await placeOrder(made, user);
    const keyHeader = { "idempotency-key": uuid() };
    const answers = await Promise.all([
      pay(user, id, "wallet", keyHeader),
      pay(user, id),
      pay(user, id, "wallet", keyHeader),
    ]);
    const paid = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 409);
    expect(paid.length + refused.length).toBe(3);
    for (const { json } of refused) expect(json.message).toBe("This order is paid already.");
    expect(await app.db.$count(tickets, eq(tickets.orderId, id))).toBe(2);
    expect(await balanceOf(app.db, user.id)).toBe(799_500);
    expect((await orderCallsOf(app, made).cancel(user, id)).json.message).toMatch(/is paid, so/);
  });
});

describe("while the buyer's account changes", () => {
  const isWaiting = (waitingCount: number) =>
    expect
      .poll(
        async () => {
          const { rows } = await app.db.execute(sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`);
          return rows.length;
        },
        { timeout: 10_000 },
      )
      .toBe(waitingCount);

  it("pays an order and restricts the account in parallel without deadlock", async () => {
    const { token } = await makeAdmin(app);
    const user = await makeUserWithMoney(300_000);
    const made = await makeEvent(app);
    const id = await placeOrder(made, user);
    const pendingCalls = await app.db.transaction(async (tx) => {
      await tx.select().from(eventOrders).where(eq(eventOrders.id, id)).for("update");
      // The payment locks the citizen's row, and then waits for the order's row, which this test has locked.
      const paid = orderCallsOf(app, made).pay(user, id);
      await isWaiting(1);
      const body = { version: 1, reason: "Asked by the court", restriction: "no_debit", legal_basis: "court_order" };
      const restrictCall = app.call("PATCH", `/user-management/users/${user.id}/restriction`, { token, body });
      await isWaiting(2);
      // The payment locks the ledger account next. The restriction still waits for the citizen's row, so it must not lock the account yet.
      await tx.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, user.id)).for("update", { noWait: true });
      return [paid, restrictCall];
    });
    expect((await Promise.all(pendingCalls)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await balanceOf(app.db, user.id)).toBe(99_500);
  });
});

describe("an order can't be paid", () => {
  it.each<[string, number, RegExp, (made: TestEvent, user: TestUser, id: string) => Promise<unknown>, string?]>([
    ["after its time", 409, /time to pay this order is over/, (_, __, id) => expireOrder(app, id)],
    ["after it was cancelled", 409, /order is cancelled/, (made, user, id) => orderCallsOf(app, made).cancel(user, id)],
    ["after the event was cancelled", 409, /event is cancelled/, (made) => updateEvent(made, CANCELLED_VALUES)],
    ["by an unknown method", 400, /no such payment method/, async () => {}, "cowries"],
    ["by a disabled method", 409, /switched off/, async () => {}, "off"],
    [
      "by an account that was suspended after the order",
      409,
      /suspended/,
      (_, user) => app.db.update(users).set({ status: "suspended" }).where(eq(users.id, user.id)),
    ],
  ])("refuses the payment of an order %s", async (_, expected, message, beforePayment, method = "wallet") => {
    const user = await makeUserWithMoney(1_000_000);
    const made = await makeEvent(app);
    const id = await placeOrder(made, user);
    await beforePayment(made, user, id);
    const { status, json } = await orderCallsOf(app, made).pay(user, id, method);
    expect([status, json.message]).toEqual([expected, expect.stringMatching(message)]);
    expect(await balanceOf(app.db, user.id)).toBe(1_000_000);
    expect(await paymentOf(user.id)).toBeUndefined();
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
  });

  it("refuses payment of an order by another citizen, or by a method that does not accept the amount", async () => {
    const made = await makeEvent(app, { types: [{ price: 100 }] });
    const user = await makeUserWithMoney(10_000);
    const id = await placeOrder(made, user);
    expect((await orderCallsOf(app, made).pay(await makeUserWithMoney(10_000), id)).status).toBe(404);
    expect(await orderCallsOf(app, made).pay(user, id)).toMatchObject({
      status: 400,
      json: { fields: { method: expect.stringMatching(/₦100\.00 to/) } },
    });
  });
});
