// Slow: moves money in long sequences of requests and approvals.

import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { approvals } from "@/lib/server/db/schema/approvals";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { postLedgerEntry } from "@/lib/server/ledger/post";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { balanceOf, fundAccount } from "@/lib/server/testing/ledger";
import { receiveWebhook } from "@/lib/server/transaction/receive-webhook";
import { signSimulatedWebhook } from "@/lib/server/transaction/simulated-provider";

let app: TestApp;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let financeAdmin: TestAdmin;
let owner: TestAdmin;
let methodId: string;
let keys = 0;

beforeAll(async () => {
  app = await startTestApp();
  financeAdmin = await makeAdmin(app, { firstName: "Ngozi" });
  owner = await makeAdmin(app, { firstName: "Ekaette" });
  methodId = uuid();
  await app.db.insert(paymentMethods).values({
    id: methodId,
    code: "card",
    name: "Card",
    channel: "card",
    provider: "simulated",
    minAmount: 100,
    maxAmount: 100_000_000,
  });
});
afterAll(() => app.stop());

const idempotencyHeader = () => ({ "idempotency-key": `clear-key-${++keys}` });
const fetchAs = (path: string, actor = financeAdmin) => app.call("GET", path, { token: actor.token });
const fetchData = async (path: string) => (await fetchAs(path)).json.data;
const fetchHeld = (id: string) => fetchData(`/wallets/transactions/${id}`);

async function makePayment(values: Partial<typeof transactions.$inferInsert> = {}) {
  const newUser = await makeUser(app);
  const user = { id: newUser.id, name: fullName(newUser) };
  const id = uuid();
  const reference = `TRX-CLEAR${++keys}`;
  await app.db.insert(transactions).values({
    id,
    reference,
    userId: user.id,
    type: "wallet_funding",
    channel: "card",
    methodId,
    amount: 100_000,
    fee: 1_500,
    ...values,
  });
  const report = async (state: "succeeded" | "expired" | "failed", extraFields: { amount?: number } = {}) => {
    const message = { eventId: uuid(), reference, state, providerReference: "SIM-1", message: "Told", ...extraFields };
    const { raw, signature } = signSimulatedWebhook(message);
    const headers = { "x-payment-signature": signature };
    const request = new Request("http://test/api/webhooks/simulated", { method: "POST", body: raw, headers });
    expect((await receiveWebhook("simulated", request)).status).toBe(200);
  };
  return { id, reference, user, report };
}
type PaymentCase = Awaited<ReturnType<typeof makePayment>>;

/** Creates a card payment that expires and is then paid late, so that its money is on suspense. */
async function makeLatePayment() {
  const each = await makePayment();
  await each.report("expired");
  await each.report("succeeded");
  return each;
}

/** Creates a withdrawal that expires and is then paid late: suspense has paid, and the wallet still has the money. */
async function makePaidAfterFailure() {
  const each = await makePayment({ type: "withdrawal", channel: "bank_transfer", amount: 60_000, fee: 0 });
  await fundAccount(app.db, each.user.id, 60_000);
  await each.report("expired");
  await each.report("succeeded");
  return each;
}

/** Creates a card payment that the bank claimed back: suspense has paid, and the wallet still has the money. */
async function makeLostDispute() {
  const each = await makePayment();
  await each.report("succeeded");
  for (const state of ["disputed", "lost"]) expect((await dispute(each, state)).status).toBe(200);
  return each;
}

async function dispute({ id }: Pick<PaymentCase, "id">, state: string) {
  const { version } = await fetchData(`/transactions/${id}`);
  const body = { state, version, reason: "The bank says so" };
  return app.call("PATCH", `/transactions/${id}/dispute`, {
    token: financeAdmin.token,
    headers: idempotencyHeader(),
    body,
  });
}

/** Creates a payment from a wallet, by default a withdrawal to a bank account. */
async function makeWithdrawn(values: Partial<typeof transactions.$inferInsert> = {}) {
  const amount = 60_000;
  const each = await makePayment({ type: "withdrawal", channel: "bank_transfer", amount, fee: 0, ...values });
  await fundAccount(app.db, each.user.id, amount);
  await each.report("succeeded");
  expect(await balanceOf(app.db, each.user.id)).toBe(0);
  return each;
}

const createMovement = (body: object, { by: actor = financeAdmin, headers = idempotencyHeader() } = {}) =>
  app.call("POST", "/wallets/movements", {
    token: actor.token,
    headers,
    body: { account: "suspense", note: "Found out whose it is", submit: true, ...body },
  });
const clearSuspense = (payment: PaymentCase, amount: number, body = {}, extraFields = {}) =>
  createMovement({ kind: "clear", transaction: payment.reference, amount, ...body }, extraFields);
const takeFromWallet = (payment: PaymentCase, amount: number) =>
  clearSuspense(payment, amount, { direction: "increase" });
const withdrawFromSuspense = (payment: PaymentCase, amount: number) =>
  createMovement({ kind: "withdraw", transaction: payment.reference, amount });
