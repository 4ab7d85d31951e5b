import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { type PromotionRefusalReason, promotionBenefitOf } from "@/lib/contract/promotion.values";
import { promotionCodes, promotions } from "@/lib/server/db/schema/promotion";
import { userGroupMembers, userGroups, users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { fundAccount } from "@/lib/server/testing/ledger";
import { makePaymentMethods } from "@/lib/server/testing/orders";
import { makePromotion, makeRedemption } from "@/lib/server/testing/promotions";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;
let user: Awaited<ReturnType<typeof makeUser>>;
beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app);
  await makePaymentMethods(app);
  await fundAccount(app.db, IDS.promotions_pool, 100_000_000);
});
afterAll(() => app.stop());
beforeEach(async () => {
  user = await makeUser(app);
  await app.db
    .update(promotions)
    .set({ state: "ended", endCause: "admin", pauseCause: null })
    .where(eq(promotions.state, "active"));
});

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const payment = { type: "bill_payment", method: "ussd", amount: 1_000_000 };
const requestQuote = (values: object) =>
  app.callAsApp("POST", "/promotions/quote", { body: { user_id: user.id, ...payment, ...values } });
const quote = async (values: object) => (await requestQuote(values)).json.data;
const makeGroupOf = async (...members: string[]) => {
  const id = uuid();
  await app.db.insert(userGroups).values({ id, name: `Group ${id}`, kind: "static" });
  if (members.length) await app.db.insert(userGroupMembers).values(members.map((userId) => ({ groupId: id, userId })));
  return id;
};

