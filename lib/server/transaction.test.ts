import { and, eq, gte, sql } from "drizzle-orm";
import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import {
  calculateFee,
  TRANSACTION_STATES,
  TRANSACTION_TRANSITIONS,
  type TransactionState,
} from "@/lib/contract/transaction.values";
import { approvals } from "./db/schema/approvals";
import { ledgerEntries, ledgerPostings } from "./db/schema/ledger";
import { outbox } from "./db/schema/outbox";
import { paymentMethods, transactionEvents, transactions } from "./db/schema/transaction";
import { users } from "./db/schema/user";
import { verifyLedger } from "./ledger/verify";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "./testing/app";
import { balanceOf, fundAccount, moveMoney } from "./testing/ledger";
import { changeSettings } from "./testing/settings";
import { receiveWebhook } from "./transaction/receive-webhook";
import { signSimulatedWebhook, simulatedProvider } from "./transaction/simulated-provider";
import { findClosingObstacles } from "./user/closing-obstacles";

let app: TestApp;
const settings = changeSettings();
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let financeAdmin: TestAdmin;
let owner: TestAdmin;
let card: string;
let keys = 0;

beforeAll(async () => {
  app = await startTestApp();
  financeAdmin = await makeAdmin(app, { firstName: "Ngozi" });
  owner = await makeAdmin(app, { firstName: "Ekaette" });
  await fundAccount(app.db, IDS.suspense, 10_000_000);
  card = await makeMethod();
});
afterAll(() => app.stop());

const idempotencyHeader = () => ({ "idempotency-key": `test-key-${++keys}` });
const fetchAs = (path: string, actor = financeAdmin) => app.call("GET", path, { token: actor.token });
const list = async (query: string) => (await fetchAs(`/transactions?${query}`)).json.data.items;
const fetchTransaction = async (id: string) => (await fetchAs(`/transactions/${id}`)).json.data;

async function makeMethod(values: Partial<typeof paymentMethods.$inferInsert> = {}) {
  const id = uuid();
  await app.db.insert(paymentMethods).values({
    id,
    code: `card_${++keys}`,
    name: "Card",
    channel: "card",
    provider: "simulated",
    minAmount: 100,
    maxAmount: 100_000_000,
    ...values,
  });
  return id;
}

async function makeTransaction(values: Partial<typeof transactions.$inferInsert> = {}) {
  const user = await makeUser(app);
  const [made] = await app.db
    .insert(transactions)
    .values({
      id: uuid(),
      reference: `TRX-TEST${++keys}`,
      userId: user.id,
      type: "wallet_funding",
      channel: "card",
      methodId: card,
      amount: 100_000,
      fee: 1_500,
      ...values,
    })
    .returning();
  if (!made) throw new Error("no transaction");
  return { ...made, user };
}

type ReportInput = { state: "processing" | "succeeded" | "failed" | "expired"; eventId?: string };
const deliverReport = (reference: string, { state, eventId = uuid() }: ReportInput, forgedSignature?: string) => {
  const { raw, signature } = signSimulatedWebhook({
    eventId,
    reference,
    state,
    providerReference: "SIM-1",
    message: "Told",
  });
  return receiveWebhook(
    "simulated",
    new Request("http://test/api/webhooks/simulated", {
      method: "POST",
      body: raw,
      headers: { "x-payment-signature": forgedSignature ?? signature },
    }),
  );
};
const stateOf = async (id: string) =>
  (await app.db.select().from(transactions).where(eq(transactions.id, id)))[0]?.state;
const makeFunded = async (values: Partial<typeof transactions.$inferInsert> = {}) => {
  const made = await makeTransaction(values);
  await deliverReport(made.reference, { state: "succeeded" });
  return made;
};
const refund = (id: string, amount: number, remaining: number, actor = financeAdmin, more = idempotencyHeader()) =>
  app.call("POST", `/transactions/${id}/refund`, {
    token: actor.token,
    headers: more,
    body: { amount, remaining, reason: "Charged twice" },
  });