const transferFromSuspense = (payment: PaymentCase, amount: number, body = {}) =>
  createMovement({ kind: "transfer", to_account: "fee_income", transaction: payment.reference, amount, ...body });
const coverFromFees = (payment: PaymentCase, amount: number) =>
  transferFromSuspense(payment, amount, { account: "fee_income", to_account: "suspense" });
const fundSuspense = (payment: PaymentCase, amount: number) =>
  createMovement({ kind: "fund", transaction: payment.reference, amount });
/** Decides as the approver. Repeats the decision if the response warns of changes since the request. */
const decide = async (movement: { id: string }, decision = "approved") => {
  const { awaiting } = await fetchData(`/wallets/movements/${movement.id}`);
  const waitTick = () =>
    app.call("PATCH", `/approvals/${awaiting.approvalId}/decision`, {
      token: owner.token,
      headers: idempotencyHeader(),
      body: { decision, reason: "Looked into it" },
    });
  const answer = await waitTick();
  return answer.json.message?.startsWith("This has changed since the request.") ? waitTick() : answer;
};
const reverseLedgerEntryOf = (posted: { entry_id: string }) =>
  app.call("POST", `/wallets/entries/${posted.entry_id}/reversal`, {
    token: financeAdmin.token,
    headers: idempotencyHeader(),
    body: { note: "Booked by mistake" },
  });
const closeAccount = async ({ user }: PaymentCase) => {
  const { version } = await fetchData(`/user-management/users/${user.id}`);
  const body = { version, reason: "Asked for it" };
  return app.call("PATCH", `/user-management/users/${user.id}/closure`, { token: financeAdmin.token, body });
};
const conflictWith = (words: string) => ({ status: 409, json: { message: expect.stringContaining(words) } });
const approveAndRead = async (answer: { json: { data: { id: string } } }) => {
  expect((await decide(answer.json.data)).status).toBe(200);
  return fetchData(`/wallets/movements/${answer.json.data.id}`);
};

