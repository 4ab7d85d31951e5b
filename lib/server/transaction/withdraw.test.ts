import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { outbox } from "@/lib/server/db/schema/outbox";
import { paymentMethods, transactions, withdrawals } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeOutboxDue } from "@/lib/server/testing/broadcasts";
import { balanceOf, fundAccount } from "@/lib/server/testing/ledger";
import { makePaymentMethods } from "@/lib/server/testing/orders";
import { receiveWebhook } from "./receive-webhook";
import { signSimulatedWebhook, simulatedProvider } from "./simulated-provider";

const FEE_KOBO = 1_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ connections: 20 });
  await makePaymentMethods(app);
  const rules = { minAmount: 10_000, maxAmount: 1_000_000_000, provider: "simulated", feeFlat: FEE_KOBO } as const;
  await app.db
    .insert(paymentMethods)
    .values({ ...rules, id: uuid(), code: "bank", name: "Bank transfer", channel: "bank_transfer" });
  await fundAccount(app.db, IDS.fee_income, 10_000_000);
});
afterAll(() => app.stop());
afterEach(async () => expect((await verifyLedger(app.db)).faults).toEqual([]));

type Person = Awaited<ReturnType<typeof makeUser>>;
async function makeUserWithBalance(values: Parameters<typeof makeUser>[1] = {}, startBalance = 100_000) {
  const user = await makeUser(app, { firstName: "Bella", lastName: "Bassey-Duke", ...values });
  if (startBalance) await fundAccount(app.db, user.id, startBalance);
  return user;
}
const withdraw = (user: Person, values: object = {}) =>
  app.callAsApp("POST", "/withdrawals", {
    body: { user_id: user.id, bank_code: "058", account_number: "0123456789", amount: 50_000, ...values },
  });
const wallet = async (user: Person) => (await app.callAsApp("GET", `/users/${user.id}/wallet`)).json.data;
const readTransaction = async (id: string) =>
  (await app.db.select().from(transactions).where(eq(transactions.id, id)))[0];

type WebhookFields = Partial<Parameters<typeof signSimulatedWebhook>[0]>;
function report(reference: string, webhookFields: WebhookFields = {}) {
  const event = {
    eventId: uuid(),
    state: "succeeded",
    providerReference: "SIM-1",
    message: "Told",
    ...webhookFields,
  } as const;
  const { raw, signature } = signSimulatedWebhook({ reference, ...event });
  const headers = { "x-payment-signature": signature };
  return receiveWebhook("simulated", new Request("http://test/", { method: "POST", body: raw, headers }));
}