describe("a webhook", () => {
  it("repeated and late webhooks that report success move the money only once", async () => {
    const made = await makeTransaction();
    const floatBalance = await balanceOf(app.db, IDS.settlement_float);
    const eventId = uuid();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => deliverReport(made.reference, { state: "succeeded", eventId })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await deliverReport(made.reference, { state: "succeeded" });
    await deliverReport(made.reference, { state: "processing" });
    await deliverReport(made.reference, { state: "failed" });
    expect(await stateOf(made.id)).toBe("succeeded");
    expect(await balanceOf(app.db, made.user.id)).toBe(100_000);
    expect(await balanceOf(app.db, IDS.settlement_float)).toBe(floatBalance + 101_500);
    const shownTransaction = await fetchTransaction(made.id);
    expect(shownTransaction).toMatchObject({ state: "succeeded", provider_reference: "SIM-1", remaining: 100_000 });
    expect(shownTransaction.postings.map(({ amount }: { amount: number }) => amount)).toEqual([
      -101_500, 100_000, 1_500,
    ]);
    expect(shownTransaction.events).toHaveLength(4);
    expect((await app.audit()).filter(({ recordId }) => recordId === made.id)).toHaveLength(4);
  });

  it("webhooks that arrive out of order lead to the same payment state", async () => {
    const made = await makeTransaction();
    await deliverReport(made.reference, { state: "failed" });
    await deliverReport(made.reference, { state: "processing" });
    expect(await stateOf(made.id)).toBe("failed");
    expect(await balanceOf(app.db, made.user.id)).toBe(0);
  });

  it("a webhook leaves an expired payment expired when its money arrives, and posts it to suspense once", async () => {
    const made = await makeTransaction();
    await deliverReport(made.reference, { state: "expired" });
    const before = await balanceOf(app.db, IDS.suspense);
    await deliverReport(made.reference, { state: "succeeded" });
    await deliverReport(made.reference, { state: "succeeded" });
    expect(await stateOf(made.id)).toBe("expired");
    expect(await balanceOf(app.db, IDS.suspense)).toBe(before + 101_500);
    expect(await balanceOf(app.db, made.user.id)).toBe(0);
  });

  it("a webhook that reports success sets a payment to failed if the payer's wallet has become empty", async () => {
    const made = await makeFunded({ type: "withdrawal", channel: "bank_transfer" });
    const failure_reason = "The wallet could not give the money. The payment is on suspense.";
    const message = `${failure_reason} See the user's page for its restriction, limits or balance.`;
    const shownTransaction = await fetchTransaction(made.id);
    expect(shownTransaction).toMatchObject({ state: "failed", failure_reason, events: [{ message }] });
    expect(JSON.stringify(shownTransaction)).not.toContain("₦0.00");
  });

  it("the page of a failed payment shows neither the receiver's restriction nor the balance of the pool that should pay", async () => {
    const receiver = await makeUser(app, { status: "restricted", restriction: "no_credit", legalBasis: "court_order" });
    const made = await makeFunded({ type: "transfer", counterpartyId: receiver.id });
    const shownTransaction = await fetchTransaction(made.id);
    expect(shownTransaction).toMatchObject({
      state: "failed",
      failure_reason: "The receiving wallet could not accept the money. The payment is on suspense.",
    });
    expect(JSON.stringify(shownTransaction)).not.toContain("is restricted");
    const grantPayout = await fetchTransaction(
      (await makeFunded({ type: "grant_payout", channel: "wallet", fee: 0 })).id,
    );
    expect(grantPayout).toMatchObject({
      failure_reason: "The grants pool could not give the money.",
      events: [
        { message: "The grants pool could not give the money. See the system wallet for the account's balance." },
      ],
    });
  });

  it("a webhook posts money to suspense if the wallet may not receive it, with the reason on the payment", async () => {
    const made = await makeTransaction();
    await app.db
      .update(users)
      .set({ status: "restricted", restriction: "no_credit", legalBasis: "court_order" })
      .where(eq(users.id, made.user.id));
    const before = await balanceOf(app.db, IDS.suspense);
    expect((await deliverReport(made.reference, { state: "succeeded" })).status).toBe(200);
    const shownTransaction = await fetchTransaction(made.id);
    expect(shownTransaction.state).toBe("failed");
    expect(shownTransaction.failure_reason).toBe(
      "The receiving wallet could not accept the money. The payment is on suspense.",
    );
    expect(await balanceOf(app.db, IDS.suspense)).toBe(before + 101_500);
    expect(await balanceOf(app.db, made.user.id)).toBe(0);
  });

  it("refuses a payment webhook without the provider's signature or for an unknown reference", async () => {
    const made = await makeTransaction();
    for (const forgedSignature of ["", "00", "f".repeat(128), "not hex"])
      expect((await deliverReport(made.reference, { state: "succeeded" }, forgedSignature)).status).toBe(401);
    expect((await deliverReport("TRX-NOBODY", { state: "succeeded" })).status).toBe(404);
    expect(await stateOf(made.id)).toBe("pending");
  });
});

