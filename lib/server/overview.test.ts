import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { paymentLinks } from "@/lib/contract/payment-links";
import { dayOf, startOfDay } from "./base/time";
import { approvals } from "./db/schema/approvals";
import { transactions } from "./db/schema/transaction";
import { makeAdmin, makeKyc, makeUser, rightsOf, startTestApp, type TestApp } from "./testing/app";
import { fundAccount } from "./testing/ledger";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it("counts waiting, late and own requests, and omits features that the caller may not read", async () => {
  const officer = await makeAdmin(app, { rights: rightsOf({ "KYC Management": ["read", "update"] }) });
  await makeKyc(app);
  await makeKyc(app, { submittedAt: new Date(Date.now() - 30 * 3_600_000) });
  await makeKyc(app, { state: "in_review", assigneeId: officer.id });
  const decidedRequest = await makeKyc(app);
  await app.call("PATCH", `/kyc/${decidedRequest.id}/decision`, {
    token: officer.token,
    body: { version: 1, decision: "approved", checked: KYC_CHECKS },
  });
  const { json } = await app.call("GET", "/overview", { token: officer.token });
  expect(json.data.kyc).toMatchObject({ waiting: 3, late: 1, mine: 1, decided_today: 1 });
  expect(json.data.kyc.days).toHaveLength(14);
  expect(json.data.kyc.days.at(-1).decided).toBe(1);
  expect(json.data.users).toBeUndefined();

  const reader = await makeAdmin(app, { rights: rightsOf({ "User Management": ["read"] }) });
  const figuresOfReader = await app.call("GET", "/overview", { token: reader.token });
  expect(figuresOfReader.json.data.kyc).toBeUndefined();
  expect(figuresOfReader.json.data.users).toEqual({ total: 4, new_30_days: 0, previous_30_days: 0 });
});

