import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { balanceOf, fundAccount } from "@/lib/server/testing/ledger";
import { makePaymentMethods } from "@/lib/server/testing/orders";

/** Fee of a transfer in kobo: that of the method `wallet` in `makePaymentMethods`. */
const FEE_KOBO = 500;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ connections: 20 });
  await makePaymentMethods(app);
});
afterAll(() => app.stop());
afterEach(async () => expect((await verifyLedger(app.db)).faults).toEqual([]));

type Person = Awaited<ReturnType<typeof makeUser>>;
const transfer = (sender: Person, values: object) =>
  app.callAsApp("POST", "/transfers", { body: { user_id: sender.id, amount: 20_000, ...values } });
const balances = (...people: Person[]) => Promise.all(people.map(({ id }) => balanceOf(app.db, id)));

async function makeSender(values: Parameters<typeof makeUser>[1] = {}, startBalance = 100_000) {
  const sender = await makeUser(app, { firstName: "Ada", lastName: "Ita Giwa", ...values });
  if (startBalance) await fundAccount(app.db, sender.id, startBalance);
  return sender;
}

describe("a recipient", () => {
  it("the recipient of a transfer between citizens is found by phone number, with a masked surname", async () => {
    const { id, phone } = await makeUser(app, { firstName: "Ọláyínká", lastName: "Édet Bassey" });
    const localPhone = phone.replace("+234", "0");
    const { status, json } = await app.callAsApp("GET", `/recipients?phone=${encodeURIComponent(localPhone)}`);
    expect([status, json.data]).toEqual([200, { user_id: id, name: "Ọláyínká É***" }]);
  });

  it("searching a transfer's recipient returns 404 for an unknown number or a closed account, and 400 for an invalid number", async () => {
    const closed = await makeUser(app, { status: "closed" });
    for (const phone of ["+2348099999999", closed.phone]) {
      const { status, json } = await app.callAsApp("GET", `/recipients?phone=${encodeURIComponent(phone)}`);
      expect([status, json.message]).toEqual([404, "No account has this phone number. Check it and ask again."]);
    }
    expect((await app.callAsApp("GET", "/recipients?phone=12")).status).toBe(400);
  });
});