describe("a refund", () => {
  it("a payment is refunded in parts up to the full amount, each part a transaction with its own ledger entry", async () => {
    const made = await makeFunded();
    const first = await refund(made.id, 30_000, 100_000);
    expect(first.json.data).toMatchObject({ state: "partially_refunded", refunded_amount: 30_000, remaining: 70_000 });
    const lastRefund = await refund(made.id, 70_000, 70_000);
    expect(lastRefund.json.data).toMatchObject({ state: "refunded", remaining: 0 });
    expect(lastRefund.json.data.refunds.map(({ amount }: { amount: number }) => amount)).toEqual([30_000, 70_000]);
    expect(await balanceOf(app.db, made.user.id)).toBe(0);
    expect((await app.audit())[0]).toMatchObject({ action: "transaction.refund", recordId: made.id });
    const [{ id }] = lastRefund.json.data.refunds;
    expect(await fetchTransaction(id)).toMatchObject({ type: "refund", refund_of: { id: made.id }, remaining: 0 });
    expect((await refund(made.id, 1, 0)).status).toBe(409);
    expect((await refund(id, 1, 30_000)).status).toBe(409);
  });

  it("refuses a refund if the remaining amount has changed since the refund form was opened", async () => {
    const made = await makeFunded();
    await refund(made.id, 1_000, 100_000);
    const staleRefund = await refund(made.id, 1_000, 100_000);
    expect(staleRefund).toMatchObject({ status: 409, json: { current: { remaining: 99_000 } } });
    expect(staleRefund.json.message).toContain("Only ₦990.00 is left to refund");
    expect((await refund(made.id, 99_001, 99_000)).json.fields).toMatchObject({ amount: expect.any(String) });
  });

  it("concurrent refund requests never refund more than the paid amount", async () => {
    const made = await makeFunded();
    await fundAccount(app.db, made.user.id, 500_000);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => refund(made.id, 60_000, 100_000, index % 2 ? financeAdmin : owner)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = idempotencyHeader();
    const repeatedRefunds = await Promise.all(
      Array.from({ length: 4 }, () => refund(made.id, 40_000, 40_000, financeAdmin, again)),
    );
    expect(repeatedRefunds.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await fetchTransaction(made.id)).toMatchObject({ state: "refunded", refunded_amount: 100_000 });
    expect(await balanceOf(app.db, made.user.id)).toBe(500_000);
  });

  it("refuses a refund if the receiver no longer has the money", async () => {
    const made = await makeFunded();
    const other = await makeUser(app);
    await app.db.insert(transactions).values({
      id: uuid(),
      reference: `TRX-SPENT${++keys}`,
      userId: made.user.id,
      counterpartyId: other.id,
      type: "transfer",
      channel: "wallet",
      methodId: card,
      amount: 100_000,
    });
    await deliverReport(`TRX-SPENT${keys}`, { state: "succeeded" });
    const answer = await refund(made.id, 100_000, 100_000);
    expect(answer).toMatchObject({ status: 409, json: { message: expect.stringContaining("wallet holds ₦0.00") } });
    expect(await stateOf(made.id)).toBe("succeeded");
  });

  it("refuses a refund of money paid to a bank account, on request and on approval", async () => {
    const payer = await makeUser(app);
    await fundAccount(app.db, payer.id, 101_500);
    const made = await makeFunded({ userId: payer.id, type: "withdrawal", channel: "bank_transfer" });
    expect(await fetchTransaction(made.id)).toMatchObject({ state: "succeeded", remaining: 0, paid_out: true });
    const floatBalance = await balanceOf(app.db, IDS.settlement_float);
    const queuedRefunds = await app.db.$count(outbox, eq(outbox.kind, "refund"));
    const refused = await refund(made.id, 10_000, 100_000);
    expect(refused).toMatchObject({ status: 409, json: { current: { state: "succeeded", remaining: 0 } } });
    expect(refused.json.message).toMatch(/went out to a bank.*finance books it on suspense/);
    expect((await app.audit())[0]).toMatchObject({ action: "transaction.refund", outcome: "refused" });
    // Simulates an approval request made before refunds of bank payouts were refused.
    const payload = { amount: 10_000 };
    const pendingApproval = {
      id: uuid(),
      kind: "transaction.refund",
      recordType: "transaction",
      recordId: made.id,
    } as const;
    const approvalFields = {
      recordName: "",
      change: "Refund",
      requestedBy: financeAdmin.id,
      expiresAt: new Date(Date.now() + 60_000),
    };
    await app.db.insert(approvals).values({ ...pendingApproval, ...approvalFields, payload });
    const decided = await app.call("PATCH", `/approvals/${pendingApproval.id}/decision`, {
      token: owner.token,
      headers: idempotencyHeader(),
      body: { decision: "approved" },
    });
    expect(decided).toMatchObject({
      status: 409,
      json: { message: expect.stringMatching(/went out.*Reject the request/) },
    });
    expect(await balanceOf(app.db, payer.id)).toBe(0);
    expect(await balanceOf(app.db, IDS.settlement_float)).toBe(floatBalance);
    expect(await app.db.$count(outbox, eq(outbox.kind, "refund"))).toBe(queuedRefunds);
    expect((await fetchTransaction((await makeFunded()).id)).paid_out).toBe(false);
  });

  it("a refund requires a second admin once all refunds of the payment together exceed the limit", async () => {
    const made = await makeFunded({ amount: 8_000_000, fee: 0 });
    expect((await refund(made.id, 5_000_000, 8_000_000)).json.data).toMatchObject({
      refunded_amount: 5_000_000,
      awaiting: null,
    });
    expect((await refund(made.id, 1, 3_000_000)).json.data).toMatchObject({
      refunded_amount: 5_000_000,
      awaiting: { change: expect.stringContaining("₦0.01") },
    });
  });

  it("a refund above the limit waits for a second admin, and other refunds of the payment are refused until then", async () => {
    const made = await makeFunded({ amount: 8_000_000, fee: 0 });
    const requested = await refund(made.id, 6_000_000, 8_000_000);
    expect(requested.json.data).toMatchObject({
      state: "succeeded",
      awaiting: { change: expect.stringContaining("₦60,000.00") },
    });
    const { approvalId } = requested.json.data.awaiting;
    expect(await refund(made.id, 100, 8_000_000)).toMatchObject({
      status: 409,
      json: { current: { id: made.id, awaiting: { approvalId } } },
    });
    const decide = (actor: TestAdmin) =>
      app.call("PATCH", `/approvals/${approvalId}/decision`, {
        token: actor.token,
        headers: idempotencyHeader(),
        body: { decision: "approved" },
      });
    expect((await decide(financeAdmin)).status).toBe(403);
    expect((await decide(owner)).status).toBe(200);
    expect(await fetchTransaction(made.id)).toMatchObject({
      state: "partially_refunded",
      refunded_amount: 6_000_000,
      awaiting: null,
    });
    expect(await balanceOf(app.db, made.user.id)).toBe(2_000_000);
    expect(await app.db.$count(approvals, and(eq(approvals.recordId, made.id), eq(approvals.state, "approved")))).toBe(
      1,
    );
  });
});

