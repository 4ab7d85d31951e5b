import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { tierLimits } from "@/lib/server/db/schema/ledger";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { balanceOf, fundAccount, moveMoney } from "@/lib/server/testing/ledger";
import { makePaymentMethods, sendSimulatedPaymentReport } from "@/lib/server/testing/orders";
import { makePromotion } from "@/lib/server/testing/promotions";
import { readWalletLimits } from "./limits";
import { verifyLedger } from "./verify";

/** Daily spending limit of tier 1 and its maximum balance, in kobo (lib/server/db/migrations/0009_wallet_limits.sql). */
const DAILY_LIMIT = 5_000_000;
const MAX_BALANCE = 30_000_000;
const FEE_KOBO = 500;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ connections: 20 });
  await makePaymentMethods(app);
  const rules = { minAmount: 10_000, maxAmount: 1_000_000_000, provider: "simulated" } as const;
  await app.db
    .insert(paymentMethods)
    .values({ ...rules, id: uuid(), code: "bank", name: "Bank transfer", channel: "bank_transfer" });
});
afterAll(() => app.stop());
afterEach(async () => expect((await verifyLedger(app.db)).faults).toEqual([]));

type Person = Awaited<ReturnType<typeof makeUser>>;
async function makeCitizen(tier: number, startBalance = 0) {
  const user = await makeUser(app, { tier });
  if (startBalance) await fundAccount(app.db, user.id, startBalance);
  return user;
}
const transfer = (from: Person, to: Person, amount: number) =>
  app.callAsApp("POST", "/transfers", { body: { user_id: from.id, to_user_id: to.id, amount } });
const pay = (user: Person, type: string, method: string, amount: number, extraFields: object = {}) =>
  app.callAsApp("POST", "/payments", { body: { user_id: user.id, type, method, amount, ...extraFields } });
const withdraw = (user: Person, amount: number) =>
  app.callAsApp("POST", "/withdrawals", {
    body: { user_id: user.id, bank_code: "058", account_number: "0123456789", amount },
  });

