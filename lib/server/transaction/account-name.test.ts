import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { notices } from "@/lib/server/db/schema/notices";
import { outbox } from "@/lib/server/db/schema/outbox";
import { accountNameChecks, banks } from "@/lib/server/db/schema/provider";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { deliverOutboxKind } from "@/lib/server/outbox/deliver";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { PAYSTACK_KEY, startFakePaystack } from "@/lib/server/testing/fake-paystack";
import { balanceOf, fundAccount } from "@/lib/server/testing/ledger";
import { changeSettings } from "@/lib/server/testing/settings";
import { refreshBanks } from "./banks";
import { paystackTimings } from "./paystack/request";

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
  const rules = { minAmount: 100, maxAmount: 100_000_000, feeFlat: 500, provider: "paystack" } as const;
  await app.db
    .insert(paymentMethods)
    .values({ ...rules, id: uuid(), code: "transfer", name: "Bank transfer", channel: "bank_transfer" });
});
beforeEach(async () => {
  Object.assign(settings, { paystackUrl: paystack.url, paystackSecretKeys: [PAYSTACK_KEY] });
  await app.db.delete(banks);
  await app.db.delete(outbox);
});
afterAll(async () => {
  Object.assign(paystackTimings, usualTimes);
  await app.stop();
  await paystack.stop();
});

const NUMBER = "0123456785";
const withdraw = (userId: string, account: object = {}) =>
  app.callAsApp("POST", "/withdrawals", {
    body: { user_id: userId, bank_code: "058", account_number: NUMBER, amount: 500_000, ...account },
  });
const readPayment = async (id: string) => (await app.db.select().from(transactions).where(eq(transactions.id, id)))[0];
const single = async (id: string) => (await app.call("GET", `/transactions/${id}`, { token: admin.token })).json.data;

/** Orders a withdrawal of a citizen called Ekaette, whose account has this name at the bank, and delivers the order. */
async function ordered(nameAtBank: string | null) {
  const user = await makeUser(app);
  await fundAccount(app.db, user.id, 1_000_000);
  paystack.state.accounts.clear();
  if (nameAtBank !== null) paystack.state.accounts.set(`058/${NUMBER}`, nameAtBank.replace("SURNAME", user.lastName));
  const { json } = await withdraw(user.id);
  await deliverOutboxKind("payout", app.db);
  return { user, id: json.data.id as string, reference: json.data.reference as string };
}

async function decide(id: string, decision: string, token = admin.token) {
  const { version } = await single(id);
  return app.call("PATCH", `/transactions/${id}/account-name`, {
    token,
    headers: { "idempotency-key": uuid() },
    body: { version, decision, reason: "The bank confirmed it" },
  });
}