describe("checking the status with the provider", () => {
  it("a check of a payment's status with the provider applies the provider's state to an open transaction, and is refused for a successful one", async () => {
    const states = new Set<string>();
    for (let index = 0; index < 12; index++) {
      const { id } = await makeTransaction();
      const answer = await app.call("PATCH", `/transactions/${id}/requery`, { token: financeAdmin.token, body: {} });
      expect(answer.status).toBe(200);
      states.add(answer.json.data.state);
      if (answer.json.data.state === "processing") continue;
      const again = await app.call("PATCH", `/transactions/${id}/requery`, { token: financeAdmin.token, body: {} });
      // A failed payment can be queried again, with the same result.
      expect([again.status, again.json.data?.state]).toEqual(
        answer.json.data.state === "succeeded" ? [409, undefined] : [200, answer.json.data.state],
      );
    }
    expect(states.has("succeeded")).toBe(true);
  });

  it.each(["failed", "expired"] as const)(
    "a status check changes nothing on a payment that %s, unless its money arrives after all",
    async (state) => {
      const made = await makeTransaction({ state, completedAt: new Date(), failureReason: "Declined" });
      const expectedRefund = (now: "failed" | "succeeded") =>
        vi.spyOn(simulatedProvider, "verify").mockResolvedValueOnce({
          ...{ reference: made.reference, providerReference: "S", raw: {}, state: now, message: `Told: ${now}` },
        });
      expectedRefund("failed");
      const first = await requery(made.id);
      expect(first.json.data).toMatchObject({ state, events: [{ kind: "requery", to_state: null }], postings: [] });
      expectedRefund("succeeded");
      const suspenseBalance = await balanceOf(app.db, IDS.suspense);
      const { data } = (await requery(made.id)).json;
      expect(data.state).toBe(state);
      expect(data.events[0].message).toBe(`Told: succeeded: paid after it had ${state}, booked on suspense`);
      expect(await balanceOf(app.db, IDS.suspense)).toBe(suspenseBalance + 101_500);
      expect(await balanceOf(app.db, made.user.id)).toBe(0);
      expect((await app.audit(made.id))[0]).toMatchObject({ action: "transaction.requery", adminId: financeAdmin.id });
      vi.mocked(simulatedProvider.verify).mockRestore();
    },
  );

  const requery = (id: string, key: string = uuid()) =>
    app.call("PATCH", `/transactions/${id}/requery`, {
      token: financeAdmin.token,
      headers: { "idempotency-key": key },
      body: {},
    });

  it("a check of a payment's status with the provider occupies no connection while the provider is slow, and a retry gets the first response", async () => {
    const { id, reference } = await makeTransaction();
    let answer = () => {};
    const report = { reference, state: "succeeded", providerReference: "S", message: "Told", raw: {} } as const;
    const verify = vi
      .spyOn(simulatedProvider, "verify")
      .mockImplementation(() => new Promise((resolve) => (answer = () => resolve(report))));
    const key = uuid();
    const requested = requery(id, key);
    await vi.waitFor(() => expect(verify).toHaveBeenCalled(), { timeout: 10_000 });
    const { totalCount, idleCount } = app.db.$client;
    expect(totalCount - idleCount).toBe(0);
    answer();
    const first = await requested;
    expect([first.status, first.json.data.state]).toEqual([200, "succeeded"]);
    expect((await requery(id, key)).json).toEqual(first.json);
    expect(verify).toHaveBeenCalledTimes(1);
    verify.mockRestore();
  });

  it("a check of a payment's status with the provider refuses an unknown transaction and one without a provider", async () => {
    expect((await requery(uuid())).status).toBe(404);
    expect((await requery("none")).status).toBe(400);
    const { id } = await makeTransaction({ methodId: null, channel: "wallet", type: "transfer" });
    const answer = await requery(id);
    expect([answer.status, answer.json.message]).toEqual([409, expect.stringContaining("no payment provider")]);
  });
});

describe("a dispute", () => {
  const lossEntryOf = (id: string) =>
    app.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.key, `transaction:${id}:lost`));
  const dispute = (id: string, state: string, version: number, actor = financeAdmin) =>
    app.call("PATCH", `/transactions/${id}/dispute`, {
      token: actor.token,
      headers: idempotencyHeader(),
      body: { state, version, reason: "The cardholder complained" },
    });

  it("a dispute ends as won or lost, and a lost amount is debited from the settlement float", async () => {
    const made = await makeFunded();
    const { version } = await fetchTransaction(made.id);
    expect((await dispute(made.id, "won", version)).status).toBe(409);
    const disputedTransaction = (await dispute(made.id, "disputed", version)).json.data;
    expect(disputedTransaction.state).toBe("disputed");
    expect((await dispute(made.id, "lost", version)).status).toBe(409);
    const before = await balanceOf(app.db, IDS.settlement_float);
    expect((await dispute(made.id, "lost", disputedTransaction.version)).json.data).toMatchObject({
      state: "lost",
      awaiting: null,
    });
    expect(await balanceOf(app.db, IDS.settlement_float)).toBe(before - 100_000);
    expect((await refund(made.id, 1, 100_000)).status).toBe(409);
    expect(await lossEntryOf(made.id)).toMatchObject([{ postedBy: financeAdmin.id }]);
    expect((await app.audit())[1]).toMatchObject({
      action: "transaction.dispute",
      adminId: financeAdmin.id,
      recordId: made.id,
      before: { state: "disputed" },
      after: { state: "lost", reason: "The cardholder complained" },
    });
  });

  it("a lost dispute above the limit is posted only after a second admin's approval", async () => {
    const made = await makeFunded({ amount: 5_000_100, fee: 0 });
    const { version } = (await dispute(made.id, "disputed", (await fetchTransaction(made.id)).version)).json.data;
    const requested = await dispute(made.id, "lost", version);
    expect(requested.json.data).toMatchObject({
      state: "disputed",
      awaiting: { change: expect.stringContaining("₦50,001.00 leave the settlement float") },
    });
    expect((await app.audit())[0]).toMatchObject({
      action: "transaction.dispute",
      after: { state: "disputed", awaiting_approval: expect.any(String), reason: "The cardholder complained" },
    });
    for (const state of ["lost", "won"])
      expect(await dispute(made.id, state, version, owner)).toMatchObject({
        status: 409,
        json: {
          message: expect.stringContaining("already waits for approval"),
          current: { state: "disputed", awaiting: requested.json.data.awaiting },
        },
      });
    expect(await lossEntryOf(made.id)).toEqual([]);
    const floatBalance = await balanceOf(app.db, IDS.settlement_float);
    const decide = (actor: TestAdmin) =>
      app.call("PATCH", `/approvals/${requested.json.data.awaiting.approvalId}/decision`, {
        token: actor.token,
        headers: idempotencyHeader(),
        body: { decision: "approved" },
      });
    expect((await decide(financeAdmin)).status).toBe(403);
    expect((await decide(owner)).status).toBe(200);
    expect((await decide(owner)).status).toBe(409);
    const lost = await fetchTransaction(made.id);
    expect(lost).toMatchObject({ state: "lost", awaiting: null });
    expect(lost.events[0]).toMatchObject({ to_state: "lost", message: "The cardholder complained" });
    expect(await lossEntryOf(made.id)).toMatchObject([{ postedBy: owner.id }]);
    expect(await balanceOf(app.db, IDS.settlement_float)).toBe(floatBalance - 5_000_100);
    expect((await app.audit())[1]).toMatchObject({
      action: "approvals.decide",
      recordId: made.id,
      after: { state: "lost" },
    });
  });

  it("a dispute up to the limit, or one that is won, requires no second admin", async () => {
    for (const [amount, end] of [
      [5_000_000, "lost"],
      [5_000_100, "won"],
    ] as const) {
      const made = await makeFunded({ amount, fee: 0 });
      const { version } = (await dispute(made.id, "disputed", (await fetchTransaction(made.id)).version)).json.data;
      expect((await dispute(made.id, end, version)).json.data).toMatchObject({ state: end, awaiting: null });
    }
  });

  it("returns a wallet payment from its receiver to the payer if the dispute is lost", async () => {
    const receiver = await makeUser(app);
    for (const internalPayment of [
      { type: "ticket", channel: "wallet" },
      { type: "transfer", channel: "wallet", counterpartyId: receiver.id },
      { type: "withdrawal", channel: "bank_transfer" },
    ] as const) {
      const payer = await makeUser(app);
      await fundAccount(app.db, payer.id, 1_000_000);
      const made = await makeFunded({ userId: payer.id, fee: 0, ...internalPayment });
      const { version, loss } = (await dispute(made.id, "disputed", (await fetchTransaction(made.id)).version)).json
        .data;
      expect(loss).toEqual({ amount: 100_000, to: "wallet" });
      expect(await balanceOf(app.db, payer.id)).toBe(900_000);
      const lost = await dispute(made.id, "lost", version);
      expect([lost.status, lost.json.data.state]).toEqual([200, "lost"]);
      expect(await balanceOf(app.db, payer.id)).toBe(1_000_000);
      expect(await lossEntryOf(made.id)).toMatchObject([{ postedBy: financeAdmin.id }]);
      expect((await refund(made.id, 1, 100_000)).status).toBe(409);
    }
    expect(await balanceOf(app.db, receiver.id)).toBe(0);
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("a loss of a disputed transfer can't be recorded while the receiver has less money, and prevents closing their account", async () => {
    const [payer, receiver] = [await makeUser(app), await makeUser(app)];
    await fundAccount(app.db, payer.id, 1_000_000);
    const transfer = { userId: payer.id, counterpartyId: receiver.id, type: "transfer", channel: "wallet" } as const;
    const made = await makeFunded({ ...transfer, fee: 0 });
    await moveMoney(app.db, receiver.id, payer.id, 60_000);
    const { version } = (await dispute(made.id, "disputed", (await fetchTransaction(made.id)).version)).json.data;
    const lost = await dispute(made.id, "lost", version);
    expect([lost.status, lost.json.message]).toEqual([409, expect.stringContaining("holds ₦400.00")]);
    expect((await fetchTransaction(made.id)).state).toBe("disputed");
    expect(await findClosingObstacles(app.db, receiver.id, "citizen")).toContainEqual(
      expect.stringContaining(made.reference),
    );
    expect((await dispute(made.id, "won", version)).json.data.state).toBe("won");
  });

  it("refuses a dispute of a refund or a grant", async () => {
    const made = await makeFunded({ amount: 100_000, fee: 0 });
    await refund(made.id, 100_000, 100_000);
    const { refunds } = await fetchTransaction(made.id);
    const { version, disputable } = await fetchTransaction(refunds[0].id);
    expect(disputable).toBe(false);
    expect((await dispute(refunds[0].id, "disputed", version)).status).toBe(409);
  });

  it("refuses a dispute while a refund of the payment awaits approval", async () => {
    const made = await makeFunded({ amount: 8_000_000, fee: 0 });
    const requested = await refund(made.id, 6_000_000, 8_000_000);
    expect(requested.json.data.awaiting).not.toBeNull();
    expect(await dispute(made.id, "disputed", requested.json.data.version)).toMatchObject({
      status: 409,
      json: { current: { state: "succeeded", awaiting: requested.json.data.awaiting } },
    });
  });
});

