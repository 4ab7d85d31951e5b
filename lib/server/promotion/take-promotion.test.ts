import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { events, tickets } from "@/lib/server/db/schema/event";
import { ledgerAccounts, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { promotionCodes, promotionRedemptions } from "@/lib/server/db/schema/promotion";
import { transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent } from "@/lib/server/testing/events";
import { balanceOf, fundAccount, moveMoney } from "@/lib/server/testing/ledger";
import { makePaymentMethods, orderCallsOf, sendSimulatedPaymentReport } from "@/lib/server/testing/orders";
import { makePromotion, readPromotion } from "@/lib/server/testing/promotions";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  await makePaymentMethods(app);
});
afterAll(() => app.stop());

const pool = async () => {
  const [account] = await app.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, IDS.promotions_pool));
  return { balance: account?.balance, reserved: account?.reserved };
};

/** Fails pending payments, empties the promotions pool and puts an amount in kobo into it. */
async function fillPool(amount: number) {
  const openPromotions = await app.db
    .select({ reference: transactions.reference })
    .from(promotionRedemptions)
    .innerJoin(transactions, eq(transactions.id, promotionRedemptions.transactionId))
    .where(eq(promotionRedemptions.state, "reserved"));
  for (const { reference } of openPromotions) await sendSimulatedPaymentReport(reference, "failed");
  const { balance = 0 } = await pool();
  if (balance) await moveMoney(app.db, IDS.promotions_pool, IDS.settlement_float, balance);
  if (amount) await fundAccount(app.db, IDS.promotions_pool, amount);
}

type PaymentBody = {
  amount?: number;
  method?: string;
  type?: string;
  benefit: number;
  code?: string;
  device_id?: string;
};
const payWithPromotion = (user: { id: string }, promotion: { id: string }, { benefit, code, ...body }: PaymentBody) =>
  app.callAsApp("POST", "/payments", {
    body: {
      user_id: user.id,
      type: "bill_payment",
      method: "ussd",
      amount: 1_000_000,
      ...body,
      promotion: { promotion_id: promotion.id, benefit, ...(code !== undefined && { code }) },
    },
  });

const redemptionOf = async (transactionId: string) => {
  const [foundRow] = await app.db
    .select()
    .from(promotionRedemptions)
    .where(eq(promotionRedemptions.transactionId, transactionId));
  return foundRow;
};

const postingsOf = async (accountId: string) =>
  app.db
    .select()
    .from(ledgerPostings)
    .where(eq(ledgerPostings.accountId, accountId))
    .orderBy(desc(ledgerPostings.seq))
    .limit(1);

const refund = (transaction: { id: string }, amount: number, remaining: number) =>
  app.call("POST", `/transactions/${transaction.id}/refund`, {
    token: admin.token,
    body: { amount, remaining, reason: "Not delivered" },
    headers: { "idempotency-key": crypto.randomUUID() },
  });