describe("a transfer", () => {
  it("a transfer between citizens to a recipient without email and device succeeds", async () => {
    const [sender, recipient] = [await makeSender(), await makeUser(app)];
    await app.db.update(users).set({ email: null }).where(eq(users.id, recipient.id));
    expect((await transfer(sender, { to_user_id: recipient.id })).status).toBe(200);
    expect(await balances(recipient)).toEqual([20_000]);
  });

  it("a transfer between citizens moves the amount immediately, charges the sender, notifies the recipient and is audited", async () => {
    const [sender, recipient] = [await makeSender(), await makeUser(app, { firstName: "Bella", lastName: "O’Neil" })];
    await app.mails();
    const { status, json } = await transfer(sender, { to_phone: recipient.phone, description: "School books" });
    expect([status, json.message]).toEqual([200, "OK"]);
    expect(json.data).toMatchObject({
      ...{ type: "transfer", channel: "wallet", state: "succeeded", direction: "out", counterparty: "Bella O***" },
      ...{ amount: 20_000, fee: FEE_KOBO, description: "School books", account_last4: null, refunded_amount: 0 },
    });
    expect(await balances(sender, recipient)).toEqual([100_000 - 20_000 - FEE_KOBO, 20_000]);
    expect((await app.audit(json.data.id))[0]).toMatchObject({
      ...{ action: "transaction.transferFromApp", adminId: sender.id, outcome: "done" },
      after: { state: "succeeded", amount: "₦200.00", fee: "₦5.00", user_id: sender.id, to_user_id: recipient.id },
    });
    const [mail] = await app.mails();
    expect(mail).toMatchObject({ to: recipient.email, subject: "You received ₦200.00" });
    expect(mail?.text).toContain("Ada I*** sent you ₦200.00");
    expect(mail?.text).toContain("School books");
    // Both citizens can read the transfer, each from their own side.
    const recipientView = await app.callAsApp("GET", `/payments/${json.data.id}?user_id=${recipient.id}`);
    expect(recipientView.json.data).toMatchObject({ direction: "in", counterparty: "Ada I***", fee: 0 });
    const stranger = await makeUser(app);
    expect((await app.callAsApp("GET", `/payments/${json.data.id}?user_id=${stranger.id}`)).status).toBe(404);
  });

  it("makes a transfer once per Idempotency-Key, and refuses it without a key", async () => {
    const [sender, recipient] = [await makeSender(), await makeUser(app)];
    const body = { user_id: sender.id, to_user_id: recipient.id, amount: 20_000 };
    const headers = { "idempotency-key": uuid() };
    const answers = await Promise.all([1, 2, 3].map(() => app.callAsApp("POST", "/transfers", { body, headers })));
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.data.id)).size).toBe(1);
    expect(await balances(recipient)).toEqual([20_000]);
    expect((await app.callAsApp("POST", "/transfers", { body, headers: { "idempotency-key": "" } })).status).toBe(400);
  });

  it.each([
    ["suspended", { status: "suspended" }, 100_000, /suspended/],
    ["restricted", { status: "restricted", restriction: "no_debit", legalBasis: "court_order" }, 100_000, /restricted/],
    ["closed", { status: "closed" }, 0, /closed/],
  ] as const)("refuses a transfer when the sender's account is %s", async (_, values, startBalance, message) => {
    const [sender, recipient] = [await makeSender({}, startBalance), await makeUser(app)];
    await app.db.update(users).set(values).where(eq(users.id, sender.id));
    const { status, json } = await transfer(sender, { to_user_id: recipient.id });
    expect([status, json.message]).toEqual([409, expect.stringMatching(message)]);
    expect(await balances(recipient)).toEqual([0]);
  });

  it.each([
    ["suspended", { status: "suspended" }],
    ["restricted", { status: "restricted", restriction: "no_credit", legalBasis: "court_order" }],
    ["closed", { status: "closed" }],
    ["of tier 0", { tier: 0 }],
    ["near the highest balance of its tier", { tier: 1 }],
  ] as const)("refuses a transfer without a reason when the recipient's account is %s", async (_, values) => {
    const sender = await makeSender();
    const recipient = await makeUser(app, values);
    if ("tier" in values && values.tier === 1) await fundAccount(app.db, recipient.id, 29_990_000);
    const before = await balances(sender, recipient);
    const { status, json } = await transfer(sender, { to_user_id: recipient.id });
    const words = "This person can't receive this amount at the moment. Nothing was moved.";
    expect([status, json.message]).toEqual([409, words]);
    expect(await balances(sender, recipient)).toEqual(before);
    expect(await app.db.$count(transactions, eq(transactions.userId, sender.id))).toBe(0);
  });

  it("refuses a transfer with invalid input, with the status and field", async () => {
    const [sender, recipient] = [await makeSender(), await makeUser(app)];
    const answers = await Promise.all([
      transfer(sender, { to_user_id: sender.id }),
      transfer(sender, { to_phone: sender.phone }),
      transfer(sender, {}),
      transfer(sender, { to_user_id: recipient.id, to_phone: recipient.phone }),
      transfer(sender, { to_user_id: recipient.id, amount: 0 }),
      transfer(sender, { to_user_id: recipient.id, amount: 1_000.5 }),
      transfer(sender, { to_user_id: recipient.id, amount: 9_999 }),
      transfer(sender, { to_user_id: uuid() }),
      transfer(sender, { to_user_id: recipient.id, amount: 100_000 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 400, 404, 409]);
    expect(answers[0]?.json.fields.to_user_id).toContain("own account");
    expect(answers.at(-1)?.json.message).toContain("does not have enough money: this transfer costs ₦1,005.00");
    expect(await balances(sender)).toEqual([100_000]);
  });

  it("a transfer between citizens is refused while no wallet method is enabled", async () => {
    const [sender, recipient] = [await makeSender(), await makeUser(app)];
    const wallet = eq(paymentMethods.code, "wallet");
    await app.db.update(paymentMethods).set({ enabled: false }).where(wallet);
    expect((await transfer(sender, { to_user_id: recipient.id })).json.message).toContain("switched off");
    await app.db.update(paymentMethods).set({ enabled: true }).where(wallet);
  });

  it("concurrent transfers in opposite directions cause no deadlock and lose no money", async () => {
    const [firstUser, secondUser] = [await makeSender(), await makeSender()];
    const transfersBothWays = Array.from({ length: 12 }, (_, n) =>
      n % 2 ? transfer(firstUser, { to_user_id: secondUser.id }) : transfer(secondUser, { to_user_id: firstUser.id }),
    );
    for (const { status } of await Promise.all(transfersBothWays)) expect([200, 409]).toContain(status);
    const transferCount = await app.db.$count(transactions, eq(transactions.type, "transfer"));
    const [first = 0, second = 0] = await balances(firstUser, secondUser);
    expect(transferCount).toBeGreaterThan(0);
    expect((200_000 - first - second) % FEE_KOBO).toBe(0);
  });

  it("a refund of a transfer takes the money from the recipient's wallet, beyond the sender's limits", async () => {
    const [sender, recipient] = [await makeSender({ tier: 1 }), await makeUser(app, { tier: 1 })];
    const { json } = await transfer(sender, { to_user_id: recipient.id });
    // More than the maximum balance of tier 1, but a refund is still possible.
    await fundAccount(app.db, sender.id, 30_000_000);
    const admin = await makeAdmin(app);
    const refunded = await app.call("POST", `/transactions/${json.data.id}/refund`, {
      token: admin.token,
      body: { amount: 20_000, remaining: 20_000, reason: "Sent to the wrong person" },
      headers: { "idempotency-key": uuid() },
    });
    expect([refunded.status, refunded.json.data.state]).toEqual([200, "refunded"]);
    expect(await balances(recipient)).toEqual([0]);
    const list = await app.callAsApp("GET", `/users/${recipient.id}/transactions`);
    expect(list.json.data.items.map(({ type, direction }: never) => [type, direction])).toEqual([
      ["refund", "out"],
      ["transfer", "in"],
    ]);
  });
});

