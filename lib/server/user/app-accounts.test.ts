import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lagosDayOf, latestBirthDate } from "@/lib/server/base/time";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, OTHER_APP_KEY, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent } from "@/lib/server/testing/events";
import { makeGrantApplication, makeGrantProgramme } from "@/lib/server/testing/grants";
import { fundAccount } from "@/lib/server/testing/ledger";
import { orderCallsOf } from "@/lib/server/testing/orders";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ connections: 10 });
});
afterAll(() => app.stop());

let personCount = 0;
/** Returns a new citizen's data as an app's server sends it. */
const person = (values: object = {}) => {
  const n = String(++personCount).padStart(4, "0");
  return {
    external_id: `citizen ${n}`,
    first_name: "Ọláyínká",
    last_name: "Bassey-Duke",
    phone: `0803 111 ${n}`,
    email: `Citizen${n}@Example.com`,
    date_of_birth: "1990-02-28",
    gender: "female",
    lga: "Calabar South",
    ...values,
  };
};
type CallOptions = Parameters<TestApp["callAsApp"]>[2];
const openAccount = (body: object, sent: CallOptions = {}) => app.callAsApp("POST", "/users", { body, ...sent });
const openNew = async (values: object = {}) => (await openAccount(person(values))).json.data;
const readAccount = (id: string) => app.callAsApp("GET", `/users/${id}`);
const updateAccount = (id: string, body: object) => app.callAsApp("PATCH", `/users/${id}`, { body });
const closeAccount = (id: string, version = 1) => app.callAsApp("POST", `/users/${id}/closing`, { body: { version } });
const newestAudit = async () => (await app.audit())[0];

