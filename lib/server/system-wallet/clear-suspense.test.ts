// Slow: moves money through long sequences of requests and approvals.
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { approvals } from "@/lib/server/db/schema/approvals";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { postEntry } from "@/lib/server/ledger/post";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, makeUser, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { balanceOf, putMoney } from "@/lib/server/testing/ledger";
import { receiveWebhook } from "@/lib/server/transaction/receive-webhook";
import { signedWebhook } from "@/lib/server/transaction/simulated-provider";

let app: TestApp;
type Made = Awaited<ReturnType<typeof makeAdmin>>;
let finance: Made;
let owner: Made;
let methodId: string;
let keys = 0;

beforeAll(async () => {
  app = await startTestApp();
  finance = await makeAdmin(app, { firstName: "Ngozi" });
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

const key = () => ({ "idempotency-key": `clear-key-${++keys}` });
const get = (path: string, by = finance) => app.call("GET", path, { token: by.token });
const data = async (path: string) => (await get(path)).json.data;
const held = (id: string) => data(`/wallets/transactions/${id}`);

async function made(values: Partial<typeof transactions.$inferInsert> = {}) {
  const found = await makeUser(app);
  const user = { id: found.id, name: fullName(found) };
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
  const report = async (state: "succeeded" | "expired" | "failed", more: { amount?: number } = {}) => {
    const message = { eventId: uuid(), reference, state, providerReference: "SIM-1", message: "Told", ...more };
    const { raw, signature } = signedWebhook(message);
    const headers = { "x-payment-signature": signature };
    const request = new Request("http://test/api/webhooks/simulated", { method: "POST", body: raw, headers });
    expect((await receiveWebhook("simulated", request)).status).toBe(200);
  };
  return { id, reference, user, report };
}
type Case = Awaited<ReturnType<typeof made>>;

/** Makes a card payment that expires and is paid after all: its money is on suspense. */
async function late() {
  const each = await made();
  await each.report("expired");
  await each.report("succeeded");
  return each;
}

/** Makes a withdrawal that expires and is paid after all: the wallet still has what suspense paid. */
async function paidAnyway() {
  const each = await made({ type: "withdrawal", channel: "bank_transfer", amount: 60_000, fee: 0 });
  await putMoney(app.db, each.user.id, 60_000);
  await each.report("expired");
  await each.report("succeeded");
  return each;
}

/** Makes a card payment that the bank claimed back: the wallet still has what suspense paid. */
async function lost() {
  const each = await made();
  await each.report("succeeded");
  for (const state of ["disputed", "lost"]) expect((await dispute(each, state)).status).toBe(200);
  return each;
}

async function dispute({ id }: Pick<Case, "id">, state: string) {
  const { version } = await data(`/transactions/${id}`);
  const body = { state, version, reason: "The bank says so" };
  return app.call("PATCH", `/transactions/${id}/dispute`, { token: finance.token, headers: key(), body });
}

/** Makes a payment out of a wallet: a withdrawal to a bank account by default. */
async function withdrawn(values: Partial<typeof transactions.$inferInsert> = {}) {
  const amount = 60_000;
  const each = await made({ type: "withdrawal", channel: "bank_transfer", amount, fee: 0, ...values });
  await putMoney(app.db, each.user.id, amount);
  await each.report("succeeded");
  expect(await balanceOf(app.db, each.user.id)).toBe(0);
  return each;
}

const move = (body: object, { by = finance, headers = key() } = {}) =>
  app.call("POST", "/wallets/movements", {
    token: by.token,
    headers,
    body: { account: "suspense", note: "Found out whose it is", submit: true, ...body },
  });
const clear = (of: Case, amount: number, body = {}, more = {}) =>
  move({ kind: "clear", transaction: of.reference, amount, ...body }, more);
const takeBack = (of: Case, amount: number) => clear(of, amount, { direction: "increase" });
const withdraw = (of: Case, amount: number) => move({ kind: "withdraw", transaction: of.reference, amount });
const transfer = (of: Case, amount: number, body = {}) =>
  move({ kind: "transfer", to_account: "fee_income", transaction: of.reference, amount, ...body });
const bear = (of: Case, amount: number) => transfer(of, amount, { account: "fee_income", to_account: "suspense" });
const fund = (of: Case, amount: number) => move({ kind: "fund", transaction: of.reference, amount });
/** Decides as the approver, and again if the response warns that something has changed since the request. */
const decide = async (movement: { id: string }, decision = "approved") => {
  const { awaiting } = await data(`/wallets/movements/${movement.id}`);
  const once = () =>
    app.call("PATCH", `/approvals/${awaiting.approvalId}/decision`, {
      token: owner.token,
      headers: key(),
      body: { decision, reason: "Looked into it" },
    });
  const answer = await once();
  return answer.json.message?.startsWith("This has changed since the request.") ? once() : answer;
};
const reverse = (posted: { entry_id: string }) =>
  app.call("POST", `/wallets/entries/${posted.entry_id}/reversal`, {
    token: finance.token,
    headers: key(),
    body: { note: "Booked by mistake" },
  });
const close = async ({ user }: Case) => {
  const { version } = await data(`/user-management/users/${user.id}`);
  const body = { version, reason: "Asked for it" };
  return app.call("PATCH", `/user-management/users/${user.id}/closure`, { token: finance.token, body });
};
const refused = (words: string) => ({ status: 409, json: { message: expect.stringContaining(words) } });
const done = async (answer: { json: { data: { id: string } } }) => {
  expect((await decide(answer.json.data)).status).toBe(200);
  return data(`/wallets/movements/${answer.json.data.id}`);
};

describe("money paid late", () => {
  it("is cleared to the wallet by two admins, and every view names the user and the transaction", async () => {
    const of = await late();
    const suspense = await balanceOf(app.db, IDS.suspense);
    expect(await held(of.id)).toEqual({ available: 101_500, movements: [] });
    const asked = await clear(of, 101_500);
    expect(asked.status).toBe(200);
    const words = `Clear ₦1,015.00 from Suspense to ${of.user.name}'s wallet for ${of.reference}`;
    const transaction = { id: of.id, reference: of.reference, user: { id: of.user.id, name: of.user.name } };
    expect(asked.json.data).toMatchObject({ kind: "clear", transaction, awaiting: { change: words } });
    const inbox = (await get("/approvals", owner)).json.data.items;
    expect(inbox).toContainEqual(expect.objectContaining({ change: words, reason: "Found out whose it is" }));
    expect((await app.audit())[0]).toMatchObject({
      action: "systemWallet.createMovement",
      recordId: asked.json.data.id,
    });
    expect(await balanceOf(app.db, of.user.id)).toBe(0);
    expect(await held(of.id)).toMatchObject({ available: 0, movements: [{ id: asked.json.data.id }] });
    const posted = await done(asked);
    expect(posted.state).toBe("posted");
    expect(await balanceOf(app.db, of.user.id)).toBe(101_500);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(suspense - 101_500);
    for (const path of [`/wallets/movements?q=${of.reference}`, "/wallets/movements?kind=clear"])
      expect((await data(path)).items[0]).toMatchObject({ id: posted.id, transaction });
    const description = `${words} (${posted.reference})`;
    const [row] = (await data(`/wallets/accounts/suspense/statement?kind=clear&q=${of.reference}`)).items;
    expect(row).toMatchObject({ amount: -101_500, kind: "clear", description });
    const [own] = (await data(`/user-management/users/${of.user.id}/statement`)).items;
    expect(own).toMatchObject({ amount: 101_500, kind: "clear", description });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("is cleared once, however often that is requested and approved", async () => {
    const of = await late();
    const headers = key();
    const answers = await Promise.all(Array.from({ length: 4 }, () => clear(of, 101_500, {}, { headers })));
    expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1);
    const [asked] = answers;
    if (!asked) throw new Error("no answer");
    const decided = await Promise.all([decide(asked.json.data), decide(asked.json.data)]);
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await balanceOf(app.db, of.user.id)).toBe(101_500);
  });

  it("is cleared in parts but never beyond what suspense has, also for concurrent requests", async () => {
    const of = await late();
    expect((await clear(of, 101_501)).json.message).toContain("Suspense holds ₦1,015.00");
    const answers = await Promise.all(Array.from({ length: 9 }, () => clear(of, 60_000)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(8).fill(409)]);
    const first = answers.find(({ status }) => status === 200);
    if (!first) throw new Error("no answer");
    await done(first);
    expect((await clear(of, 41_501)).status).toBe(409);
    await done(await clear(of, 41_500));
    expect(await balanceOf(app.db, of.user.id)).toBe(101_500);
    expect((await clear(of, 1)).json.message).toContain("Suspense holds nothing");
    expect(await held(of.id)).toMatchObject({ available: 0, movements: [{ amount: 41_500 }, { amount: 60_000 }] });
  });

  it("can be cleared again after a clearing is rejected or reversed", async () => {
    const of = await late();
    const rejected = await clear(of, 101_500);
    await decide(rejected.json.data, "rejected");
    const { entry_id } = await done(await clear(of, 101_500));
    const reversal = await app.call("POST", `/wallets/entries/${entry_id}/reversal`, {
      token: finance.token,
      headers: key(),
      body: { note: "The wrong one" },
    });
    expect(reversal.json.data).toMatchObject({ kind: "reversal", transaction: { id: of.id } });
    expect((await clear(of, 1)).status).toBe(409);
    await done(reversal);
    expect(await balanceOf(app.db, of.user.id)).toBe(0);
    await done(await clear(of, 101_500));
    expect(await balanceOf(app.db, of.user.id)).toBe(101_500);
  });

  it.each([
    ["closed", { status: "closed" }, "is closed"],
    [
      "closed to credits",
      { status: "restricted", restriction: "no_credit", legalBasis: "court_order" },
      "no money may go into",
    ],
  ] as const)("is refused for a wallet that is %s, on request and on approval", async (_, change, words) => {
    const of = await late();
    const asked = await clear(of, 500);
    await app.db.update(users).set(change).where(eq(users.id, of.user.id));
    expect(await decide(asked.json.data)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining(words) },
    });
    expect(await clear(of, 500)).toMatchObject({ status: 409, json: { message: expect.stringContaining(words) } });
    expect(await balanceOf(app.db, of.user.id)).toBe(0);
  });

  it("is refused on approval when suspense has less for it by then", async () => {
    const of = await late();
    const asked = await clear(of, 101_500);
    const source = { type: "transaction", id: of.id };
    const postings = [
      { accountId: IDS.suspense, amount: -1 },
      { accountId: IDS.fee_income, amount: 1 },
    ];
    const entry = { key: `test:${of.id}`, kind: "adjust", description: "", source, postings, postedBy: null } as const;
    await app.db.transaction((tx) => postEntry(tx, entry));
    expect(await decide(asked.json.data)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("Suspense holds ₦1,014.99") },
    });
    expect(await balanceOf(app.db, of.user.id)).toBe(0);
  });

  it("is cleared only with the right, and only for an existing transaction", async () => {
    const of = await late();
    const reader = await makeAdmin(app, { rights: rightsOf({ "System Wallet": ["read"] }) });
    expect((await clear(of, 1, {}, { by: reader })).status).toBe(403);
    expect((await get(`/wallets/transactions/${of.id}`, reader)).status).toBe(200);
    const stranger = await makeAdmin(app, { rights: rightsOf({ Transactions: ["read", "update"] }) });
    expect((await get(`/wallets/transactions/${of.id}`, stranger)).status).toBe(403);
    expect((await get(`/wallets/transactions/${uuid()}`)).status).toBe(404);
    for (const body of [
      { kind: "clear", amount: 1 },
      { kind: "clear", amount: 1, transaction: "TRX-NONE" },
      { kind: "transfer", account: "fee_income", to_account: "grants_pool", amount: 1, transaction: of.reference },
      { kind: "withdraw", account: "fee_income", amount: 1, transaction: of.reference },
      { kind: "adjust", account: "fee_income", direction: "decrease", amount: 1, transaction: of.reference },
      { kind: "fund", account: "grants_pool", amount: 1, transaction: of.reference },
    ])
      expect(await move(body)).toMatchObject({ status: 400, json: { fields: { transaction: expect.any(String) } } });
  });

  it("can be drafted for one transaction and then moved to another", async () => {
    const [one, other] = [await late(), await late()];
    const draft = (await move({ kind: "clear", transaction: one.reference, amount: 700, submit: false })).json.data;
    const path = `/wallets/movements/${draft.id}`;
    const body = { kind: "clear", account: "suspense", note: "Another one", amount: 700, version: draft.version };
    const sent = {
      token: finance.token,
      headers: key(),
      body: { ...body, transaction: other.reference.toLowerCase() },
    };
    expect((await app.call("PATCH", path, sent)).json.data.transaction.id).toBe(other.id);
    const { version } = await data(path);
    await app.call("PATCH", `${path}/submission`, { token: finance.token, headers: key(), body: { version } });
    await decide(draft);
    expect(await balanceOf(app.db, other.user.id)).toBe(700);
    expect(await balanceOf(app.db, one.user.id)).toBe(0);
  });
});