describe("daily limit", () => {
  it("a citizen can spend exactly the daily wallet limit, fees included, but not more", async () => {
    const [sender, recipient] = [await makeCitizen(1, 10_000_000), await makeCitizen(3)];
    expect((await transfer(sender, recipient, DAILY_LIMIT - FEE_KOBO + 1)).status).toBe(409);
    expect((await transfer(sender, recipient, DAILY_LIMIT - FEE_KOBO)).status).toBe(200);
    const { status, json } = await pay(sender, "bill_payment", "wallet", 10_000);
    expect([status, json.code]).toEqual([409, "LIMIT_EXCEEDED"]);
    expect(json.message).toContain("₦0.00 of it is left today");
    expect(await readWalletLimits(app.db, sender.id)).toEqual({
      limits: { daily_debit: DAILY_LIMIT, balance: MAX_BALANCE },
      used: { daily_debit: DAILY_LIMIT, balance: 5_000_000 },
      left: { daily_debit: 0, balance: MAX_BALANCE - 5_000_000 },
      reserved: 0,
    });
  });

  it("50 parallel transfers do not exceed the daily wallet limit", async () => {
    const [sender, recipient] = [await makeCitizen(1, 20_000_000), await makeCitizen(3)];
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => transfer(sender, recipient, 1_000_000 - FEE_KOBO)),
    );
    const codes = answers.map(({ status, json }) => (status === 200 ? "done" : json.code)).sort();
    expect(codes).toEqual([...Array(45).fill("LIMIT_EXCEEDED"), ...Array(5).fill("done")]);
    expect(await balanceOf(app.db, recipient.id)).toBe(5 * (1_000_000 - FEE_KOBO));
  });

  it("parallel transfers, bills and withdrawals together do not exceed the daily wallet limit", async () => {
    const [sender, recipient] = [await makeCitizen(1, 20_000_000), await makeCitizen(3)];
    const debitCalls = [
      () => transfer(sender, recipient, 1_000_000 - FEE_KOBO),
      () => pay(sender, "tax_and_levy", "wallet", 1_000_000 - FEE_KOBO),
      () => withdraw(sender, 1_000_000),
    ];
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => debitCalls[n % 3]?.()));
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(5);
  });

  it("a withdrawal counts towards the daily wallet limit on the day it is requested, and not at all if it fails", async () => {
    const user = await makeCitizen(1, 20_000_000);
    const firstWithdrawal = (await withdraw(user, 3_000_000)).json.data;
    expect((await withdraw(user, 3_000_000)).status).toBe(409);
    await sendSimulatedPaymentReport(firstWithdrawal.reference, "failed");
    const withdrawalAfterFailure = (await withdraw(user, 3_000_000)).json.data;
    // Backdates the withdrawal to yesterday. Its success today must not count towards today's limit.
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`alter table transactions disable trigger transactions_guard`);
      await tx.execute(
        sql`update transactions set created_at = created_at - interval '1 day' where id = ${withdrawalAfterFailure.id}`,
      );
      await tx.execute(sql`alter table transactions enable trigger transactions_guard`);
    });
    await sendSimulatedPaymentReport(withdrawalAfterFailure.reference, "succeeded");
    expect((await readWalletLimits(app.db, user.id)).used.daily_debit).toBe(0);
    expect((await withdraw(user, DAILY_LIMIT)).status).toBe(200);
  });

  it("debits by admins and refunds do not count towards the daily wallet limit; a refund does not restore spent limit", async () => {
    const [sender, recipient] = [await makeCitizen(1, 10_000_000), await makeCitizen(1)];
    await moveMoney(app.db, sender.id, IDS.suspense, 100_000);
    const { json } = await transfer(sender, recipient, 1_000_000);
    const { token } = await makeAdmin(app);
    await app.call("POST", `/transactions/${json.data.id}/refund`, {
      token,
      body: { amount: 1_000_000, remaining: 1_000_000, reason: "Wrong person" },
      headers: { "idempotency-key": uuid() },
    });
    expect((await readWalletLimits(app.db, recipient.id)).used.daily_debit).toBe(0);
    expect((await readWalletLimits(app.db, sender.id)).used.daily_debit).toBe(1_000_000 + FEE_KOBO);
  });
});