describe("money paid late", () => {
  it("money paid late is cleared to the user's wallet by two admins, and every view shows the user and the transaction", async () => {
    const payment = await makeLatePayment();
    const suspense = await balanceOf(app.db, IDS.suspense);
    expect(await fetchHeld(payment.id)).toEqual({ available: 101_500, movements: [] });
    const requested = await clearSuspense(payment, 101_500);
    expect(requested.status).toBe(200);
    const words = `Clear ₦1,015.00 from Suspense to ${payment.user.name}'s wallet for ${payment.reference}`;
    const transaction = {
      id: payment.id,
      reference: payment.reference,
      user: { id: payment.user.id, name: payment.user.name },
    };
    expect(requested.json.data).toMatchObject({ kind: "clear", transaction, awaiting: { change: words } });
    const inbox = (await fetchAs("/approvals", owner)).json.data.items;
    expect(inbox).toContainEqual(expect.objectContaining({ change: words, reason: "Found out whose it is" }));
    expect((await app.audit())[0]).toMatchObject({
      action: "systemWallet.createMovement",
      recordId: requested.json.data.id,
    });
    expect(await balanceOf(app.db, payment.user.id)).toBe(0);
    expect(await fetchHeld(payment.id)).toMatchObject({ available: 0, movements: [{ id: requested.json.data.id }] });
    const posted = await approveAndRead(requested);
    expect(posted.state).toBe("posted");
    expect(await balanceOf(app.db, payment.user.id)).toBe(101_500);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(suspense - 101_500);
    for (const path of [`/wallets/movements?q=${payment.reference}`, "/wallets/movements?kind=clear"])
      expect((await fetchData(path)).items[0]).toMatchObject({ id: posted.id, transaction });
    const description = `${words} (${posted.reference})`;
    const [row] = (await fetchData(`/wallets/accounts/suspense/statement?kind=clear&q=${payment.reference}`)).items;
    expect(row).toMatchObject({ amount: -101_500, kind: "clear", description });
    const [own] = (await fetchData(`/user-management/users/${payment.user.id}/statement`)).items;
    expect(own).toMatchObject({ amount: 101_500, kind: "clear", description });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("a request to clear money paid late contains no name after the owner's data is erased", async () => {
    const payment = await makeLatePayment();
    const movement = await approveAndRead(await clearSuspense(payment, 101_500));
    await fundAccount(app.db, payment.user.id, -101_500);
    const sixYearsAgo = new Date(Date.now() - 6 * 365 * 86_400_000);
    const closed = { status: "closed", statusChangedAt: sixYearsAgo } as const;
    await app.db.update(users).set(closed).where(eq(users.id, payment.user.id));
    const path = `/user-management/users/${payment.user.id}/erasures`;
    const requested = await app.call("POST", path, { token: financeAdmin.token, body: { reason: "Asked for it" } });
    expect(requested.status).toBe(200);
    const erased = await app.call("PATCH", `/approvals/${requested.json.data.erasure.approvalId}/decision`, {
      token: owner.token,
      headers: idempotencyHeader(),
      body: { decision: "approved" },
    });
    expect(erased.status).toBe(200);
    const stored = await app.db.select().from(approvals).where(eq(approvals.recordId, movement.id));
    expect(stored).toMatchObject([{ change: "Erased", reason: "", state: "approved" }]);
    expect((await fetchData(`/user-management/users/${payment.user.id}/data-requests`)).erasure_plan.erased).toEqual(
      [],
    );
  });

  it("money paid late is cleared only once, even if several clearings are requested and approved", async () => {
    const payment = await makeLatePayment();
    const headers = idempotencyHeader();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => clearSuspense(payment, 101_500, {}, { headers })),
    );
    expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1);
    const [requested] = answers;
    if (!requested) throw new Error("no answer");
    const decided = await Promise.all([decide(requested.json.data), decide(requested.json.data)]);
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await balanceOf(app.db, payment.user.id)).toBe(101_500);
  });

  it("money paid late is cleared in parts but never beyond the amount on suspense, even for concurrent requests", async () => {
    const payment = await makeLatePayment();
    expect((await clearSuspense(payment, 101_501)).json.message).toContain("Suspense holds ₦1,015.00");
    const answers = await Promise.all(Array.from({ length: 9 }, () => clearSuspense(payment, 60_000)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(8).fill(409)]);
    const first = answers.find(({ status }) => status === 200);
    if (!first) throw new Error("no answer");
    await approveAndRead(first);
    expect((await clearSuspense(payment, 41_501)).status).toBe(409);
    await approveAndRead(await clearSuspense(payment, 41_500));
    expect(await balanceOf(app.db, payment.user.id)).toBe(101_500);
    expect((await clearSuspense(payment, 1)).json.message).toContain("Suspense holds nothing");
    expect(await fetchHeld(payment.id)).toMatchObject({
      available: 0,
      movements: [{ amount: 41_500 }, { amount: 60_000 }],
    });
  });

  it("money paid late can be cleared again after a clearing is rejected or reversed", async () => {
    const payment = await makeLatePayment();
    const rejected = await clearSuspense(payment, 101_500);
    await decide(rejected.json.data, "rejected");
    const { entry_id } = await approveAndRead(await clearSuspense(payment, 101_500));
    const reversal = await app.call("POST", `/wallets/entries/${entry_id}/reversal`, {
      token: financeAdmin.token,
      headers: idempotencyHeader(),
      body: { note: "The wrong one" },
    });
    expect(reversal.json.data).toMatchObject({ kind: "reversal", transaction: { id: payment.id } });
    expect((await clearSuspense(payment, 1)).status).toBe(409);
    await approveAndRead(reversal);
    expect(await balanceOf(app.db, payment.user.id)).toBe(0);
    await approveAndRead(await clearSuspense(payment, 101_500));
    expect(await balanceOf(app.db, payment.user.id)).toBe(101_500);
  });

  it.each([
    ["closed", { status: "closed" }, "is closed"],
    [
      "closed to credits",
      { status: "restricted", restriction: "no_credit", legalBasis: "court_order" },
      "no money may go into",
    ],
  ] as const)("money paid late is not cleared to a wallet that is %s", async (_, change, words) => {
    const payment = await makeLatePayment();
    const requested = await clearSuspense(payment, 500);
    await app.db.update(users).set(change).where(eq(users.id, payment.user.id));
    expect(await decide(requested.json.data)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining(words) },
    });
    expect(await clearSuspense(payment, 500)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining(words) },
    });
    expect(await balanceOf(app.db, payment.user.id)).toBe(0);
  });

  it("a clearing of money paid late is refused on approval if suspense has less money by then", async () => {
    const payment = await makeLatePayment();
    const requested = await clearSuspense(payment, 101_500);
    const source = { type: "transaction", id: payment.id };
    const postings = [
      { accountId: IDS.suspense, amount: -1 },
      { accountId: IDS.fee_income, amount: 1 },
    ];
    const entry = {
      key: `test:${payment.id}`,
      kind: "adjust",
      description: "",
      source,
      postings,
      postedBy: null,
    } as const;
    await app.db.transaction((tx) => postLedgerEntry(tx, entry));
    expect(await decide(requested.json.data)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("Suspense holds ₦1,014.99") },
    });
    expect(await balanceOf(app.db, payment.user.id)).toBe(0);
  });

  it("a clearing of money paid late needs the right, and an existing transaction", async () => {
    const payment = await makeLatePayment();
    const reader = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read"] }) });
    expect((await clearSuspense(payment, 1, {}, { by: reader })).status).toBe(403);
    expect((await fetchAs(`/wallets/transactions/${payment.id}`, reader)).status).toBe(200);
    const stranger = await makeAdmin(app, { rights: makeRights({ Transactions: ["read", "update"] }) });
    expect((await fetchAs(`/wallets/transactions/${payment.id}`, stranger)).status).toBe(403);
    expect((await fetchAs(`/wallets/transactions/${uuid()}`)).status).toBe(404);
    for (const body of [
      { kind: "clear", amount: 1 },
      { kind: "clear", amount: 1, transaction: "TRX-NONE" },
      { kind: "transfer", account: "fee_income", to_account: "grants_pool", amount: 1, transaction: payment.reference },
      { kind: "withdraw", account: "fee_income", amount: 1, transaction: payment.reference },
      { kind: "adjust", account: "fee_income", direction: "decrease", amount: 1, transaction: payment.reference },
      { kind: "fund", account: "grants_pool", amount: 1, transaction: payment.reference },
    ])
      expect(await createMovement(body)).toMatchObject({
        status: 400,
        json: { fields: { transaction: expect.any(String) } },
      });
  });

  it("a draft of a clearing of money paid late can be changed to another transaction", async () => {
    const [firstPayment, other] = [await makeLatePayment(), await makeLatePayment()];
    const draft = (
      await createMovement({ kind: "clear", transaction: firstPayment.reference, amount: 700, submit: false })
    ).json.data;
    const path = `/wallets/movements/${draft.id}`;
    const body = { kind: "clear", account: "suspense", note: "Another one", amount: 700, version: draft.version };
    const sent = {
      token: financeAdmin.token,
      headers: idempotencyHeader(),
      body: { ...body, transaction: other.reference.toLowerCase() },
    };
    expect((await app.call("PATCH", path, sent)).json.data.transaction.id).toBe(other.id);
    const { version } = await fetchData(path);
    await app.call("PATCH", `${path}/submission`, {
      token: financeAdmin.token,
      headers: idempotencyHeader(),
      body: { version },
    });
    await decide(draft);
    expect(await balanceOf(app.db, other.user.id)).toBe(700);
    expect(await balanceOf(app.db, firstPayment.user.id)).toBe(0);
  });
});

