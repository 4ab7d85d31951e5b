import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { outbox } from "@/lib/server/db/schema/outbox";
import { paymentCheckouts, providerChecks, providerEvents } from "@/lib/server/db/schema/provider";
import { paymentMethods, transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  PAYSTACK_KEY,
  PREVIOUS_PAYSTACK_KEY,
  paystackWebhook,
  startFakePaystack,
} from "@/lib/server/testing/fake-paystack";
import { balanceOf, fundAccount } from "@/lib/server/testing/ledger";
import { changeSettings } from "@/lib/server/testing/settings";
import { paystackProvider } from "./paystack/provider";
import { paystackTimings } from "./paystack/request";
import { processStoredProviderEvents } from "./process-stored-events";
import { receiveWebhook } from "./receive-webhook";
import { paymentVerificationLimits, verifyOpenPayments } from "./verify-payments";

const settings = changeSettings();
const usualTimes = { ...paystackTimings };
let app: TestApp;
let paystack: Awaited<ReturnType<typeof startFakePaystack>>;
type Person = Awaited<ReturnType<typeof makeUser>>;

beforeAll(async () => {
  Object.assign(paystackTimings, { attempt: 2_000, pause: 1 });
  paystack = await startFakePaystack();
  app = await startTestApp();
  const rules = { minAmount: 100, maxAmount: 100_000_000, feeFlat: 500, provider: "paystack" } as const;
  await app.db.insert(paymentMethods).values([
    { ...rules, id: uuid(), code: "card", name: "Card", channel: "card" },
    { ...rules, id: uuid(), code: "transfer", name: "Bank transfer", channel: "bank_transfer" },
    { ...rules, id: uuid(), code: "ussd", name: "USSD", channel: "ussd" },
  ]);
});
beforeEach(() => void Object.assign(settings, { paystackUrl: paystack.url, paystackSecretKeys: [PAYSTACK_KEY] }));
afterAll(async () => {
  Object.assign(paystackTimings, usualTimes);
  await app.stop();
  await paystack.stop();
});

const begin = (user: Person, values: object = {}, key = uuid()) =>
  app.callAsApp("POST", "/payments", {
    body: { user_id: user.id, type: "wallet_funding", method: "card", amount: 50_000, ...values },
    headers: { "idempotency-key": key },
  });
const deliver = (body: unknown, key?: string) => receiveWebhook("paystack", paystackWebhook(body, key));
const process = () => processStoredProviderEvents(app.db);
const readPayment = async (id: string) => (await app.db.select().from(transactions).where(eq(transactions.id, id)))[0];
const eventsOf = (id: string) =>
  app.db.select().from(transactionEvents).where(eq(transactionEvents.transactionId, id)).orderBy(transactionEvents.id);

/** Begins a payment and returns it with its citizen. */
async function begun(values: object = {}) {
  const user = await makeUser(app);
  const { status, json } = await begin(user, values);
  expect(status).toBe(200);
  return { user, payment: json.data };
}
/** Sets a payment's creation to `minutes` ago, and its checkout's end to 30 minutes later. Disables the trigger that forbids this. */
const age = (id: string, minutes = 10) =>
  app.db.transaction(async (tx) => {
    const createdAt = new Date(Date.now() - minutes * 60_000);
    const expiresAt = new Date(createdAt.getTime() + 30 * 60_000);
    await tx.execute("alter table transactions disable trigger transactions_guard");
    await tx.update(transactions).set({ createdAt }).where(eq(transactions.id, id));
    await tx.execute("alter table transactions enable trigger transactions_guard");
    await tx.update(paymentCheckouts).set({ expiresAt }).where(eq(paymentCheckouts.transactionId, id));
  });