describe("a withdrawal", () => {
  it("sends a withdrawal if the bank account has the citizen's names, in another order", async () => {
    const { id, reference } = await ordered("SURNAME EKAETTE NKOYO");
    expect(paystack.state.transfers.has(reference.toLowerCase())).toBe(true);
    expect((await single(id)).account_check).toMatchObject({ is_equal: true, decision: null });
  });

  it("keeps a withdrawal waiting if the bank account's name differs, and notifies admins who may decide once", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
    const { id, reference } = await ordered("UKEME EFFIONG");
    await deliverOutboxKind("payout", app.db);
    expect(paystack.state.transfers.has(reference.toLowerCase())).toBe(false);
    const shown = await single(id);
    expect(shown).toMatchObject({
      state: "pending",
      account_check: { name_at_bank: "UKEME EFFIONG", is_equal: false, decision: null },
    });
    expect(shown.events[0].message).toMatch(/UKEME EFFIONG's at the bank/);
    const notified = await app.db.select().from(notices).where(eq(notices.recordId, id));
    expect(notified.map(({ adminId, kind }) => [adminId, kind])).toEqual([[admin.id, "account_name"]]);
    expect((await decide(id, "send", reader.token)).status).toBe(403);
    expect((await app.audit(id)).map(({ action }) => action)).toContain("transaction.accountNameDiffers");
    expect(JSON.stringify(await app.audit(id))).not.toContain("UKEME");
  });

  it("sends a withdrawal after an admin accepts the different name, without another bank request", async () => {
    const { user, id, reference } = await ordered("UKEME EFFIONG");
    const before = paystack.requestsOf(/resolve/).length;
    expect((await decide(id, "send")).json.data).toMatchObject({ account_check: { decision: "send" } });
    expect((await decide(id, "send")).status).toBe(409);
    expect((await decide(id, "return")).status).toBe(409);
    await deliverOutboxKind("payout", app.db);
    expect(paystack.state.transfers.get(reference.toLowerCase())).toMatchObject({ amount: 500_000 });
    expect(paystack.requestsOf(/resolve/)).toHaveLength(before);
    expect(await readPayment(id)).toMatchObject({ providerReference: expect.stringMatching(/^TRF_/) });
    expect(await balanceOf(app.db, user.id)).toBe(1_000_000);
  });

  it("fails a withdrawal and releases its money if an admin rejects the different name", async () => {
    const { user, id, reference } = await ordered("UKEME EFFIONG");
    expect((await decide(id, "return")).json.data).toMatchObject({
      state: "failed",
      failure_reason: "Not sent: the account has another name at the bank",
    });
    await deliverOutboxKind("payout", app.db);
    expect(paystack.state.transfers.has(reference.toLowerCase())).toBe(false);
    expect(await balanceOf(app.db, user.id)).toBe(1_000_000);
    expect((await withdraw(user.id, { amount: 900_000 })).status).toBe(200);
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("of two simultaneous decisions about a withdrawal's account name, only one is accepted", async () => {
    const { id } = await ordered("UKEME EFFIONG");
    const answers = await Promise.all([decide(id, "send"), decide(id, "return")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("fails a withdrawal to an account unknown to the bank, and keeps it waiting while the bank does not respond", async () => {
    const unknown = await ordered(null);
    expect(await readPayment(unknown.id)).toMatchObject({
      state: "failed",
      failureReason: expect.stringMatching(/Could not resolve account name/),
    });
    paystack.plan(/resolve/, "error", "error", "error");
    const waiting = await ordered("SURNAME EKAETTE");
    expect(await readPayment(waiting.id)).toMatchObject({ state: "pending", providerReference: null });
    expect(await app.db.$count(accountNameChecks, eq(accountNameChecks.transactionId, waiting.id))).toBe(0);
    await app.db.update(outbox).set({ nextAttemptAt: new Date(0) });
    await deliverOutboxKind("payout", app.db);
    expect(await readPayment(waiting.id)).toMatchObject({ providerReference: expect.stringMatching(/^TRF_/) });
  });
});

describe("the list of banks", () => {
  const bank = { active: true, is_deleted: false, supports_transfer: true, nip_sort_code: "" };
  const LIST = [
    { ...bank, name: "GTBank", code: "058" },
    { ...bank, name: "Kuda", code: "50211" },
    { ...bank, name: "Access Bank", code: "044" },
  ];
  const DAY_MS = 86_400_000;

  it("the list of banks is read once a day, and withdrawals to a bank that is no longer listed are refused", async () => {
    paystack.state.banks = LIST;
    expect(await refreshBanks(app.db)).toBe(3);
    expect(await refreshBanks(app.db)).toBe(0);
    const { json } = await app.callAsApp("GET", "/banks");
    expect(json.data).toEqual({
      items: [
        { code: "044", name: "Access Bank" },
        { code: "058", name: "GTBank" },
        { code: "50211", name: "Kuda" },
      ],
      refreshed_at: expect.any(String),
    });
    paystack.state.banks = LIST.slice(0, 2);
    expect(await refreshBanks(app.db, Date.now() + DAY_MS)).toBe(2);
    expect((await app.audit())[0]).toMatchObject({
      action: "transaction.banksRefreshed",
      after: { banks: 2, changed: 0, no_longer_listed: 1 },
    });
    const user = await makeUser(app);
    expect(await withdraw(user.id, { bank_code: "044" })).toMatchObject({
      status: 400,
      json: { fields: { bank_code: expect.stringMatching(/Access Bank receives no transfers/) } },
    });
  });

  it("the list of banks stays unchanged when the provider returns no banks", async () => {
    paystack.state.banks = LIST;
    await refreshBanks(app.db);
    paystack.state.banks = [];
    await expect(refreshBanks(app.db, Date.now() + DAY_MS)).rejects.toThrow(/no banks/);
    expect(await app.db.$count(banks, eq(banks.isActive, true))).toBe(3);
  });

  it("rejects an account number whose check digit does not fit a listed commercial bank, and accepts others", async () => {
    const user = await makeUser(app);
    await fundAccount(app.db, user.id, 5_000_000);
    const wrong = { account_number: "0123456789" };
    expect((await withdraw(user.id, wrong)).status).toBe(200);
    paystack.state.banks = LIST;
    await refreshBanks(app.db);
    expect(await withdraw(user.id, wrong)).toMatchObject({
      status: 400,
      json: { fields: { account_number: expect.stringMatching(/GTBank has no account with this number/) } },
    });
    expect((await withdraw(user.id)).status).toBe(200);
    expect((await withdraw(user.id, { ...wrong, bank_code: "50211" })).status).toBe(200);
    expect((await withdraw(user.id, { ...wrong, bank_code: "033" })).status).toBe(200);
  });
});