describe("a withdrawal", () => {
  it("a withdrawal reserves amount and fee, is sent after the commit, and is debited by the provider's report", async () => {
    const user = await makeUserWithBalance();
    const { status, json } = await withdraw(user, { description: "Rent" });
    expect([status, json.message]).toEqual([200, "OK"]);
    expect(json.data).toMatchObject({
      ...{ type: "withdrawal", channel: "bank_transfer", state: "pending", direction: "out" },
      ...{ amount: 50_000, fee: FEE_KOBO, account_last4: "6789", description: "Rent" },
    });
    expect(await wallet(user)).toMatchObject({ balance: 100_000, available: 49_000, used: { daily_debit: 51_000 } });
    const [row] = await app.audit(json.data.id);
    expect(row).toMatchObject({
      ...{ action: "transaction.withdrawFromApp", adminId: user.id },
      after: { amount: "₦500.00", fee: "₦10.00", bank_code: "058", account_last4: "6789" },
    });
    expect(JSON.stringify(await app.audit())).not.toContain("0123456789");
    const payoutSpy = vi.spyOn(simulatedProvider, "payout");
    await app.mails();
    expect(payoutSpy).toHaveBeenCalledExactlyOnceWith({
      ...{ reference: json.data.reference, amount: 50_000, key: json.data.id },
      ...{ bank_code: "058", account_number: "0123456789", account_name: "Bella Bassey-Duke" },
    });
    payoutSpy.mockRestore();
    expect(await readTransaction(json.data.id)).toMatchObject({
      state: "pending",
      providerReference: expect.stringMatching(/^SIM-/),
    });
    expect((await app.audit(json.data.id))[0]).toMatchObject({ action: "transaction.payoutTaken", adminId: null });
    await report(json.data.reference);
    await report(json.data.reference);
    expect(await wallet(user)).toMatchObject({ balance: 49_000, available: 49_000, used: { daily_debit: 51_000 } });
    expect((await app.mails()).map(({ subject }) => subject)).toEqual(["₦500.00 paid to your bank account"]);
  });

  it("a withdrawal that the bank returns releases its money once, and the citizen is notified", async () => {
    const user = await makeUserWithBalance();
    const { json } = await withdraw(user);
    await app.mails();
    for (const state of ["failed", "failed", "expired", "processing"] as const)
      await report(json.data.reference, { state, message: "Account dormant" });
    expect(await wallet(user)).toMatchObject({ balance: 100_000, available: 100_000, used: { daily_debit: 0 } });
    expect(await readTransaction(json.data.id)).toMatchObject({ state: "failed", failureReason: "Account dormant" });
    const [mail, ...others] = await app.mails();
    expect([mail?.subject, others]).toEqual(["Your withdrawal of ₦500.00 did not succeed", []]);
  });

  it("a withdrawal fails when the provider finally refuses the order", async () => {
    const user = await makeUserWithBalance();
    const { json } = await withdraw(user, { bank_code: "1234567".slice(0, 6) });
    const refusedPayout = vi.spyOn(simulatedProvider, "payout").mockImplementationOnce(async () => {
      const { PayoutRefusal } = await import("./payout-refusal");
      throw new PayoutRefusal("No such bank.");
    });
    await app.mails();
    refusedPayout.mockRestore();
    expect(await readTransaction(json.data.id)).toMatchObject({ state: "failed", failureReason: "No such bank." });
    expect((await app.audit(json.data.id))[0]).toMatchObject({ action: "transaction.payoutNotSent" });
    expect((await wallet(user)).available).toBe(100_000);
  });

  it("a withdrawal stays reserved and is resent with the same key if the provider can't be reached", async () => {
    const user = await makeUserWithBalance();
    const { json } = await withdraw(user);
    const payoutSpy = vi.spyOn(simulatedProvider, "payout").mockRejectedValueOnce(new Error("Timed out"));
    await app.mails();
    expect(await wallet(user)).toMatchObject({ balance: 100_000, available: 49_000 });
    await makeOutboxDue(app);
    await app.mails();
    expect(new Set(payoutSpy.mock.calls.map(([order]) => order.key))).toEqual(new Set([json.data.id]));
    expect(payoutSpy).toHaveBeenCalledTimes(2);
    payoutSpy.mockRestore();
    // The status of a payout is not requested while the provider may not have received its order.
    const other = await withdraw(user, { amount: 10_000 });
    const { token } = await makeAdmin(app);
    const ask = (id: string) => app.call("PATCH", `/transactions/${id}/requery`, { token });
    expect((await ask(other.json.data.id)).json.message).toContain("has not reached the provider");
    expect(await ask(json.data.id)).toMatchObject({ status: 200 });
    expect(["succeeded", "failed"]).toContain((await readTransaction(json.data.id))?.state);
  });

  it("a withdrawal is debited once if it is reported as paid after it failed", async () => {
    const user = await makeUserWithBalance();
    const { json } = await withdraw(user);
    const suspenseBalance = await balanceOf(app.db, IDS.suspense);
    await report(json.data.reference, { state: "failed" });
    await app.mails();
    await report(json.data.reference);
    await report(json.data.reference);
    expect((await wallet(user)).balance).toBe(50_000);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(suspenseBalance);
    expect((await readTransaction(json.data.id))?.state).toBe("failed");
    expect((await app.mails()).map(({ subject }) => subject)).toEqual(["₦500.00 paid to your bank account"]);
    expect(await app.audit(json.data.id)).toContainEqual(
      expect.objectContaining({ after: expect.objectContaining({ settled: "₦500.00" }) }),
    );
  });

  it("a withdrawal that the provider pays after it had failed stays on the suspense account if the wallet lacks the money", async () => {
    const user = await makeUserWithBalance();
    const { json } = await withdraw(user);
    const suspenseBalance = await balanceOf(app.db, IDS.suspense);
    await report(json.data.reference, { state: "failed" });
    await app.callAsApp("POST", "/transfers", {
      body: { user_id: user.id, to_user_id: (await makeUser(app)).id, amount: 90_000 },
    });
    await report(json.data.reference);
    expect(await balanceOf(app.db, IDS.suspense)).toBe(suspenseBalance - 50_000);
    expect((await wallet(user)).balance).toBe(9_500);
  });

  it("a withdrawal reported with a wrong amount fails, and its money is released", async () => {
    const user = await makeUserWithBalance();
    const { json } = await withdraw(user);
    await app.mails();
    await report(json.data.reference, { amount: 40_000 });
    expect(await readTransaction(json.data.id)).toMatchObject({ state: "failed" });
    expect((await wallet(user)).available).toBe(100_000);
    expect((await app.mails()).map(({ subject }) => subject)).toEqual(["Your withdrawal of ₦500.00 is being checked"]);
  });

  it("a withdrawal is debited although the wallet was restricted after the order", async () => {
    const user = await makeUserWithBalance();
    const { json } = await withdraw(user);
    await app.db
      .update(users)
      .set({ status: "restricted", restriction: "no_debit", legalBasis: "court_order" })
      .where(eq(users.id, user.id));
    await report(json.data.reference);
    expect((await readTransaction(json.data.id))?.state).toBe("succeeded");
    expect(await balanceOf(app.db, user.id)).toBe(49_000);
  });

  it("a withdrawal is refused for a forbidden account, an amount too high, a limit, or an invalid bank account", async () => {
    const user = await makeUserWithBalance();
    const answers = await Promise.all([
      withdraw(await makeUserWithBalance({ status: "suspended" }, 0)),
      withdraw(await makeUserWithBalance({ status: "closed" }, 0)),
      withdraw(await makeUserWithBalance({ tier: 0 })),
      withdraw(await makeUserWithBalance({ tier: 1 }, 10_000_000), { amount: 5_000_000 }),
      withdraw(user, { amount: 99_001 }),
      withdraw(user, { amount: 9_999 }),
      withdraw(user, { account_number: "12345" }),
      withdraw(user, { bank_code: "ABC" }),
      withdraw(user, { amount: -5 }),
      withdraw({ ...user, id: uuid() }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 400, 400, 400, 400, 404]);
    expect(answers.map(({ json }) => json.code).slice(2, 5)).toEqual(["LIMIT_EXCEEDED", "LIMIT_EXCEEDED", "CONFLICT"]);
    expect(answers[4]?.json.message).toContain("does not have enough money: this withdrawal needs ₦1,000.01");
    expect(await wallet(user)).toMatchObject({ available: 100_000 });
    expect(await app.db.$count(withdrawals)).toBe(
      await app.db.$count(transactions, eq(transactions.type, "withdrawal")),
    );
    const isBankMethod = eq(paymentMethods.code, "bank");
    await app.db.update(paymentMethods).set({ enabled: false }).where(isBankMethod);
    expect((await withdraw(user)).json.message).toContain("switched off");
    await app.db.update(paymentMethods).set({ enabled: true }).where(isBankMethod);
  });

  it("money reserved for a withdrawal can't be used otherwise, and prevents closing the account", async () => {
    const user = await makeUserWithBalance();
    await withdraw(user);
    expect((await withdraw(user)).status).toBe(409);
    const paymentAnswer = await app.callAsApp("POST", "/payments", {
      body: { user_id: user.id, type: "bill_payment", method: "wallet", amount: 49_000 },
    });
    expect(paymentAnswer.status).toBe(409);
    const { version } = (await app.callAsApp("GET", `/users/${user.id}`)).json.data;
    const closingAnswer = await app.callAsApp("POST", `/users/${user.id}/closing`, { body: { version } });
    expect([closingAnswer.status, closingAnswer.json.message]).toEqual([409, expect.stringContaining("transaction")]);
  });

  it("50 concurrent withdrawals order no more than the available balance", async () => {
    const user = await makeUserWithBalance({}, 200_000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => withdraw(user)));
    const successes = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(successes).toHaveLength(3);
    const [account] = await app.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, user.id));
    expect(account).toMatchObject({ balance: 200_000, reserved: 3 * 51_000 });
    await app.db.delete(outbox);
  });
});