describe("states of a transaction", () => {
  it("the database allows only those transitions between transaction states that docs/rules.md lists", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...TRANSACTION_STATES), { minLength: 1, maxLength: 6 }),
        async (stateWalk) => {
          const { id } = await makeTransaction();
          let at: TransactionState = "pending";
          for (const next of stateWalk) {
            const refunded = { partially_refunded: 1, refunded: 100_000 }[next as string];
            const outcome = await app.db
              .update(transactions)
              .set({ state: next, ...(refunded && { refundedAmount: refunded }) })
              .where(eq(transactions.id, id))
              .then(
                () => true,
                () => false,
              );
            const allowed = next === at || TRANSACTION_TRANSITIONS[at].includes(next);
            expect([at, next, outcome]).toEqual([at, next, allowed]);
            if (outcome) at = next;
          }
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  it("the database refuses changes of a transaction's amounts, reference, channel and receiver, and deletion of its events", async () => {
    const { id } = await makeTransaction();
    const other = await makeUser(app);
    for (const values of [
      { amount: 1 },
      { fee: 0 },
      { refundedAmount: 5 },
      { reference: "X" },
      { counterpartyId: other.id },
      { channel: "wallet" as const },
      { methodId: null },
      { refundOf: id },
    ])
      await expect(app.db.update(transactions).set(values).where(eq(transactions.id, id))).rejects.toThrow();
    await deliverReport((await fetchTransaction(id)).reference, { state: "succeeded" });
    await expect(app.db.delete(transactionEvents)).rejects.toThrow();
  });
});

