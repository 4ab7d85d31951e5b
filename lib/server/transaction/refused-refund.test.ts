import { desc, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { inTransaction } from "@/lib/server/api/transaction";
import { notices } from "@/lib/server/db/schema/notices";
import { outbox } from "@/lib/server/db/schema/outbox";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { deliverOutboxKind } from "@/lib/server/outbox/deliver";
import { providerLine } from "@/lib/server/system-logs/status/provider-line";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { PAYSTACK_KEY, paystackWebhook, startFakePaystack } from "@/lib/server/testing/fake-paystack";
import { balanceOf } from "@/lib/server/testing/ledger";
import { takeQueuedCitizenMessages } from "@/lib/server/testing/queued-news";
import { changeSettings } from "@/lib/server/testing/settings";
import { paystackTimings } from "./paystack/request";
import { processStoredProviderEvents } from "./process-stored-events";
import { paymentProviderOf } from "./provider";
import { receiveWebhook } from "./receive-webhook";
import { recordRefusedRefund } from "./refused-refund";
import { deliverRefund } from "./send-refund";

const settings = changeSettings();
const usualTimes = { ...paystackTimings };
let app: TestApp;
let paystack: Awaited<ReturnType<typeof startFakePaystack>>;
let admin: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  Object.assign(paystackTimings, { attempt: 2_000, pause: 1 });
  paystack = await startFakePaystack();
  app = await startTestApp();
  admin = await makeAdmin(app);
  const rules = { minAmount: 100, maxAmount: 100_000_000, feeFlat: 0, provider: "paystack" } as const;
  await app.db.insert(paymentMethods).values({ ...rules, id: uuid(), code: "card", name: "Card", channel: "card" });
});
beforeEach(async () => {
  Object.assign(settings, { paystackUrl: paystack.url, paystackSecretKeys: [PAYSTACK_KEY] });
  paystack.state.refundRefusal = null;
  await app.db.delete(outbox);
  // Clears the refusals of earlier tests, because System Status would count them.
  await app.db.update(transactions).set({ failureReason: null }).where(eq(transactions.type, "refund"));
});
afterAll(async () => {
  Object.assign(paystackTimings, usualTimes);
  await app.stop();
  await paystack.stop();
});

const AMOUNT = 20_000;
const queued = () => app.db.$count(outbox, eq(outbox.kind, "refund"));
const single = async (id: string) => (await app.call("GET", `/transactions/${id}`, { token: admin.token })).json.data;
const call = (path: string, body: object, { token } = admin, method = "POST") =>
  app.call(method, path, { token, headers: { "idempotency-key": uuid() }, body });

/** Funds a wallet through Paystack and refunds a part of it. @returns the refund, which is queued */
async function orderRefund() {
  const user = await makeUser(app);
  const begun = await app.callAsApp("POST", "/payments", {
    body: { user_id: user.id, type: "wallet_funding", method: "card", amount: 50_000 },
    headers: { "idempotency-key": uuid() },
  });
  const payment = begun.json.data;
  await receiveWebhook("paystack", paystackWebhook(paystack.pay(payment.reference)));
  await processStoredProviderEvents(app.db);
  const refunded = await call(`/transactions/${payment.id}/refund`, {
    amount: AMOUNT,
    remaining: 50_000,
    reason: "Paid twice by mistake",
  });
  expect(refunded.status).toBe(200);
  const [refund] = refunded.json.data.refunds;
  await takeQueuedCitizenMessages(app);
  return { user, payment, id: refund.id as string, reference: refund.reference as string };
}

const deliver = async () => {
  await app.db
    .update(outbox)
    .set({ nextAttemptAt: new Date(0) })
    .where(eq(outbox.kind, "refund"));
  await deliverOutboxKind("refund", app.db);
};

async function refusedRefund(message = "Transaction has been fully reversed") {
  const refund = await orderRefund();
  paystack.state.refundRefusal = message;
  await deliver();
  return refund;
}

const retry = async (id: string, changes: object = {}) =>
  call(`/transactions/${id}/retry-refund`, {
    version: (await single(id)).version,
    reason: "Paystack allows it now",
    ...changes,
  });