describe("withdrawal returned by the bank", () => {
  it("the money of a withdrawal that the bank returned is posted to suspense under the withdrawal's reference, then cleared to the user's wallet", async () => {
    const payment = await makeWithdrawn();
    expect((await clearSuspense(payment, 60_000)).json.message).toContain("fund suspense and name the transaction");
    const funding = await fundSuspense(payment, 60_000);
    expect(funding.json.data.awaiting.change).toBe(
      `Fund Suspense with ₦600.00, returned to the settlement float from ${payment.reference} of ${payment.user.name}`,
    );
    await approveAndRead(funding);
    expect(await fetchHeld(payment.id)).toMatchObject({ available: 60_000 });
    await approveAndRead(await clearSuspense(payment, 60_000));
    expect(await balanceOf(app.db, payment.user.id)).toBe(60_000);
    expect(await fetchHeld(payment.id)).toMatchObject({ available: 0 });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("suspense can't be funded for a withdrawal that the bank returned beyond the amount paid out, and not at all if nothing was paid out", async () => {
    const payment = await makeWithdrawn();
    expect((await fundSuspense(payment, 60_001)).json.message).toContain("₦600.00 went out");
    const answers = await Promise.all([fundSuspense(payment, 40_000), fundSuspense(payment, 40_000)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const neverSent = await makePayment({ type: "withdrawal", channel: "bank_transfer", amount: 5_000, fee: 0 });
    await neverSent.report("failed");
    expect((await fundSuspense(neverSent, 5_000)).json.message).toContain("No money went out");
    expect((await fundSuspense(await makeLatePayment(), 5_000)).json.message).toContain("No money went out");
  });

  it("a withdrawal returned by the bank is not refunded again by a lost dispute, and a lost dispute is not funded again", async () => {
    const returned = await makeWithdrawn();
    await approveAndRead(await fundSuspense(returned, 60_000));
    await dispute(returned, "disputed");
    expect(await dispute(returned, "lost")).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("came back by way of suspense") },
    });
    await approveAndRead(await clearSuspense(returned, 60_000));
    expect(await balanceOf(app.db, returned.user.id)).toBe(60_000);
    const disputedWithdrawal = await makeWithdrawn();
    for (const state of ["disputed", "lost"]) expect((await dispute(disputedWithdrawal, state)).status).toBe(200);
    expect(await balanceOf(app.db, disputedWithdrawal.user.id)).toBe(60_000);
    expect((await fundSuspense(disputedWithdrawal, 1)).json.message).toContain("No money went out");
  });

  it("a withdrawal returned by the bank can be refunded only up to the unreturned amount, and a refund limits what can be returned", async () => {
    const payment = await makeWithdrawn({ type: "bill_payment", channel: "wallet" });
    const refund = (amount: number, remaining: number) =>
      app.call("POST", `/transactions/${payment.id}/refund`, {
        token: financeAdmin.token,
        headers: idempotencyHeader(),
        body: { amount, remaining, reason: "Did not arrive" },
      });
    await approveAndRead(await fundSuspense(payment, 40_000));
    expect(await refund(20_001, 60_000)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("at most ₦200.00 can be refunded") },
    });
    expect((await refund(20_000, 60_000)).status).toBe(200);
    expect((await fundSuspense(payment, 1)).status).toBe(409);
    await approveAndRead(await clearSuspense(payment, 40_000));
    expect(await balanceOf(app.db, payment.user.id)).toBe(60_000);
  });

  it("the funding of suspense for a withdrawal that the bank returned can't be reversed after the money was cleared", async () => {
    const payment = await makeWithdrawn();
    const { entry_id } = await approveAndRead(await fundSuspense(payment, 60_000));
    await approveAndRead(await clearSuspense(payment, 60_000));
    const reversal = await app.call("POST", `/wallets/entries/${entry_id}/reversal`, {
      token: financeAdmin.token,
      headers: idempotencyHeader(),
      body: { note: "Booked twice" },
    });
    expect(reversal).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("Suspense no longer holds money") },
    });
  });
});