describe("the list", () => {
  it("the transaction list finds a payment by pasted text, and filters, sorts and pages", async () => {
    const made = await makeTransaction({
      cardLast4: "4242",
      providerReference: "SIM-PASTED",
      amount: 777_700,
      fee: 4_200,
    });
    for (const typed of [
      made.reference,
      made.reference.toLowerCase(),
      "sim-pasted",
      "4242",
      made.user.email.toUpperCase(),
      made.user.phone,
      made.user.phone.replace("+234", "0"),
      made.user.phone.replace("+234", "+234 (0) "),
      made.user.phone.replace("+234", "00234").replace(/(\d{3})(\d{4})$/, ".$1.$2"),
    ])
      expect((await list(`q=${encodeURIComponent(typed)}`)).map(({ id }: { id: string }) => id)).toEqual([made.id]);
    expect(await list("q=nothing+of+the+kind")).toEqual([]);
    expect((await list("provider_reference=sim-pasted")).map(({ id }: { id: string }) => id)).toEqual([made.id]);
    expect(await list("provider_reference=sim-paste")).toEqual([]);
    expect((await list("min=7777&max=7777")).map(({ id }: { id: string }) => id)).toEqual([made.id]);
    expect((await list("fee_min=42&fee_max=42")).map(({ id }: { id: string }) => id)).toEqual([made.id]);
    expect(await list(`user=${made.user.id}`)).toHaveLength(1);
    expect((await list("state=failed")).every(({ state }: { state: string }) => state === "failed")).toBe(true);
    expect((await list("type=refund")).every(({ type }: { type: string }) => type === "refund")).toBe(true);
    const amounts = (await list("sort=-amount")).map(({ amount }: { amount: number }) => amount);
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
    expect(await list("from=2999-01-01")).toEqual([]);
    const secondExport = await app.call("POST", "/transactions/export", {
      token: financeAdmin.token,
      body: { user: made.user.id },
    });
    const file = await app.call("GET", `/exports/${secondExport.json.data.token}`, { token: financeAdmin.token });
    expect(await (file.json as Blob).text()).toContain(`"${made.reference}"`);
  });
});

it("the transaction list finds payments by the user's name in any order, and suggests a similar name", async () => {
  const payer = await makeUser(app, { firstName: "Nsikak", lastName: "Umoh-Ekpo" });
  const older = await makeTransaction({ userId: payer.id, createdAt: new Date("2026-01-05T10:00:00Z") });
  const newer = await makeTransaction({ userId: payer.id, createdAt: new Date("2026-01-06T10:00:00Z"), amount: 1 });
  const read = async (query: string) =>
    (await app.call("GET", `/transactions?${query}`, { token: financeAdmin.token })).json.data;
  const ids = async (query: string) => (await list(query)).map(({ id }: { id: string }) => id);
  for (const typed of ["nsikak", "NSIKAK umoh", "ekpo, nsik", "umohekpo"])
    expect([typed, await ids(`q=${encodeURIComponent(typed)}`)]).toEqual([typed, [newer.id, older.id]]);
  expect(await ids("q=nsikak&sort=created_at")).toEqual([older.id, newer.id]);
  expect(await ids("q=nsikak&sort=-amount")).toEqual([older.id, newer.id]);
  expect(await ids("q=nsikak&max=1")).toEqual([newer.id]);
  expect(await read("q=nsikak&size=20&page=1")).toMatchObject({ items: [], total: 2, totalIsCapped: false });
  expect(await read("q=nsikok")).toMatchObject({ items: [], total: 0, suggestion: "Nsikak" });
  const named = await makeTransaction({ providerReference: "Nsikak" });
  expect(await ids("q=nsikak&type=transfer")).toEqual([]);
  expect(await ids("q=Nsikak")).toEqual([named.id]);
  const link = await app.call("POST", "/transactions/export", { token: financeAdmin.token, body: { q: "nsik umoh" } });
  const file = await app.call("GET", `/exports/${link.json.data.token}`, { token: financeAdmin.token });
  const text = await (file.json as Blob).text();
  expect([older, newer, named].map(({ reference }) => text.includes(reference))).toEqual([true, true, false]);
});

it("the transaction list matches emails in any case, ignores blank text and refuses a repeated filter", async () => {
  const payer = await makeUser(app, { email: "Nkoyo.Obrien@example.com" });
  const { id } = await makeTransaction({ userId: payer.id });
  expect((await list("q=Nkoyo.Obrien@example.com")).map((row: { id: string }) => row.id)).toEqual([id]);
  expect((await list("q=+++")).length).toBe((await list("")).length);
  const listTransactions = (query: string) => app.call("GET", `/transactions?${query}`, { token: financeAdmin.token });
  expect((await listTransactions("state=failed,failed")).status).toBe(400);
  expect((await listTransactions(`min=5${"+".repeat(160)}`)).status).toBe(400);
  const manyStates = { state: Array.from({ length: 9_000 }, () => "failed").join(",") };
  const answer = await app.call("POST", "/transactions/export", { token: financeAdmin.token, body: manyStates });
  expect([answer.status, answer.json.fields.state]).toEqual([400, expect.stringContaining("Use one or more of")]);
});

it("the transaction page accepts an id in capitals, and shows the open approval request", async () => {
  const made = await makeFunded({ amount: 900_000_000 });
  expect((await refund(made.id, 900_000_000, 900_000_000)).json.data.awaiting).toBeTruthy();
  expect((await fetchTransaction(made.id.toUpperCase())).awaiting).toEqual((await fetchTransaction(made.id)).awaiting);
  expect((await fetchTransaction(made.id)).awaiting).not.toBeNull();
});

it("the transaction list finds a provider's reference in its original case, and one of digits only", async () => {
  const ids = async (query: string) => (await list(query)).map(({ id }: { id: string }) => id);
  const mixedCase = await makeTransaction({ providerReference: "flw_Ref-aB12" });
  const upperCase = await makeTransaction({ providerReference: "SIM-UPPER9" });
  for (const name of ["q", "provider_reference"]) {
    expect(await ids(`${name}=flw_Ref-aB12`)).toEqual([mixedCase.id]);
    expect(await ids(`${name}=FLW_REF-AB12`)).toEqual([]);
    expect(await ids(`${name}=+sim-upper9+`)).toEqual([upperCase.id]);
  }
  const shortDigits = await makeTransaction({ providerReference: "9077" });
  const card = await makeTransaction({ cardLast4: "9077" });
  expect((await ids("q=9077")).sort()).toEqual([shortDigits.id, card.id].sort());
  const longDigits = await makeTransaction({ providerReference: "08099887766" });
  const payer = await makeUser(app, { phone: "+2348099887766" });
  const paidByPayer = await makeTransaction({ userId: payer.id });
  expect((await ids("q=08099887766")).sort()).toEqual([longDigits.id, paidByPayer.id].sort());
  const ownReference = await makeTransaction({ reference: "20261122" });
  expect(await ids("q=20261122")).toEqual([ownReference.id]);
});