describe("money", () => {
  const fetchFigures = async (token: string, query = "") =>
    (await app.call("GET", `/overview${query}`, { token })).json.data;
  const HOUR_MS = 3_600_000;

  it("equals the Transactions overview of the same days exactly, plus open payments", async () => {
    const financeAdmin = await makeAdmin(app, { rights: rightsOf({ Transactions: ["read"] }) });
    const user = await makeUser(app);
    const midnight = startOfDay(dayOf(new Date())).getTime();
    const makePayment = async (
      state: "succeeded" | "failed" | "pending" | "processing",
      amount: number,
      at = midnight,
    ) =>
      app.db.insert(transactions).values({
        id: uuid(),
        reference: `TRX-${uuid()}`,
        userId: user.id,
        type: "ticket",
        channel: "wallet",
        amount,
        fee: 1,
        state,
        createdAt: new Date(at),
        completedAt: state === "succeeded" || state === "failed" ? new Date(at) : null,
      });
    await makePayment("succeeded", 1_234_567);
    await makePayment("succeeded", 89, midnight - 1);
    await makePayment("succeeded", 7, midnight - 6 * 24 * HOUR_MS - 1);
    await makePayment("failed", 50_000);
    await makePayment("pending", 1);
    await makePayment("processing", 1, midnight - 400 * 24 * HOUR_MS);
    const today = (await fetchFigures(financeAdmin.token, "?days=1")).money;
    expect(today).toMatchObject({
      from: dayOf(new Date()),
      now: { volume: 1_234_567, succeeded: 1, failed: 1 },
      before: { volume: 89, succeeded: 1, failed: 0 },
      open: 2,
      open_is_capped: false,
    });
    const weekMoney = (await fetchFigures(financeAdmin.token)).money;
    expect(weekMoney).toMatchObject({ now: { volume: 1_234_656 }, before: { volume: 7 } });
    expect(weekMoney.by_day.map(({ volume }: { volume: number }) => volume)).toEqual([0, 0, 0, 0, 0, 89, 1_234_567]);
    expect(weekMoney.by_type).toEqual([{ name: "ticket", volume: 1_234_656, count: 2 }]);
    const overview = (await app.call("GET", "/transactions/overview?days=30", { token: financeAdmin.token })).json.data;
    const monthMoney = (await fetchFigures(financeAdmin.token, "?days=30")).money;
    expect(monthMoney.now).toEqual({
      volume: overview.now.volume,
      succeeded: overview.now.succeeded,
      failed: overview.now.failed,
    });
    expect(monthMoney.by_day).toEqual(overview.by_day);
    expect((await app.call("GET", "/overview?days=8", { token: financeAdmin.token })).status).toBe(400);
  });

  it("links to lists with as many rows as the figures, including payments completed after the period began", async () => {
    const { token } = await makeAdmin(app, { rights: rightsOf({ Transactions: ["read"] }) });
    const user = await makeUser(app);
    const at = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS);
    const values = (
      created: number,
      completed: number | null,
      extraValues: Partial<typeof transactions.$inferInsert>,
    ) => ({
      ...{ id: uuid(), reference: `TRX-${uuid()}`, userId: user.id, amount: 100, fee: 0, createdAt: at(created) },
      ...{
        type: "transfer" as const,
        channel: "ussd" as const,
        completedAt: completed === null ? null : at(completed),
      },
      ...{ state: "succeeded" as const, ...extraValues },
    });
    const [payment] = await app.db
      .insert(transactions)
      .values([
        values(31, 2, {}),
        values(2, 1, { state: "disputed" }),
        values(40, 31, {}),
        values(31, 3, { state: "failed" }),
        values(2, 2, { state: "expired", channel: "card" }),
        values(1, null, { state: "processing" }),
      ])
      .returning();
    await app.db.insert(transactions).values(values(35, 4, { type: "refund", refundOf: payment?.id }));

    const { data } = (await app.call("GET", "/transactions/overview?days=30", { token })).json;
    const links = paymentLinks(data);
    const rowsOf = async (link: string) =>
      (await app.call("GET", `/transactions${link.slice(link.indexOf("?"))}`, { token })).json.data.total;
    expect(await rowsOf(links.paid)).toBe(data.now.succeeded);
    expect(await rowsOf(links.failed)).toBe(data.now.failed);
    expect(await rowsOf(links.refunded)).toBe(1);
    type ChartSlice = { name: string; count: number };
    const checkSlices = async (slices: ChartSlice[], linkOf: (name: string) => string) => {
      for (const { name, count } of slices) expect(await rowsOf(linkOf(name)), name).toBe(count);
      return slices.map(({ name }) => name);
    };
    expect(await checkSlices(data.by_type, links.ofType)).toContain("transfer");
    expect(await checkSlices(data.by_channel, links.ofChannel)).toContain("ussd");
    expect(await checkSlices(data.by_state, links.inState)).toContain("processing");
  });

  it("at the bank equals the settlement float's balance, and each figure requires its read right", async () => {
    await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.grants_pool, 5_000_050);
    const wallet = await makeAdmin(app, { rights: rightsOf({ "System Wallet": ["read"] }) });
    const { token } = await makeAdmin(app, { rights: rightsOf({ "System Wallet": ["create"] }) });
    const before = await fetchFigures(wallet.token);
    expect(before).toEqual({ wallet: { balance: 5_000_050, available: 5_000_050, waiting: 0 } });
    await app.call("POST", "/wallets/movements", {
      token,
      headers: { "idempotency-key": "test-key-overview" },
      body: { kind: "withdraw", account: "grants_pool", amount: 50, note: "Paid to the bank", submit: true },
    });
    expect((await fetchFigures(wallet.token)).wallet).toEqual({ balance: 5_000_050, available: 5_000_000, waiting: 1 });
    const account = async () => {
      const { items } = (await app.call("GET", "/wallets/accounts", { token: wallet.token })).json.data;
      const settlementFloat = items.find((each: { account: string }) => each.account === "settlement_float");
      return {
        balance: settlementFloat.balance,
        available: settlementFloat.available,
        waiting: settlementFloat.waiting,
      };
    };
    expect((await fetchFigures(wallet.token)).wallet).toEqual(await account());
    await app.db.update(approvals).set({ expiresAt: new Date(Date.now() - 1_000) });
    expect((await fetchFigures(wallet.token)).wallet).toEqual({ balance: 5_000_050, available: 5_000_050, waiting: 0 });
    expect((await fetchFigures(wallet.token)).wallet).toEqual(await account());
    const adminWithoutFigures = await makeAdmin(app, { rights: rightsOf({ Events: ["read"] }) });
    expect(await fetchFigures(adminWithoutFigures.token)).toEqual({});
  });
});