describe("a quote", () => {
  it("quotes the cost of a payment if no promotion applies", async () => {
    await makePromotion(app, ada, { types: ["ticket"] });
    const { amount, fee, ...none } = await quote({});
    expect([amount, Number.isInteger(fee)]).toEqual([1_000_000, true]);
    expect(none).toEqual({ best: null, offers: [], code_refused: null });
  });

  it("quotes the promotion with the largest benefit first, then the earliest end, with the amount to pay", async () => {
    const halfOff = { basisPoints: 5_000, cap: 90_000, budget: 10_000_000 };
    const endsLate = await makePromotion(app, ada, { ...halfOff, name: "Late", endsAt: inDays(9) });
    const endsNever = await makePromotion(app, ada, { ...halfOff, name: "Never" });
    const endsSoon = await makePromotion(app, ada, {
      ...halfOff,
      name: "Soon",
      endsAt: inDays(2),
      description: "Half off",
    });
    const best = await makePromotion(app, ada, { kind: "cashback", basisPoints: 1_000, budget: 10_000_000 });
    const flatOffer = await makePromotion(app, ada, { kind: "flat", flatAmount: 60_000, budget: 55_000 });
    const quoted = await quote({});
    expect(quoted.offers.map((offer: { promotion_id: string }) => offer.promotion_id)).toEqual(
      [best, endsSoon, endsLate, endsNever, flatOffer].map(({ id }) => id),
    );
    expect(quoted.best).toEqual(quoted.offers[0]);
    const bestOffer = { promotion_id: best.id, name: best.name, description: "", kind: "cashback" };
    expect(quoted.best).toEqual({
      ...bestOffer,
      benefit: 100_000,
      discount: 0,
      cashback: 100_000,
      to_pay: 1_000_000 + quoted.fee,
    });
    expect(quoted.offers[1]).toMatchObject({ description: "Half off", benefit: 90_000, to_pay: 910_000 + quoted.fee });
    // The remaining budget limits the benefit.
    expect(quoted.offers[4].benefit).toBe(55_000);
  });

  it("quotes the same promotion benefit that the payment then gets", async () => {
    const promotion = await makePromotion(app, ada, { codes: [`PAY-${user.id.slice(-8)}`.toUpperCase()] });
    const code = `pay-${user.id.slice(-8)} `;
    const { best } = await quote({ code });
    expect(best).toMatchObject({ promotion_id: promotion.id, benefit: 100_000 });
    const promotionInput = { promotion_id: best.promotion_id, code: code.trim(), benefit: best.benefit };
    const paid = await app.callAsApp("POST", "/payments", {
      body: { user_id: user.id, ...payment, description: "PHED", promotion: promotionInput },
    });
    expect(paid).toMatchObject({ status: 200, json: { data: { discount: best.discount, amount: 1_000_000 } } });
  });

  it("omits from a quote promotions that the rules refuse, and fills the list with other promotions", async () => {
    const values = { budget: 10_000_000, usesPerUser: 1 };
    const benefitsUsed = [];
    for (let n = 0; n < 45; n++)
      benefitsUsed.push(await makePromotion(app, ada, { ...values, basisPoints: 2_000 + n }));
    for (const promotion of benefitsUsed) await makeRedemption(app, promotion, { userId: user.id, amount: 10 });
    const remainingOffers = [];
    for (let n = 0; n < 25; n++)
      remainingOffers.push(await makePromotion(app, ada, { ...values, basisPoints: 100 + n }));
    const { offers } = await quote({});
    // Computes the 20 largest benefits from the promotions' terms.
    const benefits = remainingOffers
      .map(({ kind, basisPoints, flatAmount, cap }) =>
        promotionBenefitOf({ kind, basis_points: basisPoints, flat_amount: flatAmount, cap }, 1_000_000),
      )
      .sort((a, b) => b - a);
    expect(offers.map(({ benefit }: { benefit: number }) => benefit)).toEqual(benefits.slice(0, 20));
    await makePromotion(app, ada, { groups: [await makeGroupOf()], basisPoints: 9_000, budget: 10_000_000 });
    expect((await quote({})).best.benefit).toBe(benefits[0]);
    await makePromotion(app, ada, { groups: [await makeGroupOf(user.id)], basisPoints: 9_000, budget: 10_000_000 });
    expect((await quote({})).best.benefit).toBe(900_000);
  });

  it("quotes promotions by the current time, even if a due start or end is not stored yet", async () => {
    await makePromotion(app, ada, { state: "scheduled", startsAt: inDays(-1), name: "Begun" });
    await makePromotion(app, ada, { startsAt: inDays(-3), endsAt: inDays(-1), name: "Over" });
    await makePromotion(app, ada, { state: "scheduled", startsAt: inDays(1), name: "To come" });
    expect((await quote({})).offers.map(({ name }: { name: string }) => name)).toEqual(["Begun"]);
    await app.db.update(promotions).set({ state: "active" }).where(eq(promotions.name, "Begun"));
  });

  it("offers a promotion that needs no code only once, even if the typed code belongs to it", async () => {
    const code = codeOf();
    const promotion = await makePromotion(app, ada, { codes: [code], trigger: "automatic" });
    const { offers, code_refused } = await quote({ code });
    expect(offers).toMatchObject([{ promotion_id: promotion.id }]);
    expect(code_refused).toBeNull();
  });

  it("refuses a promotion quote with the same message as the payment if the account may not pay", async () => {
    await makePromotion(app, ada, { types: ["bill_payment", "wallet_funding"] });
    const restricted = { status: "restricted", restriction: "no_credit", legalBasis: "court_order" } as const;
    await app.db.update(users).set(restricted).where(eq(users.id, user.id));
    expect(await requestQuote({})).toMatchObject({ status: 200 });
    const funding = await requestQuote({ type: "wallet_funding" });
    expect([funding.status, funding.json.message]).toEqual([409, expect.stringMatching(/no money may go into it/)]);
    user = await makeUser(app);
    await app.db.update(users).set({ status: "suspended" }).where(eq(users.id, user.id));
    for (const type of ["bill_payment", "ticket"])
      expect((await requestQuote({ type })).json.message).toMatch(/account is suspended/);
  });

  const codeOf = () => `C-${uuid().slice(-8).toUpperCase()}`;
  it.each<[string, Parameters<typeof makePromotion>[2], PromotionRefusalReason, RegExp]>([
    ["has not started", { state: "scheduled", startsAt: inDays(1) }, "not_started", /starts on \d/],
    ["is over by the clock", { startsAt: inDays(-3), endsAt: inDays(-1) }, "over", /ended on \d/],
    ["is paused", { state: "paused" }, "not_active", /not running/],
    ["is a draft, which nobody may know of", { state: "draft" }, "code_wrong", /not valid/],
    ["is for another type", { types: ["ticket"] }, "type", /only for tickets/],
    ["is for another channel", { channels: ["card", "wallet"] }, "channel", /by card and wallet/],
    ["requires a larger payment", { minimum: 1_000_001 }, "minimum", /at least ₦10,000\.01/],
    ["exceeds the pool, without naming its balance", { budget: 9e12 }, "budget", /used up/],
  ])("returns why a typed code does not apply: its promotion %s", async (_, values, reason, message) => {
    const code = codeOf();
    await makePromotion(app, ada, { ...values, codes: [code] });
    const amount = reason === "budget" ? 90_000_000 : 1_000_000;
    if (reason === "budget")
      await app.db.execute("update ledger_accounts set reserved = balance where code = 'promotions_pool'");
    const quoted = await quote({ code, amount });
    await app.db.execute("update ledger_accounts set reserved = 0 where code = 'promotions_pool'");
    expect(quoted.code_refused).toEqual({ reason, message: expect.stringMatching(message) });
    expect(quoted.best).toBeNull();
  });

  it("returns why a code is refused: used up, unknown, or its promotion was used too often by this citizen", async () => {
    const code = codeOf();
    const promotion = await makePromotion(app, ada, { codes: [code], usesPerCode: 1 });
    await app.db.update(promotionCodes).set({ uses: 1 }).where(eq(promotionCodes.code, code));
    expect((await quote({ code })).code_refused).toMatchObject({
      reason: "code_used",
      message: "This code has been used.",
    });
    expect((await quote({ code: "NO-SUCH" })).code_refused).toMatchObject({ reason: "code_wrong" });
    const ownCode = codeOf();
    const ownPromotion = await makePromotion(app, ada, { codes: [ownCode], usesPerUser: 2 });
    await makeRedemption(app, ownPromotion, { userId: user.id });
    expect((await quote({ code: ownCode })).code_refused).toBeNull();
    await makeRedemption(app, ownPromotion, { userId: user.id });
    expect((await quote({ code: ownCode })).code_refused).toMatchObject({ message: expect.stringMatching(/2 times/) });
    expect(promotion.usesPerCode).toBe(1);
  });

  it("refuses a promotion quote for an unknown user or payment method, or an invalid amount, with a message", async () => {
    expect((await requestQuote({ user_id: uuid() })).status).toBe(404);
    expect((await requestQuote({ method: "cowries" })).json.message).toMatch(/no such payment method/);
    expect((await requestQuote({ amount: 1 })).status).toBe(400);
    expect((await requestQuote({ type: "transfer" })).status).toBe(400);
    expect((await app.call("POST", "/app/promotions/quote", { token: ada.token, body: {} })).status).toBe(401);
    expect(await requestQuote({ type: "ticket", method: "wallet" })).toMatchObject({ status: 200 });
  });
});