describe("a withdrawal returned by the bank", () => {
  it("is funded to suspense under its reference, and cleared to the wallet", async () => {
    const of = await withdrawn();
    expect((await clear(of, 60_000)).json.message).toContain("fund suspense and name the transaction");
    const funding = await fund(of, 60_000);
    expect(funding.json.data.awaiting.change).toBe(
      `Fund Suspense with ₦600.00, returned to the settlement float from ${of.reference} of ${of.user.name}`,
    );
    await done(funding);
    expect(await held(of.id)).toMatchObject({ available: 60_000 });
    await done(await clear(of, 60_000));
    expect(await balanceOf(app.db, of.user.id)).toBe(60_000);
    expect(await held(of.id)).toMatchObject({ available: 0 });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("accepts no more funding than was paid out, and none if nothing was", async () => {
    const of = await withdrawn();
    expect((await fund(of, 60_001)).json.message).toContain("₦600.00 went out");
    const answers = await Promise.all([fund(of, 40_000), fund(of, 40_000)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const never = await made({ type: "withdrawal", channel: "bank_transfer", amount: 5_000, fee: 0 });
    await never.report("failed");
    expect((await fund(never, 5_000)).json.message).toContain("No money went out");
    expect((await fund(await late(), 5_000)).json.message).toContain("No money went out");
  });

  it("is not refunded again by a lost dispute, and a lost dispute is not funded again", async () => {
    const returned = await withdrawn();
    await done(await fund(returned, 60_000));
    await dispute(returned, "disputed");
    expect(await dispute(returned, "lost")).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("came back by way of suspense") },
    });
    await done(await clear(returned, 60_000));
    expect(await balanceOf(app.db, returned.user.id)).toBe(60_000);
    const disputed = await withdrawn();
    for (const state of ["disputed", "lost"]) expect((await dispute(disputed, state)).status).toBe(200);
    expect(await balanceOf(app.db, disputed.user.id)).toBe(60_000);
    expect((await fund(disputed, 1)).json.message).toContain("No money went out");
  });

  it("can be refunded only up to the unreturned amount, and a refund limits what can be returned", async () => {
    const of = await withdrawn({ type: "bill_payment", channel: "wallet" });
    const refund = (amount: number, remaining: number) =>
      app.call("POST", `/transactions/${of.id}/refund`, {
        token: finance.token,
        headers: key(),
        body: { amount, remaining, reason: "Did not arrive" },
      });
    await done(await fund(of, 40_000));
    expect(await refund(20_001, 60_000)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("at most ₦200.00 can be refunded") },
    });
    expect((await refund(20_000, 60_000)).status).toBe(200);
    expect((await fund(of, 1)).status).toBe(409);
    await done(await clear(of, 40_000));
    expect(await balanceOf(app.db, of.user.id)).toBe(60_000);
  });

  it("refuses to reverse its funding after the money was cleared", async () => {
    const of = await withdrawn();
    const { entry_id } = await done(await fund(of, 60_000));
    await done(await clear(of, 60_000));
    const reversal = await app.call("POST", `/wallets/entries/${entry_id}/reversal`, {
      token: finance.token,
      headers: key(),
      body: { note: "Booked twice" },
    });
    expect(reversal).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("Suspense no longer holds money") },
    });
  });
});