describe("a payment with a promotion", () => {
  let user: Awaited<ReturnType<typeof makeUser>>;
  beforeEach(async () => {
    await fillPool(5_000_000);
    user = await makeUser(app);
  });

  it("reserves a payment's discount when it begins, and posts it from the pool when it succeeds", async () => {
    const promotion = await makePromotion(app, admin, {});
    const begunAnswer = await payWithPromotion(user, promotion, { benefit: 100_000, device_id: "phone-0001" });
    expect(begunAnswer.status).toBe(200);
    expect(begunAnswer.json.data).toMatchObject({
      amount: 1_000_000,
      discount: 100_000,
      cashback: 0,
      state: "pending",
    });
    expect(await pool()).toEqual({ balance: 5_000_000, reserved: 100_000 });
    expect(await readPromotion(app, promotion.id)).toMatchObject({
      uses: 0,
      reservedUses: 1,
      spent: 0,
      reserved: 100_000,
    });
    expect(await redemptionOf(begunAnswer.json.data.id)).toMatchObject({ state: "reserved", deviceEnding: "0001" });
    const floatBalance = await balanceOf(app.db, IDS.settlement_float);
    await sendSimulatedPaymentReport(begunAnswer.json.data.reference, "succeeded");
    expect(await pool()).toEqual({ balance: 4_900_000, reserved: 0 });
    // The bill is paid in full from the float account, which has received only the discounted amount. The pool covers the difference.
    expect(await balanceOf(app.db, IDS.settlement_float)).toBe(floatBalance - 100_000);
    expect(await readPromotion(app, promotion.id)).toMatchObject({
      uses: 1,
      reservedUses: 0,
      spent: 100_000,
      reserved: 0,
    });
    expect(await redemptionOf(begunAnswer.json.data.id)).toMatchObject({ state: "redeemed", amount: 100_000 });
  });

  it("releases a promotion's use and reserved money when the payment fails", async () => {
    const promotion = await makePromotion(app, admin, { codes: ["FAIL-24"], usesPerCode: 1 });
    const begunAnswer = await payWithPromotion(user, promotion, { benefit: 100_000, code: " fail-24 " });
    expect((await payWithPromotion(user, promotion, { benefit: 100_000, code: "FAIL-24" })).json.message).toBe(
      "This code has been used.",
    );
    await sendSimulatedPaymentReport(begunAnswer.json.data.reference, "failed");
    expect(await pool()).toEqual({ balance: 5_000_000, reserved: 0 });
    expect(await readPromotion(app, promotion.id)).toMatchObject({ uses: 0, reservedUses: 0, spent: 0, reserved: 0 });
    expect(await redemptionOf(begunAnswer.json.data.id)).toMatchObject({ state: "released" });
    const [code] = await app.db.select().from(promotionCodes).where(eq(promotionCodes.code, "FAIL-24"));
    expect(code?.uses).toBe(0);
    expect((await payWithPromotion(user, promotion, { benefit: 100_000, code: "FAIL-24" })).status).toBe(200);
  });

  it("posts a payment's cashback to the wallet in the same ledger entry", async () => {
    const promotion = await makePromotion(app, admin, { kind: "cashback" });
    const begunAnswer = await payWithPromotion(user, promotion, { benefit: 100_000 });
    expect(begunAnswer.json.data).toMatchObject({ discount: 0, cashback: 100_000 });
    await sendSimulatedPaymentReport(begunAnswer.json.data.reference, "succeeded");
    expect(await balanceOf(app.db, user.id)).toBe(100_000);
    const [wallet] = await postingsOf(user.id);
    const [poolPosting] = await postingsOf(IDS.promotions_pool);
    expect(wallet?.entryId).toBe(poolPosting?.entryId);
  });

  it("completes a payment without cashback if the wallet can no longer receive money", async () => {
    const promotion = await makePromotion(app, admin, { kind: "cashback" });
    const begunAnswer = await payWithPromotion(user, promotion, { benefit: 100_000 });
    await app.db
      .update(users)
      .set({ status: "restricted", restriction: "no_credit", legalBasis: "court_order" })
      .where(eq(users.id, user.id));
    await sendSimulatedPaymentReport(begunAnswer.json.data.reference, "succeeded");
    const [payment] = await app.db.select().from(transactions).where(eq(transactions.id, begunAnswer.json.data.id));
    expect(payment).toMatchObject({ state: "succeeded", cashback: 0 });
    expect(await redemptionOf(begunAnswer.json.data.id)).toMatchObject({ state: "released" });
    expect(await pool()).toEqual({ balance: 5_000_000, reserved: 0 });
    const [outboxMail] = await app.db
      .select()
      .from(transactionEvents)
      .where(eq(transactionEvents.transactionId, begunAnswer.json.data.id))
      .orderBy(desc(transactionEvents.id))
      .limit(1);
    expect(outboxMail?.message).toBe("Cashback of ₦1,000.00 left out: the wallet can't receive money.");
    expect((await app.audit()).find(({ recordId }) => recordId === begunAnswer.json.data.id)?.after).toMatchObject({
      ...{ state: "succeeded", cashback_left_out: "₦1,000.00" },
    });
    expect((await payWithPromotion(user, promotion, { benefit: 100_000 })).json.message).toMatch(
      /wallet can't receive money/,
    );
  });

  it("refuses a payment if its promotion does not apply or the benefit differs from the shown one", async () => {
    const promotion = await makePromotion(app, admin, { minimum: 500_000, usesPerUser: 1 });
    expect(await payWithPromotion(user, promotion, { benefit: 90_000 })).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("gives ₦1,000.00 for this payment now, not ₦900.00") },
    });
    expect((await payWithPromotion(user, promotion, { benefit: 10_000, amount: 100_000 })).json.message).toMatch(
      /at least ₦5,000/,
    );
    expect((await payWithPromotion(user, promotion, { benefit: 100_000, type: "tax_and_levy" })).json.message).toMatch(
      /only for/,
    );
    expect((await payWithPromotion(user, promotion, { benefit: 100_000 })).status).toBe(200);
    expect((await payWithPromotion(user, promotion, { benefit: 100_000 })).json.message).toMatch(
      /used this promotion before/,
    );
    expect((await payWithPromotion(user, { id: crypto.randomUUID() }, { benefit: 100_000 })).status).toBe(404);
    const pausedPromotion = await makePromotion(app, admin, { state: "paused" });
    expect((await payWithPromotion(user, pausedPromotion, { benefit: 100_000 })).status).toBe(409);
  });

  it("activates a promotion whose start has passed when a payment uses it", async () => {
    const promotion = await makePromotion(app, admin, { state: "scheduled" });
    expect((await payWithPromotion(user, promotion, { benefit: 100_000 })).status).toBe(200);
    expect(await readPromotion(app, promotion.id)).toMatchObject({ state: "active" });
    const [row] = await app.audit();
    expect(row).toMatchObject({ recordType: "promotion", recordId: promotion.id, after: { state: "active" } });
  });

  it("ends the promotion in the transaction that uses the rest of its budget", async () => {
    const promotion = await makePromotion(app, admin, { budget: 150_000 });
    const first = await payWithPromotion(user, promotion, { benefit: 100_000 });
    // This payment gets only the remaining budget as benefit.
    const last = await payWithPromotion(await makeUser(app), promotion, { benefit: 50_000 });
    expect((await payWithPromotion(await makeUser(app), promotion, { benefit: 100_000 })).json.message).toBe(
      "This promotion is used up.",
    );
    await sendSimulatedPaymentReport(first.json.data.reference, "succeeded");
    expect(await readPromotion(app, promotion.id)).toMatchObject({ state: "active", spent: 100_000, reserved: 50_000 });
    await sendSimulatedPaymentReport(last.json.data.reference, "succeeded");
    expect(await readPromotion(app, promotion.id)).toMatchObject({
      state: "ended",
      endCause: "budget",
      spent: 150_000,
    });
    const rows = (await app.audit()).slice(0, 2);
    expect(rows).toContainEqual(
      expect.objectContaining({
        recordType: "promotion",
        recordId: promotion.id,
        after: { state: "ended", end_cause: "budget" },
      }),
    );
  });

  it("pauses a promotion if the pool can't cover the benefit, although the payment is refused", async () => {
    await fillPool(150_000);
    const promotion = await makePromotion(app, admin, {});
    expect((await payWithPromotion(user, promotion, { benefit: 100_000 })).status).toBe(200);
    expect(await payWithPromotion(await makeUser(app), promotion, { benefit: 100_000 })).toMatchObject({
      status: 409,
      json: { message: "This promotion is used up." },
    });
    expect(await readPromotion(app, promotion.id)).toMatchObject({
      state: "paused",
      pauseCause: "pool",
      reservedUses: 1,
    });
    const rows = await app.audit();
    expect(rows.find((row) => row.action === "promotion.pause")).toMatchObject({
      adminId: null,
      recordId: promotion.id,
      after: { state: "paused", reason: expect.any(String) },
    });
  });

  it("does not pause a promotion if a payment too large for the pool claims a benefit that was never quoted", async () => {
    const promotion = await makePromotion(app, admin, { budget: 1_000_000_000 });
    expect(await payWithPromotion(user, promotion, { benefit: 1, amount: 90_000_000 })).toMatchObject({
      status: 409,
      json: { message: "This promotion is used up." },
    });
    expect(await readPromotion(app, promotion.id)).toMatchObject({ state: "active", version: 1 });
  });

  it("activates a promotion whose start has passed before pausing it because the pool is too low", async () => {
    await fillPool(50_000);
    const promotion = await makePromotion(app, admin, { state: "scheduled" });
    expect((await payWithPromotion(user, promotion, { benefit: 100_000 })).status).toBe(409);
    expect(await readPromotion(app, promotion.id)).toMatchObject({ state: "paused", pauseCause: "pool" });
    const rows = (await app.audit()).filter(({ recordId }) => recordId === promotion.id);
    expect(rows.map(({ action }) => action)).toEqual(["promotion.pause", "promotion.begin"]);
  });

  it("prevents transfers of reserved money out of the promotions pool", async () => {
    const promotion = await makePromotion(app, admin, {});
    await payWithPromotion(user, promotion, { benefit: 100_000 });
    await expect(moveMoney(app.db, IDS.promotions_pool, IDS.settlement_float, 4_900_001)).rejects.toMatchObject({
      figures: { message: expect.stringContaining("is promised") },
    });
    await moveMoney(app.db, IDS.promotions_pool, IDS.settlement_float, 4_900_000);
    const wallets = await app.call("GET", "/wallets", { token: admin.token });
    if (wallets.status === 200) {
      const foundRow = wallets.json.data.accounts.find(
        (each: { account: string }) => each.account === "promotions_pool",
      );
      expect(foundRow).toMatchObject({ balance: 100_000, available: 0 });
    }
  });
});