describe("a bill paid from the citizen's own wallet", () => {
  const pay = (user: Person, values: object = {}) =>
    app.callAsApp("POST", "/payments", {
      body: { user_id: user.id, type: "tax_and_levy", method: "wallet", amount: 50_000, ...values },
    });

  it("pays a bill from the wallet immediately with its fee, and lets an admin refund it", async () => {
    const user = await makeSender();
    const { status, json } = await pay(user, { description: "Tenement rate" });
    expect([status, json.data.state, json.data.channel]).toEqual([200, "succeeded", "wallet"]);
    expect(await balances(user)).toEqual([100_000 - 50_000 - FEE_KOBO]);
    expect((await app.audit(json.data.id))[0]).toMatchObject({ action: "transaction.beginFromApp", adminId: user.id });
    const admin = await makeAdmin(app);
    await app.call("POST", `/transactions/${json.data.id}/refund`, {
      token: admin.token,
      body: { amount: 50_000, remaining: 50_000, reason: "Paid twice" },
      headers: { "idempotency-key": uuid() },
    });
    expect(await balances(user)).toEqual([100_000 - FEE_KOBO]);
  });

  it("refuses a bill payment from an empty, suspended or restricted wallet, or beyond the daily limit", async () => {
    expect((await pay(await makeSender({}, 0))).json.message).toContain(
      "does not have enough money: this costs ₦505.00",
    );
    const debitRestriction = { status: "restricted", restriction: "no_debit", legalBasis: "court_order" } as const;
    for (const values of [{ status: "suspended" } as const, debitRestriction]) {
      const user = await makeSender();
      await app.db.update(users).set(values).where(eq(users.id, user.id));
      expect((await pay(user)).status).toBe(409);
    }
    const tierOneSender = await makeSender({ tier: 1 }, 10_000_000);
    const { status, json } = await pay(tierOneSender, { amount: 5_000_000 });
    expect([status, json.code]).toEqual([409, "LIMIT_EXCEEDED"]);
    expect(json.message).toBe(
      "The daily limit of tier 1 is ₦50,000.00, and ₦50,000.00 of it is left today. This takes ₦50,005.00 with its fee. Tier 2 may spend ₦200,000.00 a day: send an identity request for it. Nothing was moved.",
    );
    // Balance and limits are private to the citizen, so the audit trail has the message without amounts.
    const [row] = await app.audit();
    expect(row).toMatchObject({ outcome: "refused", refusal: expect.not.stringContaining("₦") });
  });
});