describe("money paid late that does not belong in the wallet", () => {
  it("is withdrawn from suspense under its reference, and then can't be cleared", async () => {
    const of = await late();
    const suspense = await balanceOf(app.db, IDS.suspense);
    expect(await close(of)).toMatchObject(refused("or withdrawn from suspense"));
    const asked = await withdraw(of, 101_500);
    const words = `Withdraw ₦1,015.00 from Suspense, paid out of the settlement float, for ${of.reference} of ${of.user.name}`;
    expect(asked).toMatchObject({
      status: 200,
      json: { data: { transaction: { id: of.id }, awaiting: { change: words } } },
    });
    expect((await app.audit())[0]).toMatchObject({
      action: "systemWallet.createMovement",
      outcome: "done",
      recordId: asked.json.data.id,
      after: { kind: "withdraw", amount: "₦1,015.00", transaction: of.id },
    });
    expect(await clear(of, 1)).toMatchObject(refused("Suspense holds ₦1,015.00"));
    expect((await app.audit())[0]).toMatchObject({ action: "systemWallet.createMovement", outcome: "refused" });
    const posted = await done(asked);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(suspense - 101_500);
    expect(await balanceOf(app.db, of.user.id)).toBe(0);
    expect(await held(of.id)).toMatchObject({ available: 0, movements: [{ id: posted.id, kind: "withdraw" }] });
    for (const again of [clear, withdraw, transfer])
      expect(await again(of, 1)).toMatchObject(refused("Suspense holds nothing"));
    expect((await verifyLedger(app.db)).faults).toEqual([]);
    expect((await close(of)).status).toBe(200);
  });

  it("moves once when a clearing, a withdrawal and a transfer are requested concurrently", async () => {
    const of = await late();
    const answers = await Promise.all([clear(of, 101_500), withdraw(of, 101_500), transfer(of, 101_500)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const asked = answers.find(({ status }) => status === 200);
    if (!asked) throw new Error("no answer");
    await done(asked);
    expect(await held(of.id)).toMatchObject({ available: 0, movements: [{ amount: 101_500 }] });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("is split between the wallet and fee income, to the kobo", async () => {
    const of = await late();
    const fees = await balanceOf(app.db, IDS.fee_income);
    const [amount, fee] = [await clear(of, 100_000), await transfer(of, 1_500)];
    expect(fee.json.data.awaiting.change).toBe(
      `Transfer ₦15.00 from Suspense to Fee income, for ${of.reference} of ${of.user.name}`,
    );
    expect(await withdraw(of, 1)).toMatchObject(refused("₦1,015.01 would be taken"));
    for (const asked of [amount, fee]) await done(asked);
    expect(await balanceOf(app.db, of.user.id)).toBe(100_000);
    expect(await balanceOf(app.db, IDS.fee_income)).toBe(fees + 1_500);
    expect(await held(of.id)).toMatchObject({ available: 0 });
  });

  it("is on suspense again after its withdrawal is rejected or reversed", async () => {
    const of = await late();
    await decide((await withdraw(of, 101_500)).json.data, "rejected");
    expect(await held(of.id)).toMatchObject({ available: 101_500 });
    const reversal = await reverse(await done(await withdraw(of, 101_500)));
    expect(await clear(of, 1)).toMatchObject(refused("Suspense holds nothing"));
    await done(reversal);
    await done(await clear(of, 101_500));
    expect(await balanceOf(app.db, of.user.id)).toBe(101_500);
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("is withdrawn when the account is closed, as the refusal advises", async () => {
    const of = await withdrawn();
    expect((await close(of)).status).toBe(200);
    await done(await fund(of, 60_000));
    expect(await clear(of, 60_000)).toMatchObject(
      refused("is closed, so nothing moves in its wallet. Withdraw it from suspense to the person's bank account"),
    );
    await done(await withdraw(of, 60_000));
    expect(await held(of.id)).toMatchObject({ available: 0 });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });
});

describe("money that suspense paid and the wallet kept", () => {
  it.each([
    ["a withdrawal that was paid after it had expired", paidAnyway, 60_000],
    ["a dispute that was lost", lost, 100_000],
  ] as const)("keeps the account open after %s until two admins take the money back", async (_, prepare, amount) => {
    const of = await prepare();
    const suspense = await balanceOf(app.db, IDS.suspense);
    const money = formatMoney(amount);
    expect(await held(of.id)).toEqual({ available: -amount, movements: [] });
    await putMoney(app.db, of.user.id, -amount);
    expect(await close(of)).toMatchObject(refused(`Suspense is short of ${money} for the transaction ${of.reference}`));
    await putMoney(app.db, of.user.id, amount);
    expect(await clear(of, amount)).toMatchObject(refused(`Suspense is short of ${money}`));
    expect(await withdraw(of, 1)).toMatchObject(refused(`Suspense is short of ${money}`));
    expect(await takeBack(of, amount + 1)).toMatchObject(refused(`Suspense is short of ${money}`));
    const asked = await takeBack(of, amount);
    const words = `Take ${money} back from ${of.user.name}'s wallet to Suspense for ${of.reference}`;
    expect(asked).toMatchObject({
      status: 200,
      json: { data: { direction: "increase", awaiting: { change: words } } },
    });
    expect((await app.audit())[0]).toMatchObject({
      action: "systemWallet.createMovement",
      recordId: asked.json.data.id,
      after: { kind: "clear", direction: "increase", amount: money, transaction: of.id },
    });
    expect(await held(of.id)).toMatchObject({ available: 0 });
    expect(await balanceOf(app.db, of.user.id)).toBe(amount);
    const posted = await done(asked);
    expect(await balanceOf(app.db, of.user.id)).toBe(0);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(suspense + amount);
    const [own] = (await data(`/user-management/users/${of.user.id}/statement`)).items;
    expect(own).toMatchObject({ amount: -amount, kind: "clear", description: `${words} (${posted.reference})` });
    expect(await takeBack(of, 1)).toMatchObject(refused("Suspense is short of nothing"));
    expect((await verifyLedger(app.db)).faults).toEqual([]);
    expect((await close(of)).status).toBe(200);
  });

  it("is covered once when the wallet, fee income and a funding are requested concurrently", async () => {
    const of = await lost();
    await putMoney(app.db, IDS.fee_income, 100_000);
    const answers = await Promise.all([takeBack(of, 100_000), bear(of, 100_000), fund(of, 100_000)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const asked = answers.find(({ status }) => status === 200);
    if (!asked) throw new Error("no answer");
    await done(asked);
    expect(await held(of.id)).toMatchObject({ available: 0 });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("is not taken from the wallet on approval when it was covered since", async () => {
    const of = await paidAnyway();
    const asked = await takeBack(of, 60_000);
    // The bank has returned the money, which can be booked despite the open request.
    await done(await fund(of, 60_000));
    expect(await decide(asked.json.data)).toMatchObject(refused("Suspense is short of nothing"));
    expect(await balanceOf(app.db, of.user.id)).toBe(60_000);
  });

  it("takes what the wallet still has, and the rest from fee income or a funding", async () => {
    const of = await lost();
    await putMoney(app.db, of.user.id, -70_000);
    await putMoney(app.db, IDS.fee_income, 50_000);
    const asked = await takeBack(of, 100_000);
    expect(asked).toMatchObject(refused(`${of.user.name}'s wallet holds ₦300.00; this needs ₦1,000.00`));
    expect(asked.json.message).toContain("fund suspense");
    const part = await takeBack(of, 30_000);
    await putMoney(app.db, of.user.id, -1);
    expect(await decide(part.json.data)).toMatchObject(refused("holds ₦299.99"));
    await putMoney(app.db, of.user.id, 1);
    await done(part);
    const house = await bear(of, 50_000);
    expect(house.json.data.awaiting.change).toBe(
      `Transfer ₦500.00 from Fee income to Suspense, for ${of.reference} of ${of.user.name}`,
    );
    expect(await fund(of, 20_001)).toMatchObject(refused("Suspense is short of ₦700.00"));
    const other = await fund(of, 20_000);
    expect(other.json.data.awaiting.change).toBe(
      `Fund Suspense with ₦200.00, received in the settlement float, for ${of.reference} of ${of.user.name}`,
    );
    expect(await close(of)).toMatchObject(refused("Suspense is short of ₦700.00"));
    for (const each of [house, other]) await done(each);
    expect(await held(of.id)).toMatchObject({ available: 0 });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
    expect((await close(of)).status).toBe(200);
  });

  it("is not taken from a wallet closed to debits or a closed account, with advice on what to do instead", async () => {
    const of = await paidAnyway();
    const restriction = { status: "restricted", restriction: "no_debit", legalBasis: "court_order" } as const;
    await app.db.update(users).set(restriction).where(eq(users.id, of.user.id));
    expect(await takeBack(of, 60_000)).toMatchObject(refused("no money may go out of"));
    const free = { status: "active", restriction: null, legalBasis: null } as const;
    await app.db.update(users).set(free).where(eq(users.id, of.user.id));
    await putMoney(app.db, of.user.id, -60_000);
    await app.db.update(users).set({ status: "closed" }).where(eq(users.id, of.user.id));
    expect(await takeBack(of, 60_000)).toMatchObject(refused("must come from another account: fund suspense"));
    await done(await fund(of, 60_000));
    expect(await held(of.id)).toMatchObject({ available: 0 });
  });

  it.each([
    ["funded", fund],
    ["transferred", bear],
    ["taken back", takeBack],
  ] as const)("is missing again after money %s by mistake is reversed", async (_, bring) => {
    const of = await paidAnyway();
    await putMoney(app.db, IDS.fee_income, 60_000);
    const posted = await done(await bring(of, 60_000));
    expect(await held(of.id)).toMatchObject({ available: 0 });
    await done(await reverse(posted));
    expect(await held(of.id)).toMatchObject({ available: -60_000 });
    expect(await balanceOf(app.db, of.user.id)).toBe(60_000);
    await done(await takeBack(of, 60_000));
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("can be cleared to the wallet when it was covered twice, and then neither cover can be reversed", async () => {
    const of = await paidAnyway();
    const own = await done(await takeBack(of, 60_000));
    const returned = await done(await fund(of, 60_000));
    expect(await held(of.id)).toMatchObject({ available: 60_000 });
    const asked = await clear(of, 60_000);
    for (const each of [own, returned]) expect(await reverse(each)).toMatchObject(refused("Suspense holds ₦600.00"));
    await done(asked);
    for (const each of [own, returned]) expect(await reverse(each)).toMatchObject(refused("was moved on"));
    expect(await balanceOf(app.db, of.user.id)).toBe(60_000);
  });
});

describe("a payment whose first report had too low an amount", () => {
  async function short() {
    const each = await made();
    await each.report("succeeded", { amount: 100 });
    await each.report("succeeded");
    return each;
  }

  it("is funded with the rest from the provider and cleared as a whole", async () => {
    const of = await short();
    expect(await held(of.id)).toMatchObject({ available: 100 });
    expect(await fund(of, 101_401)).toMatchObject(refused("₦1,014.00 more were to be paid with"));
    await done(await clear(of, 40));
    const asked = await fund(of, 101_400);
    expect(asked.json.data.awaiting.change).toBe(
      `Fund Suspense with ₦1,014.00, received in the settlement float, for ${of.reference} of ${of.user.name}`,
    );
    expect(await fund(of, 1)).toMatchObject(refused("₦1,014.01 would have come"));
    await done(asked);
    await done(await clear(of, 101_460));
    expect(await balanceOf(app.db, of.user.id)).toBe(101_500);
    expect(await held(of.id)).toMatchObject({ available: 0 });
    expect(await fund(of, 1)).toMatchObject(refused("Fund no more than is missing"));
    expect((await verifyLedger(app.db)).faults).toEqual([]);
    await putMoney(app.db, of.user.id, -101_500);
    expect((await close(of)).status).toBe(200);
  });

  it("is funded once for concurrent requests, and never while it is open or succeeded", async () => {
    const of = await short();
    const answers = await Promise.all([fund(of, 101_400), fund(of, 101_400)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const open = await made();
    expect(await fund(open, 1)).toMatchObject(refused("No money went out"));
    await open.report("succeeded");
    expect(await fund(open, 1)).toMatchObject(refused("No money went out"));
  });

  it("is not funded on approval when the provider's own report arrived first", async () => {
    const of = await made();
    await of.report("expired");
    const asked = await fund(of, 101_500);
    await of.report("succeeded");
    expect(await decide(asked.json.data)).toMatchObject(refused("No money went out"));
    expect(await held(of.id)).toMatchObject({ available: 101_500 });
  });
});

it("an open refund request reduces the available balance until it expires", async () => {
  const account = async () => {
    const { items } = await data("/wallets/accounts");
    return items.find((each: { account: string }) => each.account === "settlement_float");
  };
  const paid = await made({ amount: 9_000_000, fee: 0 });
  await paid.report("succeeded");
  const before = await account();
  const asked = await app.call("POST", `/transactions/${paid.id}/refund`, {
    token: finance.token,
    headers: key(),
    body: { amount: 8_000_000, remaining: 9_000_000, reason: "Charged twice" },
  });
  const { approvalId } = asked.json.data.awaiting;
  expect(await account()).toEqual({
    ...before,
    available: before.available - 8_000_000,
    waiting: before.waiting + 1,
  });
  const rest = (await account()).available;
  const adjust = { kind: "adjust", account: "settlement_float", direction: "decrease" };
  expect((await move({ ...adjust, amount: rest + 1 })).json.message).toContain("the pending requests");
  await app.db
    .update(approvals)
    .set({ expiresAt: new Date(0) })
    .where(eq(approvals.id, approvalId));
  expect(await account()).toEqual(before);
  expect((await move({ ...adjust, amount: rest + 1 })).status).toBe(200);
});

it("an open request to lose a dispute reduces the available balance", async () => {
  const available = async () => {
    const { items } = await data("/wallets/accounts");
    return items.map((each: { available: number; waiting: number }) => [each.available, each.waiting]);
  };
  const paid = await made({ amount: 9_000_000, fee: 0 });
  await paid.report("succeeded");
  const dispute = async (state: string) => {
    const { version } = await data(`/transactions/${paid.id}`);
    const body = { state, version, reason: "The bank says so" };
    const sent = { token: finance.token, headers: key(), body };
    expect((await app.call("PATCH", `/transactions/${paid.id}/dispute`, sent)).status).toBe(200);
  };
  await dispute("disputed");
  const [float, fees, grants, promotions, suspense] = await available();
  await dispute("lost");
  expect(await available()).toEqual([
    [float[0] - 9_000_000, float[1] + 1],
    fees,
    grants,
    promotions,
    [suspense[0] - 9_000_000, suspense[1] + 1],
  ]);
});

it("an account can't be closed until its money on suspense is in the wallet and paid out", async () => {
  const paid = await late();
  const reference = `the transaction ${paid.reference}`;
  expect(await close(paid)).toMatchObject({
    status: 409,
    json: { message: expect.stringContaining(`₦1,015.00 of ${reference} lies on suspense`) },
  });
  const asked = await clear(paid, 101_500);
  expect((await close(paid)).status).toBe(409);
  await done(asked);
  expect((await close(paid)).json.message).toContain("The wallet holds ₦1,015.00");
  await putMoney(app.db, paid.user.id, -101_500);
  // A funding from the bank is still waiting: suspense has nothing yet.
  const out = { type: "withdrawal", channel: "bank_transfer", amount: 60_000, fee: 0 } as const;
  const returned = await made({ ...out, userId: paid.user.id });
  await putMoney(app.db, paid.user.id, 60_000);
  await returned.report("succeeded");
  const back = await fund(returned, 60_000);
  expect((await close(paid)).json.message).toContain("A movement of money of the transaction");
  expect((await decide(back.json.data, "rejected")).status).toBe(200);
  expect((await close(paid)).status).toBe(200);
});