describe("a refund of a payment with a promotion", () => {
  it.each(["percentage", "cashback"] as const)(
    "returns the %s benefit proportionally after partial refunds, and releases the use after the last one",
    async (kind) => {
      await fillPool(5_000_000);
      const user = await makeUser(app);
      const promotion = await makePromotion(app, admin, { kind, usesPerUser: 1, basisPoints: 1_333 });
      const begunAnswer = await payWithPromotion(user, promotion, { benefit: 13_330, amount: 100_000 });
      await sendSimulatedPaymentReport(begunAnswer.json.data.reference, "succeeded");
      const before = { pool: (await pool()).balance ?? 0, float: await balanceOf(app.db, IDS.settlement_float) };
      expect((await refund(begunAnswer.json.data, 33_333, 100_000)).status).toBe(200);
      const refundShare = Math.floor((13_330 * 33_333) / 100_000);
      expect((await pool()).balance).toBe(before.pool + refundShare);
      expect(await redemptionOf(begunAnswer.json.data.id)).toMatchObject({ state: "redeemed", returned: refundShare });
      expect(await readPromotion(app, promotion.id)).toMatchObject({ uses: 1, spent: 13_330 - refundShare });
      expect((await payWithPromotion(user, promotion, { benefit: 13_330, amount: 100_000 })).status).toBe(409);
      expect((await refund(begunAnswer.json.data, 66_667, 66_667)).status).toBe(200);
      expect((await pool()).balance).toBe(before.pool + 13_330);
      expect(await redemptionOf(begunAnswer.json.data.id)).toMatchObject({ state: "returned", returned: 13_330 });
      expect(await readPromotion(app, promotion.id)).toMatchObject({ uses: 0, spent: 0 });
      expect((await payWithPromotion(user, promotion, { benefit: 13_330, amount: 100_000 })).status).toBe(200);
      const refunds = await app.db
        .select()
        .from(transactions)
        .where(eq(transactions.refundOf, begunAnswer.json.data.id));
      const returnedTotal = refunds.reduce(
        (sum, each) => sum + (kind === "cashback" ? each.cashback : each.discount),
        0,
      );
      expect(returnedTotal).toBe(13_330);
    },
  );
});