describe("money paid late that does not belong in the user's wallet", () => {
  it("money paid late that does not belong in the user's wallet is withdrawn from suspense under its reference, and then can't be cleared", async () => {
    const payment = await makeLatePayment();
    const suspense = await balanceOf(app.db, IDS.suspense);
    expect(await closeAccount(payment)).toMatchObject(conflictWith("or withdrawn from suspense"));
    const requested = await withdrawFromSuspense(payment, 101_500);
    const words = `Withdraw ₦1,015.00 from Suspense, paid out of the settlement float, for ${payment.reference} of ${payment.user.name}`;
    expect(requested).toMatchObject({
      status: 200,
      json: { data: { transaction: { id: payment.id }, awaiting: { change: words } } },
    });
    expect((await app.audit())[0]).toMatchObject({
      action: "systemWallet.createMovement",
      outcome: "done",
      recordId: requested.json.data.id,
      after: { kind: "withdraw", amount: "₦1,015.00", transaction: payment.id },
    });
    expect(await clearSuspense(payment, 1)).toMatchObject(conflictWith("Suspense holds ₦1,015.00"));
    expect((await app.audit())[0]).toMatchObject({ action: "systemWallet.createMovement", outcome: "refused" });
    const posted = await approveAndRead(requested);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(suspense - 101_500);
    expect(await balanceOf(app.db, payment.user.id)).toBe(0);
    expect(await fetchHeld(payment.id)).toMatchObject({
      available: 0,
      movements: [{ id: posted.id, kind: "withdraw" }],
    });
    for (const repeatCall of [clearSuspense, withdrawFromSuspense, transferFromSuspense])
      expect(await repeatCall(payment, 1)).toMatchObject(conflictWith("Suspense holds nothing"));
    expect((await verifyLedger(app.db)).faults).toEqual([]);
    expect((await closeAccount(payment)).status).toBe(200);
  });

  it("money paid late that does not belong in the user's wallet is moved once by a concurrent clearing, withdrawal and transfer", async () => {
    const payment = await makeLatePayment();
    const answers = await Promise.all([
      clearSuspense(payment, 101_500),
      withdrawFromSuspense(payment, 101_500),
      transferFromSuspense(payment, 101_500),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const requested = answers.find(({ status }) => status === 200);
    if (!requested) throw new Error("no answer");
    await approveAndRead(requested);
    expect(await fetchHeld(payment.id)).toMatchObject({ available: 0, movements: [{ amount: 101_500 }] });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("money paid late that does not belong in the user's wallet is split exactly between the wallet and fee income", async () => {
    const payment = await makeLatePayment();
    const fees = await balanceOf(app.db, IDS.fee_income);
    const [amount, fee] = [await clearSuspense(payment, 100_000), await transferFromSuspense(payment, 1_500)];
    expect(fee.json.data.awaiting.change).toBe(
      `Transfer ₦15.00 from Suspense to Fee income, for ${payment.reference} of ${payment.user.name}`,
    );
    expect(await withdrawFromSuspense(payment, 1)).toMatchObject(conflictWith("₦1,015.01 would be taken"));
    for (const requested of [amount, fee]) await approveAndRead(requested);
    expect(await balanceOf(app.db, payment.user.id)).toBe(100_000);
    expect(await balanceOf(app.db, IDS.fee_income)).toBe(fees + 1_500);
    expect(await fetchHeld(payment.id)).toMatchObject({ available: 0 });
  });

  it("money paid late that does not belong in the user's wallet is on suspense again after its withdrawal is rejected or reversed", async () => {
    const payment = await makeLatePayment();
    await decide((await withdrawFromSuspense(payment, 101_500)).json.data, "rejected");
    expect(await fetchHeld(payment.id)).toMatchObject({ available: 101_500 });
    const reversal = await reverseLedgerEntryOf(await approveAndRead(await withdrawFromSuspense(payment, 101_500)));
    expect(await clearSuspense(payment, 1)).toMatchObject(conflictWith("Suspense holds nothing"));
    await approveAndRead(reversal);
    await approveAndRead(await clearSuspense(payment, 101_500));
    expect(await balanceOf(app.db, payment.user.id)).toBe(101_500);
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("money paid late that does not belong in the user's wallet is withdrawn if the account is closed, as the error message advises", async () => {
    const payment = await makeWithdrawn();
    expect((await closeAccount(payment)).status).toBe(200);
    await approveAndRead(await fundSuspense(payment, 60_000));
    expect(await clearSuspense(payment, 60_000)).toMatchObject(
      conflictWith("is closed, so nothing moves in its wallet. Withdraw it from suspense to the person's bank account"),
    );
    await approveAndRead(await withdrawFromSuspense(payment, 60_000));
    expect(await fetchHeld(payment.id)).toMatchObject({ available: 0 });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });
});

describe("shortfall of suspense: it has paid money that the user's wallet kept", () => {
  it.each([
    ["a withdrawal that was paid after it had expired", makePaidAfterFailure, 60_000],
    ["a dispute that was lost", makeLostDispute, 100_000],
  ] as const)(
    "a shortfall of suspense after %s prevents closing the user's account, until two admins have taken the money back",
    async (_, prepareCase, amount) => {
      const payment = await prepareCase();
      const suspense = await balanceOf(app.db, IDS.suspense);
      const money = formatMoney(amount);
      expect(await fetchHeld(payment.id)).toEqual({ available: -amount, movements: [] });
      await fundAccount(app.db, payment.user.id, -amount);
      expect(await closeAccount(payment)).toMatchObject(
        conflictWith(`Suspense is short of ${money} for the transaction ${payment.reference}`),
      );
      await fundAccount(app.db, payment.user.id, amount);
      expect(await clearSuspense(payment, amount)).toMatchObject(conflictWith(`Suspense is short of ${money}`));
      expect(await withdrawFromSuspense(payment, 1)).toMatchObject(conflictWith(`Suspense is short of ${money}`));
      expect(await takeFromWallet(payment, amount + 1)).toMatchObject(conflictWith(`Suspense is short of ${money}`));
      const requested = await takeFromWallet(payment, amount);
      const words = `Take ${money} back from ${payment.user.name}'s wallet to Suspense for ${payment.reference}`;
      expect(requested).toMatchObject({
        status: 200,
        json: { data: { direction: "increase", awaiting: { change: words } } },
      });
      expect((await app.audit())[0]).toMatchObject({
        action: "systemWallet.createMovement",
        recordId: requested.json.data.id,
        after: { kind: "clear", direction: "increase", amount: money, transaction: payment.id },
      });
      expect(await fetchHeld(payment.id)).toMatchObject({ available: 0 });
      expect(await balanceOf(app.db, payment.user.id)).toBe(amount);
      const posted = await approveAndRead(requested);
      expect(await balanceOf(app.db, payment.user.id)).toBe(0);
      expect(await balanceOf(app.db, IDS.suspense)).toBe(suspense + amount);
      const [own] = (await fetchData(`/user-management/users/${payment.user.id}/statement`)).items;
      expect(own).toMatchObject({ amount: -amount, kind: "clear", description: `${words} (${posted.reference})` });
      expect(await takeFromWallet(payment, 1)).toMatchObject(conflictWith("Suspense is short of nothing"));
      expect((await verifyLedger(app.db)).faults).toEqual([]);
      expect((await closeAccount(payment)).status).toBe(200);
    },
  );

  it("a shortfall of suspense is covered once if the user's wallet, fee income and a funding are requested concurrently", async () => {
    const payment = await makeLostDispute();
    await fundAccount(app.db, IDS.fee_income, 100_000);
    const answers = await Promise.all([
      takeFromWallet(payment, 100_000),
      coverFromFees(payment, 100_000),
      fundSuspense(payment, 100_000),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const requested = answers.find(({ status }) => status === 200);
    if (!requested) throw new Error("no answer");
    await approveAndRead(requested);
    expect(await fetchHeld(payment.id)).toMatchObject({ available: 0 });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("a shortfall of suspense is not taken from the user's wallet on approval if it was covered after the request", async () => {
    const payment = await makePaidAfterFailure();
    const requested = await takeFromWallet(payment, 60_000);
    // Posts money that the bank has returned, which is allowed despite the pending request.
    await approveAndRead(await fundSuspense(payment, 60_000));
    expect(await decide(requested.json.data)).toMatchObject(conflictWith("Suspense is short of nothing"));
    expect(await balanceOf(app.db, payment.user.id)).toBe(60_000);
  });

  it("a shortfall of suspense is taken from the user's wallet as far as possible, and the rest from fee income and a funding", async () => {
    const payment = await makeLostDispute();
    await fundAccount(app.db, payment.user.id, -70_000);
    await fundAccount(app.db, IDS.fee_income, 50_000);
    const requested = await takeFromWallet(payment, 100_000);
    expect(requested).toMatchObject(conflictWith(`${payment.user.name}'s wallet holds ₦300.00; this needs ₦1,000.00`));
    expect(requested.json.message).toContain("fund suspense");
    const partialMovement = await takeFromWallet(payment, 30_000);
    await fundAccount(app.db, payment.user.id, -1);
    expect(await decide(partialMovement.json.data)).toMatchObject(conflictWith("holds ₦299.99"));
    await fundAccount(app.db, payment.user.id, 1);
    await approveAndRead(partialMovement);
    const coverMovement = await coverFromFees(payment, 50_000);
    expect(coverMovement.json.data.awaiting.change).toBe(
      `Transfer ₦500.00 from Fee income to Suspense, for ${payment.reference} of ${payment.user.name}`,
    );
    expect(await fundSuspense(payment, 20_001)).toMatchObject(conflictWith("Suspense is short of ₦700.00"));
    const other = await fundSuspense(payment, 20_000);
    expect(other.json.data.awaiting.change).toBe(
      `Fund Suspense with ₦200.00, received in the settlement float, for ${payment.reference} of ${payment.user.name}`,
    );
    expect(await closeAccount(payment)).toMatchObject(conflictWith("Suspense is short of ₦700.00"));
    for (const each of [coverMovement, other]) await approveAndRead(each);
    expect(await fetchHeld(payment.id)).toMatchObject({ available: 0 });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
    expect((await closeAccount(payment)).status).toBe(200);
  });

  it("a shortfall of suspense is not taken from a wallet closed to debits or a closed account, with advice on what to do instead", async () => {
    const payment = await makePaidAfterFailure();
    const restriction = { status: "restricted", restriction: "no_debit", legalBasis: "court_order" } as const;
    await app.db.update(users).set(restriction).where(eq(users.id, payment.user.id));
    expect(await takeFromWallet(payment, 60_000)).toMatchObject(conflictWith("no money may go out of"));
    const activeStatus = { status: "active", restriction: null, legalBasis: null } as const;
    await app.db.update(users).set(activeStatus).where(eq(users.id, payment.user.id));
    await fundAccount(app.db, payment.user.id, -60_000);
    await app.db.update(users).set({ status: "closed" }).where(eq(users.id, payment.user.id));
    expect(await takeFromWallet(payment, 60_000)).toMatchObject(
      conflictWith("must come from another account: fund suspense"),
    );
    await approveAndRead(await fundSuspense(payment, 60_000));
    expect(await fetchHeld(payment.id)).toMatchObject({ available: 0 });
  });

  it.each([
    ["funded", fundSuspense],
    ["transferred", coverFromFees],
    ["taken back", takeFromWallet],
  ] as const)(
    "a shortfall of suspense exists again after the entry with money %s by mistake is reversed",
    async (_, bringMoney) => {
      const payment = await makePaidAfterFailure();
      await fundAccount(app.db, IDS.fee_income, 60_000);
      const posted = await approveAndRead(await bringMoney(payment, 60_000));
      expect(await fetchHeld(payment.id)).toMatchObject({ available: 0 });
      await approveAndRead(await reverseLedgerEntryOf(posted));
      expect(await fetchHeld(payment.id)).toMatchObject({ available: -60_000 });
      expect(await balanceOf(app.db, payment.user.id)).toBe(60_000);
      await approveAndRead(await takeFromWallet(payment, 60_000));
      expect((await verifyLedger(app.db)).faults).toEqual([]);
    },
  );

  it("a shortfall of suspense that was covered twice can be cleared to the user's wallet; then neither cover can be reversed", async () => {
    const payment = await makePaidAfterFailure();
    const own = await approveAndRead(await takeFromWallet(payment, 60_000));
    const returned = await approveAndRead(await fundSuspense(payment, 60_000));
    expect(await fetchHeld(payment.id)).toMatchObject({ available: 60_000 });
    const requested = await clearSuspense(payment, 60_000);
    for (const each of [own, returned])
      expect(await reverseLedgerEntryOf(each)).toMatchObject(conflictWith("Suspense holds ₦600.00"));
    await approveAndRead(requested);
    for (const each of [own, returned])
      expect(await reverseLedgerEntryOf(each)).toMatchObject(conflictWith("was moved on"));
    expect(await balanceOf(app.db, payment.user.id)).toBe(60_000);
  });
});

describe("payment reported with too low an amount", () => {
  async function makeShort() {
    const each = await makePayment();
    await each.report("succeeded", { amount: 100 });
    await each.report("succeeded");
    return each;
  }

  it("a payment reported with too low an amount is funded with the rest from the provider and cleared as a whole", async () => {
    const payment = await makeShort();
    expect(await fetchHeld(payment.id)).toMatchObject({ available: 100 });
    expect(await fundSuspense(payment, 101_401)).toMatchObject(conflictWith("₦1,014.00 more were to be paid with"));
    await approveAndRead(await clearSuspense(payment, 40));
    const requested = await fundSuspense(payment, 101_400);
    expect(requested.json.data.awaiting.change).toBe(
      `Fund Suspense with ₦1,014.00, received in the settlement float, for ${payment.reference} of ${payment.user.name}`,
    );
    expect(await fundSuspense(payment, 1)).toMatchObject(conflictWith("₦1,014.01 would have come"));
    await approveAndRead(requested);
    await approveAndRead(await clearSuspense(payment, 101_460));
    expect(await balanceOf(app.db, payment.user.id)).toBe(101_500);
    expect(await fetchHeld(payment.id)).toMatchObject({ available: 0 });
    expect(await fundSuspense(payment, 1)).toMatchObject(conflictWith("Fund no more than is missing"));
    expect((await verifyLedger(app.db)).faults).toEqual([]);
    await fundAccount(app.db, payment.user.id, -101_500);
    expect((await closeAccount(payment)).status).toBe(200);
  });

  it("a payment reported with too low an amount is cleared to the user's wallet once for concurrent requests, and never while the payment is open or succeeded", async () => {
    const payment = await makeShort();
    const answers = await Promise.all([fundSuspense(payment, 101_400), fundSuspense(payment, 101_400)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const openPayment = await makePayment();
    expect(await fundSuspense(openPayment, 1)).toMatchObject(conflictWith("No money went out"));
    await openPayment.report("succeeded");
    expect(await fundSuspense(openPayment, 1)).toMatchObject(conflictWith("No money went out"));
  });

  it("a payment reported with too low an amount is not funded on approval if the provider's own report arrived first", async () => {
    const payment = await makePayment();
    await payment.report("expired");
    const requested = await fundSuspense(payment, 101_500);
    await payment.report("succeeded");
    expect(await decide(requested.json.data)).toMatchObject(conflictWith("No money went out"));
    expect(await fetchHeld(payment.id)).toMatchObject({ available: 101_500 });
  });
});

it("an open refund request reduces the available balance until it expires", async () => {
  const account = async () => {
    const { items } = await fetchData("/wallets/accounts");
    return items.find((each: { account: string }) => each.account === "settlement_float");
  };
  const paid = await makePayment({ amount: 9_000_000, fee: 0 });
  await paid.report("succeeded");
  const before = await account();
  const requested = await app.call("POST", `/transactions/${paid.id}/refund`, {
    token: financeAdmin.token,
    headers: idempotencyHeader(),
    body: { amount: 8_000_000, remaining: 9_000_000, reason: "Charged twice" },
  });
  const { approvalId } = requested.json.data.awaiting;
  expect(await account()).toEqual({
    ...before,
    available: before.available - 8_000_000,
    waiting: before.waiting + 1,
  });
  const restAvailable = (await account()).available;
  const adjustment = { kind: "adjust", account: "settlement_float", direction: "decrease" };
  expect((await createMovement({ ...adjustment, amount: restAvailable + 1 })).json.message).toContain(
    "the pending requests",
  );
  await app.db
    .update(approvals)
    .set({ expiresAt: new Date(0) })
    .where(eq(approvals.id, approvalId));
  expect(await account()).toEqual(before);
  expect((await createMovement({ ...adjustment, amount: restAvailable + 1 })).status).toBe(200);
});

it("a pending request to record a dispute as lost reduces the available balance", async () => {
  const available = async () => {
    const { items } = await fetchData("/wallets/accounts");
    return items.map((each: { available: number; waiting: number }) => [each.available, each.waiting]);
  };
  const paid = await makePayment({ amount: 9_000_000, fee: 0 });
  await paid.report("succeeded");
  const dispute = async (state: string) => {
    const { version } = await fetchData(`/transactions/${paid.id}`);
    const body = { state, version, reason: "The bank says so" };
    const sent = { token: financeAdmin.token, headers: idempotencyHeader(), body };
    expect((await app.call("PATCH", `/transactions/${paid.id}/dispute`, sent)).status).toBe(200);
  };
  await dispute("disputed");
  const [floatAvailable, fees, grantsAvailable, promotionsAvailable, suspense] = await available();
  await dispute("lost");
  expect(await available()).toEqual([
    [floatAvailable[0] - 9_000_000, floatAvailable[1] + 1],
    fees,
    grantsAvailable,
    promotionsAvailable,
    [suspense[0] - 9_000_000, suspense[1] + 1],
  ]);
});

it("a citizen's account can't be closed until its money on suspense is in the wallet and paid out", async () => {
  const paid = await makeLatePayment();
  const reference = `the transaction ${paid.reference}`;
  expect(await closeAccount(paid)).toMatchObject({
    status: 409,
    json: { message: expect.stringContaining(`₦1,015.00 of ${reference} lies on suspense`) },
  });
  const requested = await clearSuspense(paid, 101_500);
  expect((await closeAccount(paid)).status).toBe(409);
  await approveAndRead(requested);
  expect((await closeAccount(paid)).json.message).toContain("The wallet holds ₦1,015.00");
  await fundAccount(app.db, paid.user.id, -101_500);
  // A funding from the bank is still pending, so suspense has no money yet.
  const withdrawalFields = { type: "withdrawal", channel: "bank_transfer", amount: 60_000, fee: 0 } as const;
  const returned = await makePayment({ ...withdrawalFields, userId: paid.user.id });
  await fundAccount(app.db, paid.user.id, 60_000);
  await returned.report("succeeded");
  const fundedBack = await fundSuspense(returned, 60_000);
  expect((await closeAccount(paid)).json.message).toContain("A movement of money of the transaction");
  expect((await decide(fundedBack.json.data, "rejected")).status).toBe(200);
  expect((await closeAccount(paid)).status).toBe(200);
});
