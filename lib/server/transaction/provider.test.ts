import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { PaymentChannel } from "@/lib/contract/transaction.values";
import { log } from "@/lib/server/base/log";
import { simulatedProviderSignature } from "@/lib/server/base/secret";
import { ledgerEntries } from "@/lib/server/db/schema/ledger";
import { outbox, type QueuedRefund } from "@/lib/server/db/schema/outbox";
import { paymentMethods, transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { balanceOf, fundAccount } from "@/lib/server/testing/ledger";
import { changeSettings } from "@/lib/server/testing/settings";
import { PayoutRefusal } from "./payout-refusal";
import { receiveWebhook } from "./receive-webhook";
import { deliverRefund } from "./send-refund";
import {
  type SimulatedOutcome,
  signSimulatedWebhook,
  simulatedOutcomeOf,
  simulatedProvider,
} from "./simulated-provider";
import { simulatedProviderReference } from "./simulated-reference";
import { dueSimulatedProviderEvents, sendSimulatedReports } from "./simulated-reports";

const settings = changeSettings();
let app: TestApp;
const methods = { simulated: uuid(), ledger: uuid() };
let paymentCount = 0;
beforeAll(async () => {
  app = await startTestApp();
  const limits = { minAmount: 100, maxAmount: 100_000_000 };
  await app.db.insert(paymentMethods).values([
    { ...limits, id: methods.simulated, code: "card", name: "Card", channel: "card", provider: "simulated" },
    { ...limits, id: methods.ledger, code: "wallet", name: "Wallet", channel: "wallet", provider: "ledger" },
  ]);
});
beforeEach(async () => {
  // Completes payments that earlier tests left open.
  for (const state of ["processing", "failed"] as const)
    await app.db
      .update(transactions)
      .set({ state })
      .where(eq(transactions.state, state === "failed" ? "processing" : "pending"));
});
afterAll(() => app.stop());

type PaymentValues = Partial<typeof transactions.$inferInsert>;
async function makePayment(values: PaymentValues = {}) {
  const user = await makeUser(app);
  const [row] = await app.db
    .insert(transactions)
    .values({
      id: uuid(),
      reference: `TRX-PROV${++paymentCount}`,
      userId: user.id,
      type: "wallet_funding",
      channel: "card",
      methodId: methods.simulated,
      amount: 50_000,
      fee: 500,
      ...values,
    })
    .returning();
  if (!row) throw new Error("no transaction");
  return row;
}
const readTransaction = async (id: string) =>
  (await app.db.select().from(transactions).where(eq(transactions.id, id)))[0];
const eventsOf = (id: string) =>
  app.db.select().from(transactionEvents).where(eq(transactionEvents.transactionId, id)).orderBy(transactionEvents.id);

type WebhookFields = Partial<Parameters<typeof signSimulatedWebhook>[0]>;
function deliverReport(reference: string, webhookFields: WebhookFields = {}) {
  const event = {
    eventId: uuid(),
    state: "succeeded",
    providerReference: "SIM-1",
    message: "Told",
    ...webhookFields,
  } as const;
  const { raw, signature } = signSimulatedWebhook({ reference, ...event });
  return postWebhook(raw, signature);
}
const postWebhook = (body: string, signature: string) =>
  receiveWebhook(
    "simulated",
    new Request("http://test/", { method: "POST", body, headers: { "x-payment-signature": signature } }),
  );

describe("a simulated provider that is down", () => {
  beforeEach(() => {
    settings.isSimulatedProviderDown = true;
    return () => {
      settings.isSimulatedProviderDown = false;
    };
  });

  it("a simulated provider that is down sends no reports, and fails all requests with a retryable error", async () => {
    const { reference, createdAt } = await makePayment();
    expect(await sendSimulatedReports(app.db, createdAt.getTime() + 100_000_000)).toBe(0);
    const begun = simulatedProvider.begin({ reference, amount: 100, channel: "card", userId: uuid() });
    await expect(begun).rejects.toMatchObject({ status: 503 });
    await expect(simulatedProvider.verify(reference)).rejects.toMatchObject({ status: 503 });
    const order = { reference, amount: 100, key: "key" };
    await expect(simulatedProvider.refund(order)).rejects.toThrow(/does not answer/);
    const account = { bank_code: "058", account_number: "0123456789", account_name: "Ada Obi" };
    const payout = simulatedProvider.payout({ ...order, ...account });
    await expect(payout).rejects.toThrow(/does not answer/);
    await expect(payout).rejects.not.toBeInstanceOf(PayoutRefusal);
  });
});

it("the simulated provider knows the name of an account for the demo, and no other names", async () => {
  const nameOf = (accountNumber: string) => simulatedProvider.accountName({ bankCode: "058", accountNumber });
  expect(await nameOf("0009912345")).toBe("BLESSING OKORO");
  expect(await nameOf("0123456789")).toBeNull();
});

describe("a provider's report", () => {
  it("a provider's report is refused if it is about another provider's payment or too long", async () => {
    const { id, reference } = await makePayment({ methodId: methods.ledger, channel: "wallet", type: "ticket" });
    expect((await deliverReport(reference)).status).toBe(404);
    expect((await readTransaction(id))?.state).toBe("pending");
    const payment = await makePayment();
    const { raw, signature } = signSimulatedWebhook({
      ...{ eventId: "1", reference: payment.reference, state: "succeeded", providerReference: "S" },
      message: "x".repeat(70_000),
    });
    expect((await postWebhook(raw, signature)).status).toBe(413);
    expect((await readTransaction(payment.id))?.state).toBe("pending");
  });

  it("a payment reported with a wrong amount fails, and its money is posted to suspense", async () => {
    const { id, reference, userId } = await makePayment();
    const before = await balanceOf(app.db, IDS.suspense);
    expect((await deliverReport(reference, { amount: 100 })).status).toBe(200);
    expect(await readTransaction(id)).toMatchObject({
      state: "failed",
      failureReason: "The provider says ₦1.00 instead of ₦505.00. The payment is on suspense.",
    });
    expect(await balanceOf(app.db, userId)).toBe(0);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(before + 100);
  });

  it("a late payment is posted once, and its events state what was posted and what was not", async () => {
    const { id, reference } = await makePayment();
    const before = await balanceOf(app.db, IDS.suspense);
    await deliverReport(reference, { state: "expired" });
    await deliverReport(reference);
    await deliverReport(reference, { amount: 10_000 });
    await deliverReport(reference);
    await deliverReport(reference, { state: "failed" });
    await deliverReport(reference, { amount: 0 });
    expect((await eventsOf(id)).slice(1).map(({ message }) => message)).toEqual([
      "Told: paid after it had expired, booked on suspense",
      "Told: ₦100.00 reported after it had expired, and ₦505.00 booked on suspense for it before. This report is not booked: clear it up with the provider",
      "Told: ₦505.00 reported after it had expired, and ₦505.00 booked on suspense for it before: nothing more is booked",
      "Told: nothing to do, it is expired",
      "Told: nothing to do, it is expired",
    ]);
    // Repeats a report of success.
    const paidPayment = await makePayment();
    await deliverReport(paidPayment.reference);
    await deliverReport(paidPayment.reference);
    await deliverReport(paidPayment.reference, { amount: 10_000 });
    expect((await eventsOf(paidPayment.id)).slice(-2).map(({ message }) => message)).toEqual([
      "Told: nothing to do, it is succeeded",
      "Told: ₦100.00 reported, and ₦505.00 booked before. This report is not booked: clear it up with the provider",
    ]);
    expect(await balanceOf(app.db, paidPayment.userId)).toBe(50_000);
    // Repeats a report with the correct amount after one with a wrong amount.
    const wrongAmount = await makePayment();
    await deliverReport(wrongAmount.reference, { amount: 100 });
    await deliverReport(wrongAmount.reference);
    expect((await eventsOf(wrongAmount.id)).at(-1)?.message).toMatch(
      /₦505\.00 reported after it had failed, and ₦1\.00 booked/,
    );
    expect(await balanceOf(app.db, IDS.suspense)).toBe(before + 50_500 + 100);
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("a paid payout above the wallet's balance leaves a shortfall on suspense, even if it is reported late", async () => {
    const payout = { type: "withdrawal", channel: "bank_transfer" } as const;
    await fundAccount(app.db, IDS.suspense, 200_000);
    const [before, floatBefore] = [
      await balanceOf(app.db, IDS.suspense),
      await balanceOf(app.db, IDS.settlement_float),
    ];
    const uncoveredPayout = await makePayment(payout);
    await deliverReport(uncoveredPayout.reference, { amount: 50_000 });
    expect((await readTransaction(uncoveredPayout.id))?.failureReason).toBe(
      "The wallet could not give the money. The payment is on suspense.",
    );
    const latePayout = await makePayment(payout);
    await deliverReport(latePayout.reference, { state: "failed" });
    await deliverReport(latePayout.reference);
    await deliverReport(latePayout.reference);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(before - 100_000);
    expect(await balanceOf(app.db, IDS.settlement_float)).toBe(floatBefore - 100_000);
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("a paid payout fails without a posting while the float is empty, and is posted when reported again", async () => {
    await fundAccount(app.db, IDS.suspense, -(await balanceOf(app.db, IDS.settlement_float)));
    const before = await balanceOf(app.db, IDS.suspense);
    const { id, reference, userId } = await makePayment({ type: "withdrawal", channel: "bank_transfer" });
    const missingNote =
      "Told: not booked: the provider paid out ₦500.00, and the settlement float holds less. Bring the float up to it in System wallet, then have the provider send this report again";
    const reason = "The wallet could not give the money. The payment is not booked.";
    const webhookFields = { eventId: uuid() };
    expect((await deliverReport(reference, webhookFields)).status).toBe(200);
    expect(await readTransaction(id)).toMatchObject({ state: "failed", failureReason: reason });
    expect((await deliverReport(reference, webhookFields)).status).toBe(200);
    expect((await eventsOf(id)).map(({ message }) => message)).toEqual([`${reason} ${missingNote}`, missingNote]);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(before);
    await fundAccount(app.db, userId, 50_000);
    for (let times = 0; times < 2; times++) expect((await deliverReport(reference, webhookFields)).status).toBe(200);
    expect((await eventsOf(id)).slice(2).map(({ message }) => message)).toEqual([
      "Told: paid after it had failed, booked on suspense",
    ]);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(before - 50_000);
    expect(await balanceOf(app.db, IDS.settlement_float)).toBe(0);
    // A status check has the same result, even if the wallet has enough money by then.
    const asked = await makePayment({
      userId,
      type: "withdrawal",
      channel: "bank_transfer",
      fee: 0,
      providerReference: "SIM-1",
    });
    const report = { reference: asked.reference, state: "succeeded", providerReference: "S", message: "Told" } as const;
    const verify = vi.spyOn(simulatedProvider, "verify").mockResolvedValueOnce({ ...report, raw: {} });
    const { token } = await makeAdmin(app);
    expect((await app.call("PATCH", `/transactions/${asked.id}/requery`, { token, body: {} })).status).toBe(200);
    verify.mockRestore();
    const shortReason = reason.replace("wallet", "settlement float");
    expect((await eventsOf(asked.id)).map(({ message }) => message)).toEqual([`${shortReason} ${missingNote}`]);
    const [row] = (await app.audit()).filter(({ recordId }) => recordId === asked.id);
    expect(row?.after).toEqual({ state: "failed", not_booked: "₦500.00", provider_says: "Told" });
  });

  it("a report of failure after success only adds an event with advice to the payment", async () => {
    const wallet = (await makeUser(app)).id;
    await fundAccount(app.db, wallet, 500_000);
    const makeFailedAfterSuccess = async (values: PaymentValues, state: "failed" | "expired" = "failed") => {
      const made = await makePayment({ userId: wallet, ...values });
      await deliverReport(made.reference);
      const before = await readTransaction(made.id);
      expect(before?.state).toBe("succeeded");
      expect((await deliverReport(made.reference, { state, message: "Returned" })).status).toBe(200);
      expect(await readTransaction(made.id)).toEqual(before);
      return (await eventsOf(made.id)).at(-1)?.message.replaceAll(made.reference, "TRX");
    };
    const returnedNote =
      "Returned: the provider says that it failed after it had succeeded. If the money came back, fund suspense naming TRX and clear it";
    expect(await makeFailedAfterSuccess({ type: "withdrawal", channel: "bank_transfer" })).toBe(returnedNote);
    expect(await makeFailedAfterSuccess({ type: "bill_payment", channel: "wallet" })).toBe(returnedNote);
    expect(await makeFailedAfterSuccess({ type: "withdrawal", channel: "bank_transfer" }, "expired")).toContain(
      "says that it expired",
    );
    const nothingNote =
      "Returned: the provider says that it failed after it had succeeded. Nothing is booked: clear it up with the provider";
    expect(await makeFailedAfterSuccess({ type: "wallet_funding" })).toBe(nothingNote);
    expect(await makeFailedAfterSuccess({ type: "ticket" })).toBe(nothingNote);
    expect(
      await makeFailedAfterSuccess({ type: "transfer", channel: "wallet", counterpartyId: (await makeUser(app)).id }),
    ).toBe(nothingNote);
  });

  it("a failed refund adds an event with advice, and its money can be moved to the wallet", async () => {
    const { id, reference, userId } = await makePayment({ fee: 0 });
    await deliverReport(reference);
    const [requester, approver] = [await makeAdmin(app), await makeAdmin(app)];
    const callAs = (path: string, body: object, { token } = requester, method = "POST") =>
      app.call(method, path, { token, headers: { "idempotency-key": `refund-${uuid()}` }, body });
    const body = { amount: 50_000, remaining: 50_000, reason: "Charged twice" };
    const [refund] = (await callAs(`/transactions/${id}/refund`, body)).json.data.refunds;
    await deliverOutbox(app.db, { mail: async () => {} });
    expect((await deliverReport(refund.reference, { state: "failed", message: "Card closed" })).status).toBe(200);
    expect((await eventsOf(refund.id)).at(-1)?.message).toBe(
      `Card closed: the refund did not reach the payer: have the provider send it again, or fund suspense naming ${refund.reference} and clear it`,
    );
    expect((await readTransaction(refund.id))?.state).toBe("succeeded");
    for (const kind of ["fund", "clear"]) {
      const movementInput = { kind, account: "suspense", amount: 50_000, transaction: refund.reference };
      const asked = await callAs("/wallets/movements", { ...movementInput, note: "The card is closed", submit: true });
      const { approvalId } = asked.json.data.awaiting;
      const decided = await callAs(`/approvals/${approvalId}/decision`, { decision: "approved" }, approver, "PATCH");
      expect(decided.status).toBe(200);
    }
    expect(await balanceOf(app.db, userId)).toBe(50_000);
  });

  it("the audit row of a provider's report contains the money that is on suspense or not posted", async () => {
    const lastAudit = async () => (await app.audit())[0];
    const { reference } = await makePayment();
    await deliverReport(reference, { state: "expired" });
    expect((await lastAudit())?.after).toEqual({ state: "expired", provider_event: expect.any(String) });
    await deliverReport(reference, { eventId: "late-1" });
    expect(await lastAudit()).toMatchObject({
      before: { state: "expired" },
      after: { state: "expired", on_suspense: "₦505.00", provider_event: "late-1" },
    });
    // The earlier report was posted, so nothing more is posted.
    await deliverReport(reference);
    expect(Object.keys((await lastAudit())?.after ?? {}).sort()).toEqual(["provider_event", "state"]);
    await deliverReport(reference, { amount: 100 });
    expect((await lastAudit())?.after).toMatchObject({ not_booked: "₦1.00" });
    const wrongAmount = await makePayment();
    await deliverReport(wrongAmount.reference, { amount: 100 });
    expect((await lastAudit())?.after).toMatchObject({ state: "failed", on_suspense: "₦1.00" });
    const withdrawal = await makePayment({ type: "withdrawal", channel: "bank_transfer" });
    await fundAccount(app.db, IDS.fee_income, 50_000);
    await deliverReport(withdrawal.reference);
    expect((await lastAudit())?.after).toMatchObject({ state: "failed", on_suspense: "-₦500.00" });
    const paidPayment = await makePayment();
    await deliverReport(paidPayment.reference);
    await deliverReport(paidPayment.reference, { amount: 100 });
    expect((await lastAudit())?.after).toMatchObject({ state: "succeeded", not_booked: "₦1.00" });
  });

  it("a provider's report of more money than an account's maximum is not posted", async () => {
    await fundAccount(app.db, IDS.fee_income, 4_000_000_000_000_000);
    await fundAccount(app.db, IDS.grants_pool, 5_000_000_000_000_000);
    const { id, reference } = await makePayment();
    expect((await deliverReport(reference, { amount: 10_000_000_000_000 })).status).toBe(200);
    expect(await readTransaction(id)).toMatchObject({
      state: "failed",
      failureReason: expect.stringMatching(/is not booked\.$/),
    });
    expect((await eventsOf(id)).at(-1)?.message).toContain("Told: not booked: with ₦100,000,000,000.00 more, an");
    await fundAccount(app.db, IDS.fee_income, -4_000_000_000_000_000);
    await fundAccount(app.db, IDS.grants_pool, -5_000_000_000_000_000);
  });

  it.each<[string, WebhookFields, string]>([
    ["an unknown status", { state: "reversed" as "failed" }, "data.status: Use one of: processing, succeeded, failed"],
    ["more than is ever moved", { amount: 100_000_000_000_001 }, "data.amount: This must be at most 100000000000000"],
    ["a number that JSON can't say", { amount: Number.MAX_VALUE }, "data.amount"],
    ["NUL in its number", { eventId: "a\0b" }, "id: This text contains characters that can't be stored."],
    ["half a letter in the provider's number", { providerReference: "a\ud800" }, "data.provider_reference: This text"],
    ["NUL in our reference", { reference: "TRX\0" }, "data.reference: This text"],
  ])(
    "a provider's report with %s is refused with the reason, and changes nothing",
    async (_, webhookFields, problem) => {
      const { id, reference } = await makePayment();
      const warnSpy = vi.spyOn(log, "warn");
      const answer = await deliverReport(reference, webhookFields);
      expect([answer.status, (await answer.json()).message]).toEqual([
        422,
        expect.stringContaining(`The signature fits, but the report is not understood. Check ${problem}`),
      ]);
      expect(warnSpy.mock.calls).toEqual([[expect.objectContaining({ provider: "simulated" }), expect.any(String)]]);
      warnSpy.mockRestore();
      expect((await readTransaction(id))?.state).toBe("pending");
    },
  );

  it("a provider's report that is not JSON is refused, without details if its signature is missing", async () => {
    const answer = await postWebhook("{", simulatedProviderSignature("{").toString("hex"));
    expect([answer.status, (await answer.json()).message]).toEqual([422, expect.stringContaining("Check the body")]);
    const warnSpy = vi.spyOn(log, "warn");
    expect((await postWebhook("{", "00")).status).toBe(401);
    expect(warnSpy).not.toHaveBeenCalled();
    warnSpy.mockRestore();
  });

  it("a provider's report with a long text or characters that can't be stored is accepted and cleaned", async () => {
    const { id, reference } = await makePayment();
    expect((await deliverReport(reference, { message: `a\0b\ud800${"x".repeat(196)}😀` })).status).toBe(200);
    const [event] = await eventsOf(id);
    expect(event?.message).toBe(`ab\ufffd${"x".repeat(196)}\ufffd`);
    expect(event?.raw?.message).toBe(event?.message);
    expect((await readTransaction(id))?.state).toBe("succeeded");
  });

  it("a provider's report of money for an unknown reference is stored once, however often it is repeated", async () => {
    const webhookFields = { eventId: uuid(), amount: 5_000 };
    const deliverEightTimes = async (of: WebhookFields) =>
      (await Promise.all(Array.from({ length: 8 }, () => deliverReport("TRX-NOBODY", of)))).map(({ status }) => status);
    // Failure reports move no money, so nothing is recorded. These calls also open the eight database connections for the next ones.
    expect(new Set(await deliverEightTimes({ state: "failed" }))).toEqual(new Set([404]));
    expect(new Set(await deliverEightTimes(webhookFields))).toEqual(new Set([404]));
    expect((await deliverReport("TRX-NOBODY", webhookFields)).status).toBe(404);
    const rows = (await app.audit()).filter(({ recordName }) => recordName === "TRX-NOBODY");
    expect(rows).toMatchObject([
      {
        action: "transaction.webhook",
        outcome: "refused",
        refusal: "There is no such transaction.",
        recordType: "provider_event",
        recordId: webhookFields.eventId,
        after: { state: "succeeded", amount: "₦50.00", provider_reference: "SIM-1" },
      },
    ]);
  });

  it("a provider's report gets 503 with Retry-After while the database can't be reached", async () => {
    const { id, reference } = await makePayment();
    const connectionError = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const away = vi.spyOn(app.db, "transaction").mockRejectedValueOnce(connectionError);
    const answer = await deliverReport(reference);
    away.mockRestore();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await readTransaction(id))?.state).toBe("pending");
    expect((await deliverReport(reference)).status).toBe(200);
  });
});

describe("a refund", () => {
  it("a refund is sent to the provider after the commit, retried until the provider accepts it, and made once per Idempotency-Key", async () => {
    const { id, reference } = await makePayment();
    await deliverReport(reference);
    const { token, name } = await makeAdmin(app);
    const answer = await app.call("POST", `/transactions/${id}/refund`, {
      token,
      headers: { "idempotency-key": "refund-by-provider" },
      body: { amount: 20_000, remaining: 50_000, reason: "Charged twice" },
    });
    const refundId = answer.json.data.refunds[0].id;
    expect((await readTransaction(refundId))?.providerReference).toBeNull();
    const queuedRefund: QueuedRefund = { refundId, provider: "simulated", reference, amount: 20_000 };
    const asked: QueuedRefund[] = [];
    const away = async (_: unknown, queued: QueuedRefund) => {
      asked.push(queued);
      throw new Error("The provider is away.");
    };
    await deliverOutbox(app.db, { refund: away, mail: async () => {} });
    expect(asked).toEqual([queuedRefund]);
    await app.db.update(outbox).set({ nextAttemptAt: new Date() });
    await deliverOutbox(app.db, { mail: async () => {} });
    expect((await readTransaction(refundId))?.providerReference).toBe(simulatedProviderReference(refundId));
    expect(await app.db.$count(outbox, eq(outbox.kind, "refund"))).toBe(0);
    // Simulates a queued order that survived a crash: it is sent again, but recorded once.
    await deliverRefund(app.db, queuedRefund);
    const shownRefund = (await app.call("GET", `/transactions/${refundId}`, { token })).json.data;
    expect(shownRefund.events.map(({ kind, message }: { kind: string; message: string }) => [kind, message])).toEqual([
      ["taken", `The provider has accepted it (${simulatedProviderReference(refundId)})`],
      ["attempt", "Ordered from the payment provider"],
      ["request", `Requested by ${name}: Charged twice`],
    ]);
    expect(shownRefund.timeline).toMatchObject([
      { action: "transaction.refundTaken", by: null },
      { action: "transaction.refund", by: { name } },
    ]);
  });

  it("a refund's page shows who requested and approved it and why, without the payment's other refunds", async () => {
    const { id, reference } = await makePayment({ amount: 9_000_000 });
    await deliverReport(reference);
    const [requester, approver] = [await makeAdmin(app, { firstName: "Ngozi" }), await makeAdmin(app)];
    const requestRefund = async (amount: number, remaining: number, reason: string) =>
      (
        await app.call("POST", `/transactions/${id}/refund`, {
          token: requester.token,
          headers: { "idempotency-key": `approved-${amount}` },
          body: { amount, remaining, reason },
        })
      ).json.data;
    const smallRefund = (await requestRefund(100, 9_000_000, "A little")).refunds[0];
    const { awaiting } = await requestRefund(6_000_000, 8_999_900, "The event was called off");
    const decision = { headers: { "idempotency-key": "approved-it" }, body: { decision: "approved" } };
    await app.call("PATCH", `/approvals/${awaiting.approvalId}/decision`, { token: approver.token, ...decision });
    const largeRefund = (await app.call("GET", `/transactions/${id}`, { token: requester.token })).json.data.refunds[1];
    const page = async (refundId: string) => {
      const { events, timeline } = (await app.call("GET", `/transactions/${refundId}`, { token: requester.token })).json
        .data;
      return [
        events.map(({ message }: { message: string }) => message),
        timeline.map(({ action, by }: { action: string; by: { name: string } }) => [action, by.name]),
      ];
    };
    expect(await page(largeRefund.id)).toEqual([
      [
        "Ordered from the payment provider",
        `Approved by ${approver.name}`,
        `Requested by ${requester.name}: The event was called off`,
      ],
      [["approvals.decide", approver.name]],
    ]);
    expect(await page(smallRefund.id)).toEqual([
      ["Ordered from the payment provider", `Requested by ${requester.name}: A little`],
      [["transaction.refund", requester.name]],
    ]);
    await deliverOutbox(app.db, { mail: async () => {} });
    expect((await eventsOf(largeRefund.id)).map(({ kind }) => kind)).toEqual([
      "request",
      "approval",
      "attempt",
      "taken",
    ]);
  });

  it("a refund of a wallet payment is not ordered from a provider", async () => {
    const user = await makeUser(app);
    await fundAccount(app.db, user.id, 60_000);
    const { id, reference } = await makePayment({ userId: user.id, type: "ticket", channel: "wallet" });
    await deliverReport(reference);
    const { token } = await makeAdmin(app);
    const body = { amount: 50_000, remaining: 50_000, reason: "No show" };
    const headers = { "idempotency-key": "refund-to-wallet" };
    const answer = await app.call("POST", `/transactions/${id}/refund`, { token, headers, body });
    expect(answer.status).toBe(200);
    expect(await eventsOf(answer.json.data.refunds[0].id)).toMatchObject([
      { kind: "request", message: expect.stringContaining("No show") },
      { kind: "refund", message: expect.stringContaining("no provider is concerned") },
    ]);
    expect(await app.db.$count(outbox, eq(outbox.kind, "refund"))).toBe(0);
    expect(await balanceOf(app.db, user.id)).toBe(59_500);
    // One of our pools paid the grant, so its refund is not ordered from a provider either.
    await fundAccount(app.db, IDS.grants_pool, 50_000);
    const grantPayout = await makePayment({ type: "grant_payout", channel: "wallet", fee: 0 });
    await deliverReport(grantPayout.reference);
    const repeatedRequest = { token, headers: { "idempotency-key": "refund-to-pool" }, body };
    expect((await app.call("POST", `/transactions/${grantPayout.id}/refund`, repeatedRequest)).status).toBe(200);
    expect(await app.db.$count(outbox, eq(outbox.kind, "refund"))).toBe(0);
    expect(await balanceOf(app.db, IDS.grants_pool)).toBe(50_000);
  });
});

describe("the simulated provider", () => {
  /** Returns a reference for which the simulated provider reports this result. */
  const findReference = (wantedFate: Partial<SimulatedOutcome>) => {
    for (let n = 0; ; n++) {
      const reference = `TRX-FATE${++paymentCount}${n}`;
      const fate = simulatedOutcomeOf(reference);
      if (Object.entries(wantedFate).every(([key, value]) => fate[key as keyof SimulatedOutcome] === value))
        return { reference, fate };
    }
  };
  const fastSuccess = { state: "succeeded", isSlow: false } as const;
  const timeAfter = (createdAt: Date, seconds: number) => createdAt.getTime() + seconds * 1_000;

  it.each(["in order", "twice at once", "out of order", "late"] as const)(
    "the simulated provider sends a payment's reports %s, and they take effect once",
    async (reports) => {
      const { reference, fate } = findReference({ ...fastSuccess, reports });
      const { id, createdAt, userId } = await makePayment({ reference });
      expect(await sendSimulatedReports(app.db, timeAfter(createdAt, 1))).toBe(0);
      const earlyReports = await sendSimulatedReports(app.db, timeAfter(createdAt, fate.reportAfter - 0.5));
      expect([earlyReports, (await readTransaction(id))?.state]).toEqual(
        reports === "in order" ? [1, "processing"] : [0, "pending"],
      );
      expect(await sendSimulatedReports(app.db, timeAfter(createdAt, fate.reportAfter + 1))).toBe(1);
      expect(await sendSimulatedReports(app.db, timeAfter(createdAt, fate.reportAfter + 10))).toBe(0);
      expect(await readTransaction(id)).toMatchObject({
        state: "succeeded",
        providerReference: simulatedProviderReference(reference),
      });
      expect(await balanceOf(app.db, userId)).toBe(50_000);
      expect(await app.db.$count(ledgerEntries, eq(ledgerEntries.sourceId, id))).toBe(1);
      const events = { "in order": 2, "twice at once": 1, "out of order": 2, late: 1 }[reports];
      expect(await eventsOf(id)).toHaveLength(events);
    },
  );

  it("the simulated provider reports some payments as failed, and resends a report until it is accepted", async () => {
    const { reference, fate } = findReference({ state: "failed", reports: "in order" });
    const transaction = await makePayment({ reference });
    const at = fate.reportAfter + 1;
    // The same report is due at each call until it is accepted.
    expect(dueSimulatedProviderEvents(transaction, at)).toEqual(dueSimulatedProviderEvents(transaction, at));
    await sendSimulatedReports(app.db, timeAfter(transaction.createdAt, at));
    expect(await readTransaction(transaction.id)).toMatchObject({ state: "failed", failureReason: fate.message });
    expect(await balanceOf(app.db, transaction.userId)).toBe(0);
  });

  it("the simulated provider's failure reason suits the payment's channel", async () => {
    const reasons = (channel: PaymentChannel) =>
      new Set(
        Array.from({ length: 400 }, (_, n) => simulatedOutcomeOf(`TRX-WHY${n}`, { channel, isPayout: false })).flatMap(
          failureMessages,
        ),
      );
    const failureMessages = ({ state, message }: SimulatedOutcome) => (state === "succeeded" ? [] : [message]);
    for (const message of reasons("card")) expect(message).toMatch(/card/i);
    for (const message of reasons("bank_transfer")) expect(message).toMatch(/transfer/i);
    for (const message of reasons("ussd")) expect(message).toMatch(/USSD|bank: insufficient funds/);
    const { reference, fate } = findReference({ state: "failed", reports: "in order" });
    const ussdPayment = { channel: "ussd", isPayout: false } as const;
    const transaction = await makePayment({ reference, channel: "ussd" });
    await sendSimulatedReports(app.db, timeAfter(transaction.createdAt, fate.reportAfter + 1));
    expect([...reasons("ussd")]).toContain((await readTransaction(transaction.id))?.failureReason);
    expect((await simulatedProvider.verify(reference, ussdPayment)).message).toBe(
      simulatedOutcomeOf(reference, ussdPayment).message,
    );
  });

  it("the simulated provider reports other payments when one report is rejected", async () => {
    // A refund can't have the state `processing`, so the report of that state fails.
    const of = await makePayment();
    await deliverReport(of.reference, { state: "failed" });
    const at = { createdAt: new Date(of.createdAt.getTime() - 60_000) };
    const stuckPayment = await makePayment({
      ...at,
      ...findReference({ ...fastSuccess, reports: "in order" }),
      type: "refund",
      refundOf: of.id,
    });
    const next = await makePayment(findReference({ ...fastSuccess, reports: "in order" }));
    expect(await sendSimulatedReports(app.db, timeAfter(next.createdAt, 60))).toBe(1);
    expect([(await readTransaction(stuckPayment.id))?.state, (await readTransaction(next.id))?.state]).toEqual([
      "pending",
      "succeeded",
    ]);
  });

  it("the simulated provider reports no payments of other providers", async () => {
    await makePayment({ methodId: methods.ledger, channel: "wallet", type: "ticket" });
    expect(await sendSimulatedReports(app.db, Date.now() + 86_400_000)).toBe(0);
  });
});
