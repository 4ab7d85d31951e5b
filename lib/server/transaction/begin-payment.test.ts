import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paymentMethods, transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
const METHOD_IDS = { card: uuid(), off: uuid(), wallet: uuid() };
beforeAll(async () => {
  app = await startTestApp();
  const rules = { minAmount: 10_000, maxAmount: 1_000_000, feeFlat: 500 };
  await app.db.insert(paymentMethods).values([
    { ...rules, id: METHOD_IDS.card, code: "card", name: "Card", channel: "card", provider: "simulated" },
    {
      ...rules,
      id: METHOD_IDS.off,
      code: "ussd",
      name: "USSD",
      channel: "ussd",
      provider: "simulated",
      enabled: false,
    },
    { ...rules, id: METHOD_IDS.wallet, code: "wallet", name: "Wallet", channel: "wallet", provider: "ledger" },
  ]);
});
afterAll(() => app.stop());

type Person = Awaited<ReturnType<typeof makeUser>>;
const beginPayment = ({ id }: Person, values: object = {}) =>
  app.callAsApp("POST", "/payments", {
    body: { user_id: id, type: "bill_payment", method: "card", amount: 50_000, description: "PHED", ...values },
  });
const fetchPayment = (id: string, user: Person) => app.callAsApp("GET", `/payments/${id}?user_id=${user.id}`);

describe("a payment by the citizen app's API", () => {
  it("begins a payment with its fee, an event and an audit row in the citizen's name, and lets only the citizen read it", async () => {
    const user = await makeUser(app);
    const { status, json } = await beginPayment(user);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      type: "bill_payment",
      channel: "card",
      amount: 50_000,
      fee: 500,
      state: "pending",
    });
    const [event] = await app.db
      .select()
      .from(transactionEvents)
      .where(eq(transactionEvents.transactionId, json.data.id));
    expect(event).toMatchObject({ kind: "attempt" });
    expect((await app.audit())[0]).toMatchObject({
      action: "transaction.beginFromApp",
      adminId: user.id,
      recordId: json.data.id,
    });
    expect((await fetchPayment(json.data.id, user)).json.data).toEqual(json.data);
    expect((await fetchPayment(json.data.id, await makeUser(app))).status).toBe(404);
    expect((await fetchPayment(uuid(), user)).status).toBe(404);
  });

  it.each<[string, object, number, RegExp]>([
    ["an unknown method", { method: "cowries" }, 400, /no such payment method/],
    ["a wallet that would fund itself", { method: "wallet", type: "wallet_funding" }, 400, /no such payment method/],
    [
      "a wallet that holds too little",
      { method: "wallet", type: "bill_payment" },
      409,
      /wallet does not have enough money/,
    ],
    ["a method that is switched off", { method: "ussd" }, 409, /switched off/],
    ["too little", { amount: 9_999 }, 400, /₦100\.00 to ₦10,000\.00/],
    ["too much", { amount: 1_000_001 }, 400, /₦100\.00 to ₦10,000\.00/],
    ["nothing", { amount: 0 }, 400, /above zero/],
    ["what only admins pay out", { type: "grant_payout" }, 400, /Use one of/],
  ])("refuses a payment with a message: %s", async (_, values, status, message) => {
    const user = await makeUser(app);
    expect(await beginPayment(user, values)).toMatchObject({
      status,
      json: { message: expect.stringMatching(message) },
    });
    expect(await app.db.$count(transactions, eq(transactions.userId, user.id))).toBe(0);
  });

  it("refuses payments of a suspended or closed account, and funding of a wallet restricted from credits", async () => {
    const restriction = { status: "restricted", restriction: "no_credit", legalBasis: "court_order" } as const;
    expect((await beginPayment(await makeUser(app, { status: "suspended" }))).json.message).toMatch(/suspended/);
    expect((await beginPayment(await makeUser(app, { status: "closed" }))).status).toBe(409);
    const restrictedUser = await makeUser(app, restriction);
    expect(await beginPayment(restrictedUser, { type: "wallet_funding" })).toMatchObject({ status: 409 });
    expect(await beginPayment(restrictedUser)).toMatchObject({ status: 200 });
    const expiredRestriction = await makeUser(app, { ...restriction, restrictedUntil: new Date(Date.now() - 1_000) });
    expect(await beginPayment(expiredRestriction, { type: "wallet_funding" })).toMatchObject({ status: 200 });
  });
});