describe("a payment by Paystack", () => {
  it("credits the wallet after Paystack's webhook of the payment, and keeps the ledger balanced", async () => {
    const { user, payment } = await begun();
    expect(payment).toMatchObject({ state: "pending", checkout: { kind: "page", url: expect.any(String) } });
    expect(paystack.state.payments.get(payment.reference)).toMatchObject({ amount: 50_500, currency: "NGN" });
    const { json } = await app.callAsApp("GET", `/payments/${payment.id}?user_id=${user.id}`);
    expect(json.data).toEqual(payment);
    const response = await deliver(paystack.pay(payment.reference));
    expect(response.status).toBe(200);
    // The webhook is answered before it is processed.
    expect(await balanceOf(app.db, user.id)).toBe(0);
    await process();
    expect(await balanceOf(app.db, user.id)).toBe(50_000);
    expect(await readPayment(payment.id)).toMatchObject({ state: "succeeded", cardLast4: "4081" });
    expect((await app.audit(payment.id))[0]).toMatchObject({ action: "transaction.webhook", device: "Paystack/1.0" });
    const after = await app.callAsApp("GET", `/payments/${payment.id}?user_id=${user.id}`);
    expect(after.json.data).toMatchObject({ state: "succeeded", checkout: null });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("a Paystack payment returns a bank account for a bank transfer, and a code to dial for USSD", async () => {
    expect((await begun({ method: "transfer" })).payment.checkout).toMatchObject({
      kind: "bank_account",
      bank: "Test Bank",
    });
    expect((await begun({ method: "ussd", ussd_bank_code: "058" })).payment.checkout).toMatchObject({ kind: "ussd" });
  });

  it("retries of a Paystack payment return the same checkout, and concurrent ones begin it once", async () => {
    const user = await makeUser(app);
    const key = uuid();
    const answers = await Promise.all(Array.from({ length: 4 }, () => begin(user, {}, key)));
    const begunAnswers = answers.filter(({ status }) => status === 200);
    expect(begunAnswers.length).toBeGreaterThan(0);
    for (const { status } of answers) expect([200, 503]).toContain(status);
    const retry = await begin(user, {}, key);
    expect(retry.json.data).toEqual(begunAnswers[0]?.json.data);
    expect(await app.db.$count(transactions, eq(transactions.userId, user.id))).toBe(1);
    expect(
      paystack.requestsOf(/initialize/).filter(({ body }) => body.reference === retry.json.data.reference),
    ).toHaveLength(1);
  });

  it("a payment stays open without Paystack's response, and a retry begins it under the next reference", async () => {
    const user = await makeUser(app);
    const key = uuid();
    paystack.plan(/initialize/, "error", "error", "error");
    const failed = await begin(user, {}, key);
    expect(failed).toMatchObject({ status: 503, json: { code: "PROVIDER_UNAVAILABLE" } });
    const [row] = await app.db.select().from(transactions).where(eq(transactions.userId, user.id));
    expect(row).toMatchObject({ state: "pending" });
    // The provider does what is requested, and its answer is lost.
    paystack.plan(/initialize/, "lost");
    const { json } = await begin(user, {}, key);
    expect(json.data).toMatchObject({ reference: row?.reference, checkout: { kind: "page" } });
    expect(paystack.state.payments.has(`${row?.reference}-2`)).toBe(true);
    await deliver(paystack.pay(`${row?.reference}-2`));
    await process();
    expect(await balanceOf(app.db, user.id)).toBe(50_000);
  });

  it("a payment has only one checkout if a response arrives after another request claimed the attempt", async () => {
    const user = await makeUser(app);
    const key = uuid();
    const usualBegin = paystackProvider.begin;
    const spy = vi.spyOn(paystackProvider, "begin").mockImplementationOnce(async (order) => {
      const checkout = await usualBegin(order);
      const claimOfAnother = { claimedAt: new Date(0) };
      await app.db.update(paymentCheckouts).set(claimOfAnother).where(eq(paymentCheckouts.reference, order.reference));
      return checkout;
    });
    expect((await begin(user, {}, key)).status).toBe(503);
    spy.mockRestore();
    const { json } = await begin(user, {}, key);
    const attempts = await app.db
      .select()
      .from(paymentCheckouts)
      .where(eq(paymentCheckouts.transactionId, json.data.id));
    expect(attempts.map(({ attempt, checkout }) => [attempt, checkout]).sort()).toEqual([
      [1, null],
      [2, json.data.checkout],
    ]);
  });

  it("fails a payment with the provider's reason when it refuses to begin", async () => {
    const { payment } = await begun({ amount: 200 });
    expect(payment).toMatchObject({
      state: "failed",
      checkout: null,
      failure_reason: "Paystack refused this: Amount must be at least ₦100.",
    });
    expect((await app.audit(payment.id))[0]).toMatchObject({ action: "transaction.notBegun" });
  });
});

describe("a webhook of Paystack", () => {
  it("refuses a Paystack webhook with a forged or missing signature", async () => {
    const { user, payment } = await begun();
    const body = paystack.pay(payment.reference);
    expect((await deliver(body, `sk_test_${"x".repeat(40)}`)).status).toBe(401);
    const unsigned = new Request("http://test/", { method: "POST", body: JSON.stringify(body) });
    expect((await receiveWebhook("paystack", unsigned)).status).toBe(401);
    const changed = paystackWebhook(body);
    const signature = changed.headers.get("x-paystack-signature") ?? "";
    const headers = { "x-paystack-signature": signature };
    const larger = JSON.stringify({ ...body, data: { ...body.data, amount: 9_999_999 } });
    const forged = new Request("http://test/", { method: "POST", body: larger, headers });
    expect((await receiveWebhook("paystack", forged)).status).toBe(401);
    await process();
    expect(await balanceOf(app.db, user.id)).toBe(0);
  });

  it("accepts a Paystack webhook signed with either key during a rotation, and afterwards only with the new key", async () => {
    const { payment } = await begun();
    const body = paystack.pay(payment.reference);
    settings.paystackSecretKeys = [PREVIOUS_PAYSTACK_KEY, PAYSTACK_KEY];
    expect((await deliver(body, PREVIOUS_PAYSTACK_KEY)).status).toBe(200);
    expect((await deliver(body, PAYSTACK_KEY)).status).toBe(200);
    settings.paystackSecretKeys = [PREVIOUS_PAYSTACK_KEY];
    expect((await deliver(body, PAYSTACK_KEY)).status).toBe(401);
    settings.paystackSecretKeys = [];
    expect((await deliver(body)).status).toBe(404);
  });

  it("credits a wallet once although the webhook is repeated, concurrently and later", async () => {
    const { user, payment } = await begun();
    const body = paystack.pay(payment.reference);
    await Promise.all(Array.from({ length: 5 }, () => deliver(body)));
    await Promise.all([process(), process(), process()]);
    await deliver(body);
    await process();
    expect(await balanceOf(app.db, user.id)).toBe(50_000);
    expect((await eventsOf(payment.id)).filter(({ kind }) => kind === "webhook")).toHaveLength(1);
  });

  it("a webhook with a different amount is posted to suspense, one with a different currency not at all", async () => {
    const before = await balanceOf(app.db, IDS.suspense);
    const less = await begun();
    await deliver(paystack.pay(less.payment.reference, { amount: 10_000 }));
    const foreign = await begun();
    await deliver(paystack.pay(foreign.payment.reference, { currency: "USD" }));
    await process();
    expect(await balanceOf(app.db, less.user.id)).toBe(0);
    expect(await balanceOf(app.db, foreign.user.id)).toBe(0);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(before + 10_000);
    expect(await readPayment(foreign.payment.id)).toMatchObject({
      state: "failed",
      failureReason: expect.stringMatching(/USD 505\.00 instead of naira/),
    });
    expect((await app.audit(foreign.payment.id))[0]?.after).toMatchObject({ not_booked: "USD 505.00" });
  });

  it("records a webhook for an unknown payment once, and credits nobody", async () => {
    const data = { id: 77, status: "success", reference: "TRX-SOMEONEELSES", amount: 900_000, currency: "NGN" };
    await deliver({ event: "charge.success", data });
    await process();
    await deliver({ event: "charge.success", data });
    await process();
    const rows = (await app.audit()).filter(({ recordId }) => recordId === "paystack:charge.success:77");
    expect(rows).toMatchObject([{ outcome: "refused", recordName: "TRX-SOMEONEELSES" }]);
  });

  it("a payment keeps its final state when webhooks arrive out of order", async () => {
    const { user, payment } = await begun();
    const failed = { ...paystack.pay(payment.reference, { status: "failed" }) };
    await deliver(paystack.pay(payment.reference));
    await process();
    await deliver(failed);
    await process();
    expect(await readPayment(payment.id)).toMatchObject({ state: "succeeded" });
    expect(await balanceOf(app.db, user.id)).toBe(50_000);
  });

  it("posts money that arrives after the payment has expired to suspense", async () => {
    const { user, payment } = await begun();
    await age(payment.id, 120);
    await verifyOpenPayments(app.db);
    expect(await readPayment(payment.id)).toMatchObject({ state: "expired" });
    const before = await balanceOf(app.db, IDS.suspense);
    await deliver(paystack.pay(payment.reference));
    await process();
    expect(await balanceOf(app.db, user.id)).toBe(0);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(before + 50_500);
  });

  it.each([
    ["no JSON", "}{", 422],
    ["no amount", { event: "charge.success", data: { id: 1, status: "success", reference: "X" } }, 422],
    [
      "a negative amount",
      { event: "charge.success", data: { id: 1, status: "success", reference: "X", amount: -1, currency: "NGN" } },
      422,
    ],
    ["an event without money", { event: "customeridentification.success", data: {} }, 200],
  ])("answers a webhook with %s, and stores nothing", async (_, body, status) => {
    const before = await app.db.$count(providerEvents);
    expect((await deliver(body)).status).toBe(status);
    expect(await app.db.$count(providerEvents)).toBe(before);
  });

  it("adds a webhook about a failed refund or a dispute to the payment's history", async () => {
    const { payment } = await begun();
    await deliver(paystack.pay(payment.reference));
    await deliver({
      event: "refund.failed",
      data: { status: "failed", transaction_reference: payment.reference, amount: 1_000, currency: "NGN" },
    });
    const dispute = { id: 9, status: "awaiting-merchant-feedback", transaction: { reference: payment.reference } };
    await deliver({ event: "charge.dispute.create", data: dispute });
    await process();
    expect((await eventsOf(payment.id)).slice(-2).map(({ kind, message }) => [kind, message])).toEqual([
      ["webhook", "The provider could not pay the refund. Contact the provider."],
      ["dispute", "The payer's bank has opened a dispute. Answer it before it is due."],
    ]);
    expect((await app.audit(payment.id)).map(({ outcome }) => outcome)).toContain("refused");
    expect(await readPayment(payment.id)).toMatchObject({ state: "succeeded" });
  });

  it("processes a repeated webhook again if its money could not be posted", async () => {
    const { user, payment } = await begun();
    const body = paystack.pay(payment.reference);
    await deliver(body);
    const isOfPayment = sql`${providerEvents.report} ->> 'reference' = ${payment.reference}`;
    await app.db.update(providerEvents).set({ processedAt: new Date(), outcome: "taken" }).where(isOfPayment);
    expect(await (await deliver(body)).json()).toMatchObject({ message: "stored" });
    await process();
    expect(await balanceOf(app.db, user.id)).toBe(50_000);
    expect(await (await deliver(body)).json()).toMatchObject({ message: "repeated" });
  });

  it("continues the timed task after a webhook that fails at each attempt", async () => {
    const { payment } = await begun();
    await deliver(paystack.pay(payment.reference));
    const isOfPayment = sql`${providerEvents.report} ->> 'reference' = ${payment.reference}`;
    const unreadable = sql`jsonb_set(${providerEvents.report}, '{message}', 'null')`;
    await app.db.update(providerEvents).set({ attempts: 5_000, report: unreadable }).where(isOfPayment);
    await process();
    const [event] = await app.db.select().from(providerEvents).where(isOfPayment);
    expect(event?.processedAt).toBeNull();
    expect(event?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 300_000);
    await app.db.delete(providerEvents).where(isOfPayment);
  });

  it("processes a stored webhook by the timed task after a crash", async () => {
    const { user, payment } = await begun();
    await deliver(paystack.pay(payment.reference));
    await app.db.update(providerEvents).set({ attempts: 1, nextAttemptAt: new Date(Date.now() - 1_000) });
    expect(await process()).toBeGreaterThan(0);
    expect(await balanceOf(app.db, user.id)).toBe(50_000);
  });
});

describe("the verification of open payments", () => {
  it("the verification of open payments credits a payment once whose webhook was lost", async () => {
    const { user, payment } = await begun();
    paystack.pay(payment.reference);
    expect(await verifyOpenPayments(app.db)).toBe(0);
    await age(payment.id);
    const counts = await Promise.all([verifyOpenPayments(app.db), verifyOpenPayments(app.db)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1);
    expect(await balanceOf(app.db, user.id)).toBe(50_000);
    expect((await app.audit(payment.id))[0]).toMatchObject({ action: "transaction.verified", adminId: null });
    await deliver(paystack.pay(payment.reference));
    await process();
    expect(await balanceOf(app.db, user.id)).toBe(50_000);
  });

  it("the verification of open payments checks more payments than fit into one batch", async () => {
    const usualBatch = paymentVerificationLimits.paymentsPerBatch;
    paymentVerificationLimits.paymentsPerBatch = 1;
    const paid = [await begun(), await begun(), await begun()];
    for (const { payment } of paid) {
      paystack.pay(payment.reference);
      await age(payment.id);
    }
    expect(await verifyOpenPayments(app.db)).toBeGreaterThanOrEqual(3);
    paymentVerificationLimits.paymentsPerBatch = usualBatch;
    for (const { user } of paid) expect(await balanceOf(app.db, user.id)).toBe(50_000);
  });

  it("a payment stays open while the provider's response is unknown, and checks add no events to it", async () => {
    const { payment } = await begun();
    await age(payment.id);
    const before = (await eventsOf(payment.id)).length;
    paystack.plan(/verify/, "error", "error", "error");
    await verifyOpenPayments(app.db);
    await app.db.update(providerChecks).set({ nextAt: new Date(0) });
    await verifyOpenPayments(app.db);
    expect(await readPayment(payment.id)).toMatchObject({ state: "pending" });
    expect(await eventsOf(payment.id)).toHaveLength(before);
  });
});

describe("a withdrawal by Paystack", () => {
  const ACCOUNT = { bank_code: "058", account_number: "0123456789" };
  async function ordered() {
    const user = await makeUser(app);
    await fundAccount(app.db, user.id, 1_000_000);
    paystack.state.accounts.set("058/0123456789", `${user.firstName} ${user.lastName}`);
    const { status, json } = await app.callAsApp("POST", "/withdrawals", {
      body: { user_id: user.id, ...ACCOUNT, amount: 500_000 },
    });
    expect(status).toBe(200);
    return { user, payment: json.data };
  }

  it("pays a withdrawal once, although the response to its order was lost", async () => {
    const { user, payment } = await ordered();
    paystack.plan(/^POST \/transfer$/, "lost");
    await deliverOutbox(app.db);
    expect(await readPayment(payment.id)).toMatchObject({ providerReference: expect.stringMatching(/^TRF_/) });
    expect(
      paystack.requestsOf(/^\/transfer$/).filter(({ body }) => body.reference === payment.reference.toLowerCase()),
    ).toHaveLength(2);
    await deliver(paystack.endTransfer(payment.reference, "success"));
    await process();
    expect(await readPayment(payment.id)).toMatchObject({ state: "succeeded" });
    expect(await balanceOf(app.db, user.id)).toBe(1_000_000 - 500_500);
  });

  it("ignores a charge with a withdrawal's reference, which a payer can choose", async () => {
    const { payment } = await ordered();
    const data = { id: 78, status: "success", reference: payment.reference, amount: 500_000, currency: "NGN" };
    await deliver({ event: "charge.success", data });
    await process();
    expect(await readPayment(payment.id)).toMatchObject({ state: "pending" });
    const rows = (await app.audit()).filter(({ recordId }) => recordId === "paystack:charge.success:78");
    expect(rows).toMatchObject([{ outcome: "refused", recordName: payment.reference }]);
  });

  it("returns a withdrawal's money when the bank sends it back", async () => {
    const { user, payment } = await ordered();
    await deliverOutbox(app.db);
    await deliver(paystack.endTransfer(payment.reference, "failed"));
    await process();
    expect(await readPayment(payment.id)).toMatchObject({ state: "failed" });
    expect(await balanceOf(app.db, user.id)).toBe(1_000_000);
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });
});

describe("a refund by Paystack", () => {
  const refund = async (id: string) => {
    const admin = await makeAdmin(app);
    const { status } = await app.call("POST", `/transactions/${id}/refund`, {
      token: admin.token,
      headers: { "idempotency-key": uuid() },
      body: { amount: 20_000, remaining: 50_000, reason: "Paid twice by mistake" },
    });
    expect(status).toBe(200);
  };

  it("sends a refund for the reference under which the payment was paid", async () => {
    const user = await makeUser(app);
    paystack.plan(/initialize/, "lost");
    const { json } = await begin(user);
    const { id, reference } = json.data;
    await deliver(paystack.pay(`${reference}-2`));
    await process();
    await refund(id);
    await deliverOutbox(app.db);
    expect(paystack.state.refunds).toMatchObject([{ amount: 20_000 }]);
    expect(paystack.requestsOf(/^\/refund$/).at(-1)?.body).toMatchObject({ transaction: `${reference}-2` });
  });

  it("keeps a refund queued while the server has no Paystack key, and sends it once it has one", async () => {
    const { payment } = await begun();
    await deliver(paystack.pay(payment.reference));
    await process();
    settings.paystackSecretKeys = [];
    await refund(payment.id);
    await deliverOutbox(app.db);
    settings.paystackSecretKeys = [PAYSTACK_KEY];
    const before = paystack.state.refunds.length;
    await app.db.update(outbox).set({ nextAttemptAt: new Date(0) });
    await deliverOutbox(app.db);
    expect(paystack.state.refunds).toHaveLength(before + 1);
  });
});