describe("opening an account", () => {
  it("opening an account creates an account at tier 0 with an empty wallet, and an audit row in the citizen's name", async () => {
    const sent = person({ middle_name: "Grace", address: "12 Marian Road", language: "efi" });
    const { status, json } = await openAccount(sent);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      external_id: sent.external_id,
      first_name: "Ọláyínká",
      last_name: "Bassey-Duke",
      phone: "+2348031110001",
      phone_verified_at: null,
      email: "citizen0001@example.com",
      address: "12 Marian Road",
      language: "efi",
      tier: 0,
      status: "active",
      restriction: null,
      status_message: null,
      limits: { daily_debit: 0, balance: 0 },
      left: { daily_debit: 0, balance: 0 },
      sessions_valid_from: null,
      version: 1,
    });
    const [wallet] = await app.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, json.data.id));
    expect(wallet).toMatchObject({ balance: 0, userId: json.data.id });
    expect(await newestAudit()).toMatchObject({
      action: "user.openFromApp",
      adminId: json.data.id,
      adminName: "Ọláyínká Bassey-Duke (citizen)",
      recordId: json.data.id,
      after: { step: "account opened", app: "demo", external_id: sent.external_id },
    });
    expect((await readAccount(json.data.id)).json.data).toMatchObject({ ...json.data });
  });

  it("opening an account returns the same account for the same data in concurrent calls", async () => {
    const sent = person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => openAccount(sent)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1);
    expect(await app.db.$count(users, eq(users.externalId, sent.external_id))).toBe(1);
  });

  it("opening an account refuses other data for the same external id, and returns the current account", async () => {
    const sent = person();
    const { id } = (await openAccount(sent)).json.data;
    const { status, json } = await openAccount({ ...sent, last_name: "Edet" });
    expect(status).toBe(409);
    expect(json.current).toMatchObject({ id, last_name: "Bassey-Duke" });
    expect(await newestAudit()).toMatchObject({ outcome: "refused", adminId: id });
  });

  it("opening an account with an external id that another app uses creates a separate account", async () => {
    const sent = person();
    const first = (await openAccount(sent)).json.data;
    const second = (await openAccount({ ...person(), external_id: sent.external_id }, { token: OTHER_APP_KEY })).json
      .data;
    expect(second.id).not.toBe(first.id);
    expect((await readAccount(second.id)).json.data.external_id).toBeNull();
  });

  it.each([
    ["phone number", "phone"],
    ["email address", "email"],
  ] as const)(
    "refuses the %s of another account without details about it, until that account is closed",
    async (fieldName, field) => {
      const sent = person();
      const other = (await openAccount(sent)).json.data;
      const personWithSame = person({ [field]: sent[field] });
      const { status, json } = await openAccount(personWithSame);
      expect([status, json.message]).toEqual([409, expect.stringContaining(`Another account has this ${fieldName}`)]);
      expect(JSON.stringify(json)).not.toContain(other.id);
      expect(json.current).toBeUndefined();
      expect((await closeAccount(other.id)).status).toBe(200);
      expect((await openAccount(personWithSame)).status).toBe(200);
    },
  );

  it("opening an account opens one account when twenty concurrent calls use the same phone number", async () => {
    const { phone } = person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => openAccount(person({ phone }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  it("opening an account works without email or address", async () => {
    const { email, ...sent } = person();
    expect((await openAccount(sent)).json.data).toMatchObject({ email: null, address: "" });
  });

  it("opening an account accepts a citizen who is 18 today in Lagos, and refuses one who is 18 tomorrow", async () => {
    const birthday = latestBirthDate(18, lagosDayOf(new Date()));
    const dayAfter = lagosDayOf(new Date(Date.parse(birthday) + 86_400_000));
    expect((await openAccount(person({ date_of_birth: birthday }))).status).toBe(200);
    const { status, json } = await openAccount(person({ date_of_birth: dayAfter }));
    expect([status, json.fields]).toEqual([400, { date_of_birth: expect.stringContaining("18") }]);
  });

  it.each([
    ["an external id of spaces", { external_id: "   " }],
    ["a phone number of another country", { phone: "+447911123456" }],
    ["a name of two lines", { first_name: "Ada\nObi" }],
    ["an LGA of another state", { lga: "Uyo" }],
    ["a tier", { tier: 3 }],
  ])("opening an account refuses %s", async (_, values) => {
    expect((await openAccount(person(values))).status).toBe(400);
  });

  it("opening an account refuses the external id of a closed account", async () => {
    const sent = person();
    const { id } = (await openAccount(sent)).json.data;
    await closeAccount(id);
    expect(await openAccount(sent)).toMatchObject({ status: 409, json: { current: { id, status: "closed" } } });
  });
});

describe("reading an account", () => {
  it("reading an account finds it by the app's id, and by phone number in any format", async () => {
    const sent = person();
    const { id } = (await openAccount(sent)).json.data;
    for (const [name, value] of [
      ["external_id", sent.external_id],
      ["phone", sent.phone],
      ["phone", sent.phone.replace(/^0/, "+234 ")],
    ] as const)
      expect((await app.callAsApp("GET", `/users?${name}=${encodeURIComponent(value)}`)).json.data.id).toBe(id);
  });

  it("reading an account returns 404 for an unknown user, and 400 for both or no parameters", async () => {
    expect((await readAccount(uuid())).status).toBe(404);
    expect((await app.callAsApp("GET", "/users?external_id=nobody")).status).toBe(404);
    expect((await app.callAsApp("GET", "/users?phone=08031119999")).status).toBe(404);
    expect((await app.callAsApp("GET", "/users")).status).toBe(400);
    expect((await app.callAsApp("GET", "/users?external_id=x&phone=08031119999")).status).toBe(400);
  });

  it("reading an account does not find another app's account by its external id", async () => {
    const sent = person();
    await openAccount(sent, { token: OTHER_APP_KEY });
    expect((await app.callAsApp("GET", `/users?external_id=${encodeURIComponent(sent.external_id)}`)).status).toBe(404);
  });

  it("reading an account returns tier, limits and usage, a restriction without its reason, and the time since which sessions are valid", async () => {
    const user = await makeUser(app, {
      tier: 1,
      status: "restricted",
      restriction: "no_debit",
      legalBasis: "court_order",
      statusReason: "Order of the High Court",
      statusMessage: "Please come to the office.",
      sessionsResetAt: new Date("2026-05-01T09:00:00Z"),
    });
    await fundAccount(app.db, user.id, 1_000_000);
    const { json } = await readAccount(user.id);
    expect(json.data).toMatchObject({
      tier: 1,
      status: "restricted",
      restriction: { kind: "no_debit", until: null },
      status_message: "Please come to the office.",
      limits: { daily_debit: 5_000_000, balance: 30_000_000 },
      left: { daily_debit: 5_000_000, balance: 29_000_000 },
      sessions_valid_from: "2026-05-01T09:00:00.000Z",
    });
    expect(JSON.stringify(json)).not.toMatch(/High Court|court_order/);
  });

  it("reading an account returns a closed account, which can't be changed", async () => {
    const { id } = await openNew();
    await closeAccount(id);
    expect((await readAccount(id)).json.data).toMatchObject({ status: "closed" });
    expect((await updateAccount(id, { version: 2, lga: "Ikom" })).status).toBe(409);
  });
});

describe("changing an account", () => {
  it("changing an account changes only the sent fields, and audits which fields changed, without contact data", async () => {
    const { id, ...before } = await openNew();
    const { status, json } = await updateAccount(id, {
      version: 1,
      email: "new@example.com",
      address: "1 Mary Slessor",
      lga: "Ikom",
    });
    expect(status).toBe(200);
    expect(json.data).toEqual({
      ...before,
      id,
      email: "new@example.com",
      address: "1 Mary Slessor",
      lga: "Ikom",
      version: 2,
    });
    const row = await newestAudit();
    expect(row).toMatchObject({
      action: "user.updateFromApp",
      adminId: id,
      before: { lga: "Calabar South" },
      after: { lga: "Ikom" },
    });
    expect(JSON.stringify(row)).not.toMatch(/new@example|Slessor/);
    expect((await updateAccount(id, { version: 2, email: null })).json.data.email).toBeNull();
  });

  it("changing an account stores an address with composed letters, as when the account was opened", async () => {
    const { id } = await openNew();
    const address = "1 Ọláyínká Street";
    const { status, json } = await updateAccount(id, { version: 1, address: address.normalize("NFD") });
    expect([status, json.data.address]).toEqual([200, address.normalize("NFC")]);
  });

  it("changing an account changes names and birth date at tier 0, and refuses it at tier 1", async () => {
    const { id } = await openNew();
    const values = { first_name: "Bella", last_name: "O’Neil", date_of_birth: "1991-02-03" };
    expect((await updateAccount(id, { version: 1, ...values })).json.data).toMatchObject(values);
    await app.db.update(users).set({ tier: 1 }).where(eq(users.id, id));
    const { status, json } = await updateAccount(id, { version: 2, first_name: "Belle" });
    expect([status, json.message]).toEqual([409, expect.stringContaining("contact the office")]);
    expect(json.current).toMatchObject({ id, first_name: "Bella" });
    // Sends unchanged names, which are not refused.
    expect((await updateAccount(id, { version: 2, ...values, lga: "Ogoja" })).status).toBe(200);
  });

  it("changing an account changes the phone number only with the time of its verification", async () => {
    const { id } = await openNew();
    const { phone } = person();
    expect((await updateAccount(id, { version: 1, phone })).json.fields).toHaveProperty("phone_verified_at");
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    expect((await updateAccount(id, { version: 1, phone, phone_verified_at: inAnHour })).status).toBe(400);
    const at = new Date(Date.now() - 60_000).toISOString();
    expect((await updateAccount(id, { version: 1, phone, phone_verified_at: at })).json.data).toMatchObject({
      phone: `+234${phone.replaceAll(" ", "").slice(1)}`,
      phone_verified_at: at,
    });
    expect(await newestAudit()).toMatchObject({ after: { phone: `…${phone.slice(-4)}` } });
  });

  it("changing an account refuses a phone number or email address of another account, also in concurrent calls", async () => {
    const [firstUser, secondUser, thirdUser] = [await openNew(), await openNew(), await openNew()];
    const at = new Date().toISOString();
    expect(
      (await updateAccount(firstUser.id, { version: 1, phone: secondUser.phone, phone_verified_at: at })).status,
    ).toBe(409);
    expect((await updateAccount(firstUser.id, { version: 1, email: secondUser.email })).status).toBe(409);
    const { phone } = person();
    const parallelAnswers = await Promise.all(
      [firstUser, thirdUser].map(({ id }) => updateAccount(id, { version: 1, phone, phone_verified_at: at })),
    );
    expect(parallelAnswers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("changing an account refuses an outdated version with the current account, and an age under 18", async () => {
    const { id } = await openNew();
    await updateAccount(id, { version: 1, lga: "Ikom" });
    expect(await updateAccount(id, { version: 1, lga: "Yala" })).toMatchObject({
      status: 409,
      json: { current: { lga: "Ikom", version: 2 } },
    });
    expect((await updateAccount(id, { version: 2, date_of_birth: lagosDayOf(new Date()) })).status).toBe(400);
  });
});

describe("closing an account", () => {
  it("closing an account closes it permanently, ends its sessions and writes an audit row", async () => {
    const { id } = await openNew();
    const { status, json } = await closeAccount(id);
    expect([status, json.data.status, json.data.version]).toEqual([200, "closed", 2]);
    expect(Date.parse(json.data.sessions_valid_from)).toBeGreaterThan(Date.now() - 60_000);
    expect(await newestAudit()).toMatchObject({
      action: "user.closeFromApp",
      adminId: id,
      after: { status: "closed" },
    });
    expect((await closeAccount(id, 2)).status).toBe(409);
  });

  it("closing an account is refused to the citizen while tickets are unpaid or a grant application is open", async () => {
    const user = await makeUser(app);
    const { place, cancel } = orderCallsOf(app, await makeEvent(app));
    const order = (await place(user)).json.data;
    const refused = await closeAccount(user.id);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining(order.reference)]);
    await cancel(user, order.id);
    expect((await closeAccount(user.id)).status).toBe(200);

    const applicant = await makeUser(app);
    const programme = await makeGrantProgramme(app, await makeAdmin(app), {});
    const { reference } = await makeGrantApplication(app, programme, { userId: applicant.id });
    expect((await closeAccount(applicant.id)).json.message).toContain(`${reference} is open (submitted)`);
  });

  it("closing an account lists every open transaction in the refusal, worded for the citizen", async () => {
    const [user, friend] = [await makeUser(app), await makeUser(app)];
    const rows = [
      { type: "wallet_funding", state: "pending", userId: user.id, channel: "card" },
      { type: "wallet_funding", state: "processing", userId: user.id, channel: "card" },
      { type: "transfer", state: "disputed", userId: friend.id, counterpartyId: user.id, channel: "wallet" },
    ] as const;
    for (const [n, values] of rows.entries())
      await app.db.insert(transactions).values({ id: uuid(), reference: `TRX-CLOSE${n}`, amount: 5, ...values });
    const { message } = (await closeAccount(user.id)).json;
    expect(message).toContain("The transaction TRX-CLOSE0 is pending.");
    expect(message).toContain("The transaction TRX-CLOSE1 is processing.");
    expect(message).toContain("The transfer to you TRX-CLOSE2 is disputed.");
  });

  it("closing an account is refused to the citizen if it is suspended or restricted, unless the restriction has expired", async () => {
    const suspended = await makeUser(app, { status: "suspended" });
    const restriction = { status: "restricted", restriction: "no_debit", legalBasis: "court_order" } as const;
    const restricted = await makeUser(app, restriction);
    for (const { id } of [suspended, restricted])
      expect(await closeAccount(id)).toMatchObject({
        status: 409,
        json: { message: expect.stringContaining("contact the office") },
      });
    const expiredRestriction = await makeUser(app, { ...restriction, restrictedUntil: new Date(Date.now() - 1_000) });
    expect((await closeAccount(expiredRestriction.id)).json.data.status).toBe("closed");
  });

  it("closing an account is refused to the citizen while the wallet has a balance; the message has the amount, the audit trail does not", async () => {
    const { id } = await openNew();
    await fundAccount(app.db, id, 150_000);
    const { status, json } = await closeAccount(id);
    expect([status, json.message]).toEqual([409, expect.stringContaining("₦1,500.00")]);
    expect(json.current).toMatchObject({ id, status: "active" });
    expect(JSON.stringify(await newestAudit())).not.toContain("1,500");
  });
});

describe("admin's message to the citizen", () => {
  it("an admin's message to the citizen is returned with the status, without the reason, until the status changes again", async () => {
    const { id } = await openNew();
    const { token } = await makeAdmin(app);
    const change = (path: string, body: object) =>
      app.call("PATCH", `/user-management/users/${id}/${path}`, {
        token,
        body: { reason: "Reported stolen", ...body },
      });
    const message = "Please come to the office with your card.";
    const suspended = await change("suspension", { version: 1, message });
    expect(suspended.json.data).toMatchObject({ status_message: message, status_reason: "Reported stolen" });
    expect(await newestAudit()).toMatchObject({ after: { reason: "Reported stolen", message } });
    const { json } = await readAccount(id);
    expect(json.data).toMatchObject({ status: "suspended", status_message: message });
    expect(json.data.sessions_valid_from).not.toBeNull();
    expect(JSON.stringify(json)).not.toContain("Reported stolen");
    await change("reactivation", { version: 2 });
    expect((await readAccount(id)).json.data).toMatchObject({ status: "active", status_message: null });
  });
});

describe("history of an account", () => {
  it("the history of an account begins with the app's call, and the page shows the app and its external id", async () => {
    const sent = person();
    const { id } = (await openAccount(sent)).json.data;
    const { token } = await makeAdmin(app);
    const at = `/user-management/users/${id}`;
    expect((await app.call("GET", at, { token })).json.data).toMatchObject({
      opened_by: { app: "demo", external_id: sent.external_id },
      language: "en",
      phone_verified_at: null,
    });
    const { items } = (await app.call("GET", `${at}/activity`, { token })).json.data;
    expect(items).toMatchObject([{ action: "user.openFromApp", words: "Opened an account in the app" }]);
  });
});

describe("last seen", () => {
  it("the last-seen time of a citizen is updated by the app's calls about them, at most once in five minutes", async () => {
    const user = await makeUser(app);
    const lastSeenTime = async () =>
      (await app.db.select().from(users).where(eq(users.id, user.id)))[0]?.lastSeenAt?.getTime();
    expect(await lastSeenTime()).toBeUndefined();
    await app.callAsApp("GET", `/kyc-requests?user_id=${user.id}`);
    const first = await lastSeenTime();
    expect(first).toBeGreaterThan(Date.now() - 60_000);
    await app.callAsApp("GET", `/kyc-requests?user_id=${user.id}`);
    expect(await lastSeenTime()).toBe(first);
    await app.db.update(users).set({ lastSeenAt: null }).where(eq(users.id, user.id));
    await readAccount(user.id);
    expect(await lastSeenTime()).toBeGreaterThan(Date.now() - 60_000);
    await app.db
      .update(users)
      .set({ lastSeenAt: new Date(Date.now() - 360_000) })
      .where(eq(users.id, user.id));
    await app.callAsApp("POST", "/devices", { body: { user_id: user.id, device_token: "seen", platform: "web" } });
    expect(await lastSeenTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it("the last-seen time of a citizen is shown to admins", async () => {
    const user = await makeUser(app);
    await app.callAsApp("GET", `/kyc-requests?user_id=${user.id}`);
    const admin = await makeAdmin(app);
    const { json } = await app.call("GET", `/user-management/users/${user.id}`, { token: admin.token });
    expect(json.data.last_seen_at).not.toBeNull();
  });
});