describe("maximum balance", () => {
  it("parallel transfers can fill a wallet up to its maximum balance, but not above", async () => {
    const recipient = await makeCitizen(1, MAX_BALANCE - 2_000_000);
    const senders = await Promise.all(Array.from({ length: 10 }, () => makeCitizen(3, 2_000_000)));
    const answers = await Promise.all(senders.map((sender) => transfer(sender, recipient, 1_000_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await balanceOf(app.db, recipient.id)).toBe(MAX_BALANCE);
  });

  it("a wallet funding above the maximum balance is refused before it is paid; the error mentions the next tier", async () => {
    const user = await makeCitizen(1, MAX_BALANCE - 1_000_000);
    const { status, json } = await pay(user, "wallet_funding", "card", 1_000_001);
    expect([status, json.code, json.message]).toEqual([
      409,
      "LIMIT_EXCEEDED",
      "The highest balance of tier 1 is ₦300,000.00, and the wallet can take ₦10,000.00 more. Tier 2 may hold ₦500,000.00: send an identity request for it. Nothing was moved.",
    ]);
    expect((await pay(user, "wallet_funding", "card", 1_000_000)).status).toBe(200);
  });

  it("a paid wallet funding above the maximum balance is posted to suspense, with the reason", async () => {
    const user = await makeCitizen(1, MAX_BALANCE - 1_000_000);
    const [first, second] = [
      (await pay(user, "wallet_funding", "card", 1_000_000)).json.data,
      (await pay(user, "wallet_funding", "card", 1_000_000)).json.data,
    ];
    const before = await balanceOf(app.db, IDS.suspense);
    await sendSimulatedPaymentReport(first.reference, "succeeded");
    await sendSimulatedPaymentReport(second.reference, "succeeded");
    await sendSimulatedPaymentReport(second.reference, "succeeded");
    expect(await balanceOf(app.db, user.id)).toBe(MAX_BALANCE);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(before + 1_000_000 + FEE_KOBO);
    const paymentForApp = await app.callAsApp("GET", `/payments/${second.id}?user_id=${user.id}`);
    expect(paymentForApp.json.data).toMatchObject({
      state: "failed",
      failure_reason: "The wallet's balance would exceed the limit of its tier. The payment is on suspense.",
    });
  });

  it("a bill's cashback is left out if it would exceed the wallet's maximum balance", async () => {
    const user = await makeCitizen(1, MAX_BALANCE);
    const admin = await makeAdmin(app);
    await fundAccount(app.db, IDS.promotions_pool, 1_000_000);
    const { id } = await makePromotion(app, admin, { kind: "cashback" });
    const promotion = { promotion_id: id, benefit: 10_000 };
    const { json } = await pay(user, "bill_payment", "ussd", 100_000, { promotion });
    await sendSimulatedPaymentReport(json.data.reference, "succeeded");
    const [payment] = await app.db.select().from(transactions).where(eq(transactions.id, json.data.id));
    expect(payment).toMatchObject({ state: "succeeded", cashback: 0 });
    expect(await balanceOf(app.db, user.id)).toBe(MAX_BALANCE);
  });
});

it("a wallet at tier 0 refuses funding and spending; the error mentions the tier that allows them", async () => {
  const [tierZeroUser, sendingUser] = [await makeCitizen(0, 100_000), await makeCitizen(3, 1_000_000)];
  const answers = [
    await pay(tierZeroUser, "bill_payment", "wallet", 10_000),
    await withdraw(tierZeroUser, 10_000),
    await transfer(tierZeroUser, sendingUser, 10_000),
    await pay(tierZeroUser, "wallet_funding", "card", 10_000),
  ];
  for (const { status, json } of answers) expect([status, json.code]).toEqual([409, "LIMIT_EXCEEDED"]);
  expect(answers[0]?.json.message).toContain("Tier 0 may spend nothing. Tier 1 may spend ₦50,000.00 a day");
  expect(answers[3]?.json.message).toContain("A wallet of tier 0 may hold nothing. Tier 1 may hold ₦300,000.00");
  expect((await transfer(sendingUser, tierZeroUser, 10_000)).status).toBe(409);
  // A bill paid by card does not change the wallet.
  expect((await pay(tierZeroUser, "bill_payment", "card", 10_000)).status).toBe(200);
});

it("a citizen with a new tier immediately has the wallet limits of that tier", async () => {
  const user = await makeCitizen(0, 100_000);
  expect((await pay(user, "bill_payment", "wallet", 10_000)).status).toBe(409);
  await app.db.update(users).set({ tier: 1 }).where(eq(users.id, user.id));
  expect((await pay(user, "bill_payment", "wallet", 10_000)).status).toBe(200);
});

it("changed wallet limits apply from their first day, not before", async () => {
  const user = await makeCitizen(2, 1_000_000);
  const inDays = (days: number) => sql<string>`((now() at time zone 'Africa/Lagos')::date + ${days}::int)`;
  const limits = (daily: number, days: number) =>
    app.db.insert(tierLimits).values({ tier: 2, startsOn: inDays(days), dailyDebit: daily, balance: null });
  await limits(1_000, 1);
  expect((await readWalletLimits(app.db, user.id)).limits).toEqual({ daily_debit: 20_000_000, balance: 50_000_000 });
  await limits(7_000_000, 0);
  expect((await readWalletLimits(app.db, user.id)).limits).toEqual({ daily_debit: 7_000_000, balance: null });
  await app.db.delete(tierLimits).where(sql`starts_on > '2020-01-01'`);
});