describe("a refund that the provider refuses for good", () => {
  it("a refund that the provider refuses for good is not sent again, and its money is posted to suspense with the reason", async () => {
    const [suspense, float] = [await balanceOf(app.db, IDS.suspense), await balanceOf(app.db, IDS.settlement_float)];
    const { id, user, reference } = await refusedRefund();
    expect(await queued()).toBe(0);
    expect(await single(id)).toMatchObject({
      state: "succeeded",
      failure_reason: "Paystack refused this: Transaction has been fully reversed.",
      refused: { amount: AMOUNT, can_retry: true },
      events: [{ kind: "refused", message: expect.stringContaining(`naming ${reference}`) }, {}, {}],
    });
    expect(await balanceOf(app.db, IDS.suspense)).toBe(suspense + AMOUNT);
    // The provider still has the 50,000 that were paid.
    expect(Math.abs((await balanceOf(app.db, IDS.settlement_float)) - float)).toBe(50_000);
    expect(await balanceOf(app.db, user.id)).toBe(30_000);
    expect((await verifyLedger(app.db)).faults).toEqual([]);
    expect((await app.audit(id))[0]).toMatchObject({
      action: "transaction.refundRefused",
      adminId: null,
      after: { on_suspense: "₦200.00" },
    });
    const { mails } = await takeQueuedCitizenMessages(app);
    expect(mails.filter(({ to }) => to === user.email)).toMatchObject([{ subject: "Your refund takes longer" }]);
  });

  it("a refused refund is announced to the admins who may send it again, and by System Status until it is settled", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
    const { id, reference } = await refusedRefund();
    const rows = await app.db.select().from(notices).where(eq(notices.recordId, id)).orderBy(desc(notices.createdAt));
    expect(rows.map(({ kind }) => kind)).toContain("refund_refused");
    expect(rows.map(({ adminId }) => adminId)).toContain(admin.id);
    expect(rows.map(({ adminId }) => adminId)).not.toContain(reader.id);
    const line = await providerLine(app.db);
    expect(line.facts).toContainEqual({ label: "Refunds that the provider refused", value: reference });
    expect(line).toMatchObject({ state: "failing", next: { text: expect.stringContaining("Try the refund again") } });
    paystack.state.refundRefusal = null;
    await retry(id);
    await deliver();
    expect((await providerLine(app.db)).facts.map(({ label }) => label)).not.toContain(
      "Refunds that the provider refused",
    );
  });

  it("a refused refund is sent again by an admin, once, and the payer is notified when it is sent", async () => {
    const suspense = await balanceOf(app.db, IDS.suspense);
    const { id, user } = await refusedRefund();
    await takeQueuedCitizenMessages(app);
    paystack.state.refundRefusal = null;
    const answer = await retry(id);
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject({ failure_reason: null, refused: null });
    expect(await balanceOf(app.db, IDS.suspense)).toBe(suspense);
    expect(await queued()).toBe(1);
    expect((await app.audit(id))[0]).toMatchObject({
      action: "transaction.retryRefund",
      adminId: admin.id,
      after: { reason: "Paystack allows it now" },
    });
    expect(await retry(id)).toMatchObject({ status: 409 });
    await deliver();
    expect(paystack.state.refunds.filter(({ merchant_note }) => merchant_note === id)).toHaveLength(1);
    expect((await single(id)).provider_reference).not.toBeNull();
    expect((await takeQueuedCitizenMessages(app)).mails).toMatchObject([
      { to: user.email, subject: "₦200.00 refunded" },
    ]);
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("a refused refund can be sent again and refused again more than once", async () => {
    const suspense = await balanceOf(app.db, IDS.suspense);
    const { id } = await refusedRefund();
    for (let attempt = 0; attempt < 2; attempt++) {
      expect((await retry(id)).status).toBe(200);
      await deliver();
      expect(await balanceOf(app.db, IDS.suspense)).toBe(suspense + AMOUNT);
    }
    expect((await single(id)).events.filter(({ kind }: { kind: string }) => kind === "refused")).toHaveLength(3);
  });

  it("a refused refund is not sent again once its money was cleared to the wallet", async () => {
    const { id, reference, user } = await refusedRefund();
    const approver = await makeAdmin(app);
    const movement = { kind: "clear", account: "suspense", amount: AMOUNT, transaction: reference };
    const asked = await call("/wallets/movements", { ...movement, note: "Refused by Paystack", submit: true });
    expect(asked.status).toBe(200);
    const waiting = await retry(id);
    expect(waiting).toMatchObject({ status: 409, json: { message: expect.stringContaining("System Wallet") } });
    const path = `/approvals/${asked.json.data.awaiting.approvalId}/decision`;
    expect((await call(path, { decision: "approved" }, approver, "PATCH")).status).toBe(200);
    expect(await balanceOf(app.db, user.id)).toBe(50_000);
    expect((await retry(id)).status).toBe(409);
    expect((await single(id)).refused).toMatchObject({ can_retry: false });
    expect((await providerLine(app.db)).facts.map(({ label }) => label)).not.toContain(
      "Refunds that the provider refused",
    );
  });

  it("a citizen's account can't be closed while the money of its refused refund is on suspense", async () => {
    const { user, reference } = await refusedRefund();
    const { readUnclearedSuspense } = await import("@/lib/server/system-wallet/read-suspense");
    expect(await readUnclearedSuspense(app.db, user.id)).toEqual([{ reference, balance: AMOUNT }]);
  });

  it("sending a refused refund again needs the right to refund and the current version", async () => {
    const { id } = await refusedRefund();
    const reader = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
    const body = { version: (await single(id)).version, reason: "Trying it" };
    expect((await call(`/transactions/${id}/retry-refund`, body, reader)).status).toBe(403);
    expect((await retry(id, { version: 1_000 })).status).toBe(409);
    expect((await call(`/transactions/${uuid()}/retry-refund`, body)).status).toBe(404);
  });
});

describe("a refused refund", () => {
  it("a refused refund takes its money from suspense again if an overlapping attempt was accepted", async () => {
    const [suspense, float] = [await balanceOf(app.db, IDS.suspense), await balanceOf(app.db, IDS.settlement_float)];
    const { id, payment } = await orderRefund();
    const provider = paymentProviderOf("paystack");
    if (!provider) throw new Error("There is no Paystack.");
    const send = vi.spyOn(provider, "refund").mockImplementation(async () => {
      await inTransaction(app.db, (tx) => recordRefusedRefund(tx, id, "Paystack refused this."));
      return { providerReference: "accepted-1" };
    });
    await deliverRefund(app.db, { refundId: id, provider: "paystack", reference: payment.reference, amount: AMOUNT });
    send.mockRestore();
    expect(await single(id)).toMatchObject({ refused: null, failure_reason: null, provider_reference: "accepted-1" });
    expect(await balanceOf(app.db, IDS.suspense)).toBe(suspense);
    expect(Math.abs((await balanceOf(app.db, IDS.settlement_float)) - float)).toBe(30_000);
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("the money of a refused refund is on suspense in full, although a request to fund suspense for it is pending", async () => {
    const { id, reference } = await orderRefund();
    const funding = { kind: "fund", account: "suspense", amount: AMOUNT, transaction: reference, submit: true };
    const asked = await call("/wallets/movements", {
      ...funding,
      external_reference: "BANK-1",
      note: "Paystack never sends it",
    });
    expect(asked.status).toBe(200);
    paystack.state.refundRefusal = "Transaction has been fully reversed";
    await deliver();
    expect((await single(id)).refused).toMatchObject({ amount: AMOUNT, can_retry: true });
    const path = `/approvals/${asked.json.data.awaiting.approvalId}/decision`;
    const approver = await makeAdmin(app);
    expect((await call(path, { decision: "approved" }, approver, "PATCH")).status).toBe(409);
  });

  it("a refused refund is queued once when it is sent again, although an earlier order was left in the outbox", async () => {
    const { id, payment } = await refusedRefund();
    const payload = { refundId: id, provider: "paystack" as const, reference: payment.reference, amount: AMOUNT };
    await app.db.insert(outbox).values({ kind: "refund", payload });
    expect((await retry(id)).status).toBe(200);
    expect(await queued()).toBe(1);
  });

  it("the citizen is not shown why the provider refused a refund", async () => {
    const { id, user } = await refusedRefund();
    const own = await app.callAsApp("GET", `/users/${user.id}/transactions`, {});
    const row = JSON.stringify(own.json);
    expect(own.status).toBe(200);
    expect(row).toContain(id);
    expect(row).not.toContain("fully reversed");
  });
});

describe("a refund without a final answer", () => {
  it.each(["error", "lost", "too many for long", "garbage", "forbidden"] as const)(
    "a refund is sent again after the fault: %s",
    async (fault) => {
      const { id } = await orderRefund();
      paystack.plan(/^POST \/refund$/, fault);
      await deliver();
      expect(await queued()).toBe(1);
      expect(await single(id)).toMatchObject({ failure_reason: null, refused: null });
      await deliver();
      expect(await queued()).toBe(0);
      expect((await single(id)).provider_reference).not.toBeNull();
    },
  );

  it("a refund is sent again if Paystack refuses to read the payment, because the key of another account was set", async () => {
    const { id, payment } = await orderRefund();
    const [reference, stored] = [...paystack.state.payments].find(([key]) => key.startsWith(payment.reference)) ?? [];
    if (!reference || !stored) throw new Error("Paystack has no such payment.");
    paystack.state.payments.delete(reference);
    await deliver();
    expect(await single(id)).toMatchObject({ failure_reason: null, refused: null });
    paystack.state.payments.set(reference, stored);
    await deliver();
    expect((await single(id)).provider_reference).not.toBeNull();
  });

  it("a refund is sent again automatically while the balance at the provider is too low", async () => {
    const { id } = await refusedRefund("Your balance is not enough to fulfil this request");
    expect(await queued()).toBe(1);
    expect((await single(id)).refused).toBeNull();
  });

  it("a refund is not refused if the provider has it, although its response was lost and the list shows it late", async () => {
    const { id } = await orderRefund();
    paystack.plan(/^POST \/refund$/, "lost");
    await deliver();
    paystack.state.refundRefusal = "Transaction has been fully reversed";
    paystack.state.hiddenRefundLists = 1;
    await deliver();
    expect(await queued()).toBe(0);
    expect(await single(id)).toMatchObject({ refused: null, provider_reference: expect.any(String) });
  });
});