describe("the list filtered by completion time", () => {
  it("the transaction filter by completion time finds payments created a month earlier, or by a server with another clock", async () => {
    const at = (text: string) => new Date(`${text}+01:00`);
    const makeAt = async (created: string, completed: string) =>
      (await makeTransaction({ state: "failed", createdAt: at(created), completedAt: at(completed) })).id;
    const completedNextDay = await makeAt("2019-04-01T12:00:00", "2019-05-01T00:00:00");
    const completedSameDay = await makeAt("2019-05-01T10:00:00", "2019-05-01T10:00:01");
    // A payment created in the first second of the next day, but completed by another server's clock in the last second of this day.
    const completedBefore = await makeAt("2019-05-02T00:00:00.5", "2019-05-01T23:59:59.9");
    await makeAt("2019-05-01T12:00:00", "2019-05-02T00:00:00");
    await makeAt("2019-04-30T12:00:00", "2019-04-30T23:59:59.9");
    const day = "completed_from=2019-05-01&completed_to=2019-05-01";
    const ids = async (more: string) => (await list(`${day}&${more}`)).map(({ id }: { id: string }) => id);
    expect(await ids("sort=-created_at")).toEqual([completedBefore, completedSameDay, completedNextDay]);
    expect(await ids("sort=created_at")).toEqual([completedNextDay, completedSameDay, completedBefore]);
    expect((await ids("sort=amount")).sort()).toEqual([completedNextDay, completedSameDay, completedBefore].sort());
    expect(await ids("sort=-created_at&size=20&page=1")).toEqual([]);
    expect((await fetchAs("/transactions?completed_to=9999-12-31")).status).toBe(200);
    for (const name of ["from", "to", "completed_from", "completed_to"])
      expect((await fetchAs(`/transactions?${name}=0000-12-31`)).status).toBe(400);
  });
});

describe("payment methods", () => {
  const body = {
    name: "Card of a bank",
    channel: "card",
    provider: "simulated",
    min_amount: 10_000,
    max_amount: 5_000_000,
    fee_flat: 10_000,
    fee_basis_points: 150,
    fee_cap: 200_000,
    position: 3,
    enabled: true,
  };
  const callMethods = (method: string, path: string, requestBody: object = {}) =>
    app.call(method, `/transactions/payment-methods${path}`, { token: financeAdmin.token, body: requestBody });

  it("an admin creates and changes a payment method, and deletes an unused one", async () => {
    const made = await callMethods("POST", "", { ...body, code: "bank_card" });
    expect(made.json.data).toMatchObject({ code: "bank_card", is_used: false, success_rate: null });
    expect((await callMethods("POST", "", { ...body, code: "bank_card" })).status).toBe(409);
    expect((await callMethods("POST", "", { ...body, code: "Bank Card" })).status).toBe(400);
    expect((await callMethods("POST", "", { ...body, code: "other", max_amount: 1 })).json.fields).toHaveProperty(
      "max_amount",
    );
    const { id, version } = made.json.data;
    const changed = await callMethods("PATCH", `/${id}`, { ...body, version, enabled: false });
    expect(changed.json.data).toMatchObject({ enabled: false, version: version + 1 });
    expect((await app.audit())[0]).toMatchObject({ action: "transaction.updateMethod", recordId: id });
    expect(await callMethods("PATCH", `/${id}`, { ...body, version })).toMatchObject({
      status: 409,
      json: { current: { enabled: false } },
    });
    expect((await callMethods("DELETE", `/${id}`)).json.fields).toHaveProperty("version");
    expect(await callMethods("DELETE", `/${id}`, { version })).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("changed since you opened it"), current: { id, enabled: false } },
    });
    expect((await callMethods("DELETE", `/${id}`, { version: version + 1 })).status).toBe(200);
    expect((await app.audit())[0]).toMatchObject({ action: "transaction.deleteMethod", before: { code: "bank_card" } });
    expect((await callMethods("DELETE", `/${id}`, { version: version + 1 })).status).toBe(404);
  });

  it("the simulated provider is offered for payment methods only if it is enabled, but a method that has it keeps it", async () => {
    const { json } = await callMethods("POST", "", { ...body, code: "kept_card" });
    settings.simulatedProvider = false;
    expect((await fetchAs("/transactions/payment-methods")).json.data.providers).toEqual(["ledger"]);
    const refused = await callMethods("POST", "", { ...body, code: "new_card" });
    expect([refused.status, refused.json.fields.provider]).toEqual([
      400,
      expect.stringContaining("SIMULATED_PROVIDER=on"),
    ]);
    const { id, version } = json.data;
    expect((await callMethods("PATCH", `/${id}`, { ...body, version, name: "Kept" })).status).toBe(200);
    settings.simulatedProvider = true;
    expect((await fetchAs("/transactions/payment-methods")).json.data.providers).toEqual(["simulated", "ledger"]);
    await callMethods("DELETE", `/${id}`, { version: version + 1 });
  });

  it("shows a payment method's success rate and the history of its changes", async () => {
    const { id, version } = (await callMethods("POST", "", { ...body, code: "paged_card" })).json.data;
    await callMethods("PATCH", `/${id}`, { ...body, version, fee_basis_points: 175, enabled: false });
    await deliverReport((await makeTransaction({ methodId: id })).reference, { state: "failed" });
    await makeFunded({ methodId: id });
    const { data } = (await fetchAs(`/transactions/payment-methods/${id}`)).json;
    expect(data).toMatchObject({ code: "paged_card", enabled: false, success_rate: 0.5, payments_24h: 2 });
    expect(data.timeline).toMatchObject([
      {
        action: "transaction.updateMethod",
        by: { id: financeAdmin.id },
        changes: expect.arrayContaining([{ field: "percent_fee", before: "1.5%", after: "1.75%" }]),
      },
      { action: "transaction.createMethod" },
    ]);
    expect(data.timeline[0].changes).toHaveLength(2);
    expect((await fetchAs(`/transactions/payment-methods/${uuid()}`)).status).toBe(404);
    const stranger = await makeAdmin(app, { rights: makeRights({ "User Management": ["read"] }) });
    const refused = await app.call("GET", `/transactions/payment-methods/${id}`, { token: stranger.token });
    expect(refused.status).toBe(403);
  });

  it.each([null, "", [], true, "150", 1.5, -1, 10_001])(
    "payment methods refuse %o as a number instead of reading it as zero",
    async (value) => {
      for (const field of ["fee_basis_points", "position"]) {
        const refused = await callMethods("POST", "", { ...body, code: "odd_card", [field]: value });
        expect(refused.status).toBe(400);
        expect(Object.keys(refused.json.fields)).toEqual([field]);
      }
    },
  );

  it("a used payment method can be disabled, but not deleted", async () => {
    const methodId = await makeMethod({ name: "Used card" });
    await makeFunded({ methodId });
    expect(await callMethods("DELETE", `/${methodId}`, { version: 1 })).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("Disable it"), current: { id: methodId, is_used: true } },
    });
    const found = (await fetchAs("/transactions/payment-methods")).json.data.items.find(
      ({ id }: { id: string }) => id === methodId,
    );
    expect(found).toMatchObject({ is_used: true, success_rate: 1 });
  });

  it("the success rate of a payment method excludes refunds", async () => {
    const methodId = await makeMethod({ name: "Failing card" });
    const rate = async () =>
      (await fetchAs("/transactions/payment-methods")).json.data.items.find(({ id }: { id: string }) => id === methodId)
        .success_rate;
    const succeededPayment = await makeFunded({ methodId });
    await deliverReport((await makeTransaction({ methodId })).reference, { state: "failed" });
    await makeTransaction({ methodId });
    const oldPayment = await makeTransaction({ methodId, createdAt: new Date(Date.now() - 25 * 3_600_000) });
    await deliverReport(oldPayment.reference, { state: "failed" });
    expect(await rate()).toBe(0.5);
    for (const remaining of [100_000, 90_000])
      expect((await refund(succeededPayment.id, 10_000, remaining)).status).toBe(200);
    expect(await rate()).toBe(0.5);
  });

  it("a used payment method keeps its channel and provider, because its payments may still complete or be refunded", async () => {
    const methodId = await makeMethod({ name: "Rerouted card" });
    const change = (values: object) =>
      callMethods("PATCH", `/${methodId}`, { ...body, name: "Rerouted card", version: 1, ...values });
    expect((await change({ channel: "ussd" })).json.data).toMatchObject({ channel: "ussd", version: 2 });
    const openPayment = await makeTransaction({ methodId, channel: "ussd" });
    for (const [values, words] of [
      [{ version: 2, provider: "ledger", channel: "ussd" }, "its provider can't change"],
      [{ version: 2, channel: "wallet" }, "its channel can't change"],
      [{ version: 2, channel: "wallet", provider: "ledger" }, "its channel and provider can't change"],
    ] as const) {
      const refused = await change(values);
      expect(refused).toMatchObject({ status: 400, json: { message: expect.stringContaining(words) } });
      expect(refused.json.message).toContain("Make a new payment method and disable this one.");
      expect(Object.keys(refused.json.fields)).toEqual(
        words.includes("channel and") ? ["channel", "provider"] : [words.split(" ")[1]],
      );
    }
    expect((await change({ version: 2, channel: "ussd", enabled: false })).json.data.enabled).toBe(false);
    expect((await deliverReport(openPayment.reference, { state: "succeeded" })).status).toBe(200);
    expect(await stateOf(openPayment.id)).toBe("succeeded");
  });
});