describe("a trial", () => {
  const attempt = (body: object) =>
    app.call("POST", "/promotions/trial", { token: ada.token, body: { user_id: user.id, ...payment, ...body } });
  const run = async (body: object) => (await attempt(body)).json.data;
  const unsavedTerms = {
    ...{
      name: "Form",
      description: "",
      trigger: "automatic",
      kind: "percentage",
      basis_points: 1_000,
      flat_amount: null,
    },
    ...{ cap: null, minimum: 0, types: ["bill_payment"], channels: [], group_ids: [], first_payment_only: false },
    ...{
      uses_total: null,
      uses_per_user: null,
      uses_per_code: null,
      budget: 5_000_000,
      starts_at: null,
      ends_at: null,
    },
  };

  it("a trial of a saved promotion uses its state and counters, and returns every reason why the promotion does not apply", async () => {
    const promotion = await makePromotion(app, ada, { usesPerUser: 1, budget: 100_000 });
    const { fee, ...quoted } = await run({ promotion_id: promotion.id });
    expect(quoted).toEqual({ applies: true, discount: 100_000, cashback: 0, to_pay: 900_000 + fee, reasons: [] });
    await makeRedemption(app, promotion, { userId: user.id, amount: 100_000 });
    const refused = await run({ promotion_id: promotion.id, type: "ticket" });
    expect(refused).toMatchObject({ applies: false, discount: 100_000 });
    expect(refused.reasons).toEqual([
      { reason: "type", message: "This promotion is only for bill payments." },
      { reason: "uses_per_user", message: "This account has used this promotion before." },
      { reason: "budget", message: "Nothing is left of the budget of ₦1,000.00." },
    ]);
    const draft = await makePromotion(app, ada, { state: "draft" });
    expect((await run({ promotion_id: draft.id })).reasons).toEqual([
      { reason: "not_active", message: "The promotion is a draft and has to be published first." },
    ]);
    expect(await app.db.$count(promotions, eq(promotions.id, promotion.id))).toBe(1);
  });

  it("a trial of unsaved terms treats them as an active promotion with the dates, codes and groups of the form", async () => {
    expect(await run({ terms: unsavedTerms })).toMatchObject({ applies: true, discount: 100_000 });
    const reasons = async (terms: object, code?: string) =>
      (await run({ terms: { ...unsavedTerms, ...terms }, code })).reasons.map(
        ({ reason }: { reason: PromotionRefusalReason }) => reason,
      );
    expect(await reasons({ starts_at: inDays(1).toISOString() })).toEqual(["not_started"]);
    expect(await reasons({ ends_at: inDays(-1).toISOString() })).toEqual(["over"]);
    expect(await reasons({ trigger: "code" })).toEqual(["code_missing"]);
    expect(await reasons({ trigger: "code" }, "a code")).toEqual(["code_wrong"]);
    expect(await reasons({ trigger: "code" }, "summer-24")).toEqual([]);
    expect(await reasons({ group_ids: [await makeGroupOf()] })).toEqual(["audience"]);
    expect(await reasons({ group_ids: [await makeGroupOf(), await makeGroupOf(user.id)] })).toEqual([]);
    expect(await reasons({ basis_points: null, budget: 0, types: [] })).toEqual(["type", "budget"]);
    expect(await reasons({ basis_points: null })).toEqual(["nothing"]);
    expect(await reasons({ kind: "flat", basis_points: null, flat_amount: 999_999 })).toEqual(["method_minimum"]);
    const paid = await makePromotion(app, ada, {});
    expect(await reasons({ first_payment_only: true })).toEqual([]);
    await makeRedemption(app, paid, { userId: user.id });
    expect(await reasons({ first_payment_only: true })).toEqual(["first_payment"]);
  });

  it("a trial of a promotion for an account that may not pay returns that as the reason why the promotion does not apply", async () => {
    await app.db.update(users).set({ status: "suspended" }).where(eq(users.id, user.id));
    const quoted = await run({ terms: { ...unsavedTerms, minimum: 2_000_000 } });
    expect(quoted).toMatchObject({ applies: false, discount: 100_000 });
    expect(quoted.reasons).toMatchObject([
      { reason: "account", message: "This account is suspended, so it can't begin a payment." },
      { reason: "minimum" },
    ]);
  });

  it("a trial of a draft promotion checks the code against the draft's own codes, if the draft has any", async () => {
    const draft = await makePromotion(app, ada, { state: "draft", codes: [`OWN-${user.id.slice(-6)}`.toUpperCase()] });
    const draftWithCode = await makePromotion(app, ada, { state: "draft", trigger: "code" });
    const appliesCode = async (codes_of: string, code: string) =>
      (await run({ terms: { ...unsavedTerms, trigger: "code" }, codes_of, code })).applies;
    expect(await appliesCode(draft.id, "SUMMER-24")).toBe(false);
    expect(await appliesCode(draft.id, ` own-${user.id.slice(-6)}`)).toBe(true);
    expect(await appliesCode(draftWithCode.id, "SUMMER-24")).toBe(true);
  });

  it("offers for a promotion trial the enabled payment methods with the payment types that each accepts", async () => {
    const { methods } = (await app.call("GET", "/promotions/choices", { token: ada.token })).json.data;
    expect(methods.map(({ code }: { code: string }) => code).sort()).toEqual(["card", "ussd", "wallet"]);
    const typesOf = (code: string) => methods.find((each: { code: string }) => each.code === code).types;
    expect(typesOf("wallet")).toEqual(["ticket"]);
    expect(typesOf("card")).toEqual(["wallet_funding", "bill_payment", "tax_and_levy", "ticket"]);
  });

  it("refuses a promotion trial without exactly one promotion, with an unknown user or payment method, or without the right to update", async () => {
    expect((await attempt({})).json.fields).toHaveProperty("promotion_id");
    expect((await attempt({ terms: unsavedTerms, promotion_id: uuid() })).status).toBe(400);
    expect((await attempt({ promotion_id: uuid() })).status).toBe(404);
    expect((await attempt({ terms: unsavedTerms, user_id: uuid() })).json.fields).toHaveProperty("user_id");
    expect((await attempt({ terms: unsavedTerms, method: "cowries" })).status).toBe(400);
    const { token } = await makeAdmin(app, { rights: makeRights({ Promotions: ["read"] }) });
    const body = { user_id: user.id, ...payment, terms: unsavedTerms };
    expect((await app.call("POST", "/promotions/trial", { token, body })).status).toBe(403);
    // This call finds citizens by name and phone, so it requires more than the right to read.
    expect((await app.call("GET", "/promotions/people?q=ada", { token })).status).toBe(403);
    expect((await app.call("GET", "/promotions/choices", { token })).status).toBe(200);
  });
});