describe("tickets with a promotion", () => {
  it("pays tickets from the wallet immediately, less the discount", async () => {
    await fillPool(5_000_000);
    const user = await makeUser(app);
    await fundAccount(app.db, user.id, 1_000_000);
    const madeEvent = await makeEvent(app, { createdBy: admin.id });
    const price = madeEvent.types[0]?.price ?? 0;
    const benefit = Math.floor(price / 10);
    const promotion = await makePromotion(app, admin, { types: ["ticket"] });
    const order = (await orderCallsOf(app, madeEvent).place(user)).json.data;
    const paid = await app.callAsApp("POST", `/events/${madeEvent.event.id}/orders/${order.id}/payment`, {
      body: { user_id: user.id, method: "wallet", promotion: { promotion_id: promotion.id, benefit } },
    });
    expect(paid.json.data).toMatchObject({ state: "paid", payment: { discount: benefit } });
    expect(await balanceOf(app.db, user.id)).toBe(1_000_000 - price - 500 + benefit);
    expect(await readPromotion(app, promotion.id)).toMatchObject({ uses: 1, spent: benefit, reserved: 0 });
    expect((await pool()).reserved).toBe(0);
  });

  it("does not end the promotion when a payment for tickets is too late and refunded", async () => {
    await fillPool(5_000_000);
    const user = await makeUser(app);
    const madeEvent = await makeEvent(app, { createdBy: admin.id });
    const benefit = Math.floor((madeEvent.types[0]?.price ?? 0) / 10);
    const promotion = await makePromotion(app, admin, { types: ["ticket"], budget: benefit, usesTotal: 1 });
    const order = (await orderCallsOf(app, madeEvent).place(user)).json.data;
    const begunAnswer = await app.callAsApp("POST", `/events/${madeEvent.event.id}/orders/${order.id}/payment`, {
      body: { user_id: user.id, method: "card", promotion: { promotion_id: promotion.id, benefit } },
    });
    const values = { state: "cancelled", cancelledAt: new Date(), cancelReason: "Rain" } as const;
    await app.db.update(events).set(values).where(eq(events.id, madeEvent.event.id));
    await sendSimulatedPaymentReport(begunAnswer.json.data.payment.reference, "succeeded");
    // Selects by reference, because the refund belongs to the same user, and the order of rows is undefined.
    const isPayment = eq(transactions.reference, begunAnswer.json.data.payment.reference);
    const [payment] = await app.db.select().from(transactions).where(isPayment);
    expect(payment).toMatchObject({ state: "refunded" });
    expect(await readPromotion(app, promotion.id)).toMatchObject({ state: "active", uses: 0, spent: 0, reserved: 0 });
  });

  it("audits a ticket refund with the buyer's amount and the amount returned to the pool", async () => {
    await fillPool(5_000_000);
    const user = await makeUser(app);
    await fundAccount(app.db, user.id, 1_000_000);
    const madeEvent = await makeEvent(app, { createdBy: admin.id, types: [{ price: 200_000 }] });
    const promotion = await makePromotion(app, admin, { types: ["ticket"] });
    const order = (await orderCallsOf(app, madeEvent).place(user)).json.data;
    await app.callAsApp("POST", `/events/${madeEvent.event.id}/orders/${order.id}/payment`, {
      body: { user_id: user.id, method: "wallet", promotion: { promotion_id: promotion.id, benefit: 20_000 } },
    });
    const [ticket] = await app.db.select().from(tickets).where(eq(tickets.orderId, order.id));
    const path = `/events/tickets/${ticket?.id}`;
    expect((await app.call("GET", path, { token: admin.token })).json.data.refund_amount).toBe(180_000);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const body = { version: 1, reason: "She is ill" };
    expect((await app.call("POST", `${path}/refund`, { token: admin.token, body, headers })).status).toBe(200);
    expect((await app.audit())[0]).toMatchObject({
      ...{ action: "event.refundTicket", after: { amount: "₦1,800.00", returned_to_pool: "₦200.00" } },
    });
  });
});