it.each([
  [{ flat: 10_000, basis_points: 150, cap: 200_000 }, 1_000_000, 25_000],
  [{ flat: 10_000, basis_points: 150, cap: 200_000 }, 100_000_000, 200_000],
  [{ flat: 0, basis_points: 1, cap: null }, 4_999, 0],
  [{ flat: 0, basis_points: 1, cap: null }, 5_000, 1],
  [{ flat: 0, basis_points: 10_000, cap: null }, 9_007_199_254_740_991, 9_007_199_254_740_991],
  [{ flat: 500, basis_points: 0, cap: 100 }, 1, 100],
])("applies the fee rule %o: %d kobo cost a fee of %d kobo", (rule, amount, fee) => {
  expect(calculateFee(rule, amount)).toBe(fee);
});

it("totals of the transaction overview equal the ledger's exactly", async () => {
  const { data } = (await fetchAs("/transactions/overview?days=7")).json;
  const since = new Date(`${data.from}T00:00:00+01:00`);
  const isEntryOfTransaction = sql`${ledgerEntries.key} = 'transaction:' || ${ledgerEntries.sourceId}::text`;
  const sums = async (condition: ReturnType<typeof sql>) => {
    const [found] = await app.db
      .select({ sum: sql<string>`coalesce(sum(${ledgerPostings.amount}), 0)` })
      .from(ledgerPostings)
      .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
      .where(and(gte(ledgerPostings.postedAt, since), condition));
    return Number(found?.sum);
  };
  expect(data.now.volume + data.now.fees).toBe(
    await sums(sql`${isEntryOfTransaction} and ${ledgerPostings.amount} > 0`),
  );
  expect(data.now.fees).toBe(
    await sums(sql`${isEntryOfTransaction} and ${ledgerPostings.accountId} = ${IDS.fee_income}`),
  );
  expect(data.now.refunds).toBe(
    await sums(sql`${ledgerEntries.kind} = 'transaction_refund' and ${ledgerPostings.amount} > 0`),
  );
  expect(data.now.volume).toBeGreaterThan(0);
  expect(data.by_day.reduce((sum: number, { volume }: { volume: number }) => sum + volume, 0)).toBe(data.now.volume);
  expect(data.by_type.reduce((sum: number, { volume }: { volume: number }) => sum + volume, 0)).toBe(data.now.volume);
  expect((await verifyLedger(app.db)).faults).toEqual([]);
});