describe("parallel payments for the last uses of a promotion", () => {
  const payerCount = process.env.STRESS ? 10_000 : 60;
  const budget = process.env.STRESS ? 1_000 : 20;

  it(`allows exactly ${budget} uses of a promotion to ${payerCount} parallel payments`, {
    timeout: 600_000,
  }, async () => {
    await fillPool(budget * 100);
    const promotion = await makePromotion(app, admin, {
      kind: "flat",
      basisPoints: null,
      flatAmount: 100,
      budget: budget * 100,
    });
    const users = await Promise.all(Array.from({ length: 20 }, () => makeUser(app)));
    const answers: { status: number; reference?: string }[] = [];
    let next = 0;
    const worker = async () => {
      for (let n = next++; n < payerCount; n = next++) {
        const user = users[n % users.length];
        if (!user) throw new Error("no user");
        const { status, json } = await payWithPromotion(user, promotion, { benefit: 100, amount: 20_000 });
        if (status === 200) await sendSimulatedPaymentReport(json.data.reference, "succeeded");
        answers.push({ status });
      }
    };
    await Promise.all(Array.from({ length: 12 }, worker));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(budget);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(payerCount - budget);
    expect(await readPromotion(app, promotion.id)).toMatchObject({
      state: "ended",
      endCause: "budget",
      uses: budget,
      spent: budget * 100,
      reserved: 0,
    });
    expect(await pool()).toEqual({ balance: 0, reserved: 0 });
  });
});
