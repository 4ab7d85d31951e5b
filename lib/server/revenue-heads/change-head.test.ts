import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import { approvals } from "@/lib/server/db/schema/approvals";
import { banks } from "@/lib/server/db/schema/provider";
import { revenueHeads } from "@/lib/server/db/schema/revenue-heads";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeRevenueHead, makeTaxPayment } from "@/lib/server/testing/tax-payments";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;
let bassey: typeof ada;
beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app);
  bassey = await makeAdmin(app);
  await app.db.insert(banks).values({ code: "011", name: "First Bank", isActive: true, provider: "paystack" });
});
afterAll(() => app.stop());

let code = "";
beforeEach(() => {
  code = `12${uuid().replace(/\D/g, "").slice(-10)}`;
});

const today = () => lagosDayOf(new Date());
const tomorrow = () => addDays(today(), 1);
const PATH = "/wallets/revenue-heads";
const call = (method: string, to = "", body?: object, { token } = ada) =>
  app.call(method, `${PATH}${to}`, { token, body, headers: { "idempotency-key": uuid() } });
const read = async () => (await call("GET", `/${code}`)).json.data;
const fields = {
  name: "Land Use Charge",
  ministry: "Ministry of Lands and Urban Development",
  bank_name: "Zenith Bank",
  account_number: "1012345678",
};
const create = (values: object = {}) => call("POST", "", { code, starts_on: today(), ...fields, ...values });
const change = async (values: object = {}, actor = ada) =>
  call(
    "POST",
    `/${code}/changes`,
    { version: (await read()).version, starts_on: tomorrow(), ...fields, reason: "Circular 12 of 2026", ...values },
    actor,
  );
const decide = async (decision: string, actor = bassey) =>
  app.call("PATCH", `/approvals/${(await read()).awaiting.approvalId}/decision`, {
    ...{ token: actor.token, headers: { "idempotency-key": uuid() } },
    body: { decision, ...(decision === "rejected" && { reason: "Unknown account" }) },
  });

describe("a new revenue head", () => {
  it("a new revenue head is added with an audit row, and spaces in its pasted code and account are removed", async () => {
    const { status, json } = await create({ code: `\u200b${code} `, account_number: "1012 345 678" });
    expect([status, json.data]).toMatchObject([200, { code, ...fields, state: "active", version: 1 }]);
    expect((await app.audit(code))[0]).toMatchObject({
      action: "revenueHeads.create",
      adminId: ada.id,
      after: { name: "Land Use Charge", account: "1012345678, Zenith Bank" },
    });
  });

  it.each<[string, object, string]>([
    ["a code with other characters", { code: "12/01" }, "code"],
    ["an account of nine digits", { account_number: "101234567" }, "account_number"],
    ["an account without a bank", { bank_name: "" }, "bank_name"],
    ["a bank without an account", { account_number: "" }, "account_number"],
    [
      "an account whose check digit does not fit its bank",
      { bank_name: "first bank", account_number: "0000014570" },
      "account_number",
    ],
    ["a name of one character", { name: "L" }, "name"],
  ])("a new revenue head is rejected with %s", async (_, values, field) => {
    const { status, json } = await create(values);
    expect([status, Object.keys(json.fields)]).toEqual([400, [field]]);
  });

  it("a new revenue head is accepted with an account whose check digit fits its bank, and without an account", async () => {
    expect((await create({ bank_name: "First Bank", account_number: "0000014579" })).status).toBe(200);
    code = `${code}9`;
    const { json } = await create({ bank_name: "", account_number: "" });
    expect(json.data).toMatchObject({ bank_name: null, account_number: null });
  });

  it("a new revenue head is rejected if its code exists, and from an admin without the right to create", async () => {
    await create();
    expect((await create()).status).toBe(409);
    const reader = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read"] }) });
    expect((await call("POST", "", { code: "99", starts_on: today(), ...fields }, reader)).status).toBe(403);
    expect((await call("GET", `/${code}`, undefined, reader)).status).toBe(200);
  });
});

describe("a change of names", () => {
  it("new names of a revenue head apply from their first day on, and earlier days keep the old names", async () => {
    await create();
    const { status, json } = await change({ name: "Property Charge" });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ name: "Land Use Charge", changes_on: tomorrow(), awaiting: null });
    expect(json.data.rows.map(({ name, starts_on }: { name: string; starts_on: string }) => [name, starts_on])).toEqual(
      [
        ["Property Charge", tomorrow()],
        ["Land Use Charge", today()],
      ],
    );
    expect((await app.audit(code))[0]).toMatchObject({
      action: "revenueHeads.change",
      before: { name: "Land Use Charge" },
      after: { name: "Property Charge", starts_on: tomorrow(), reason: "Circular 12 of 2026" },
    });
  });

  it("a revenue head's names can change from today on only while no payment has used the head today", async () => {
    const head = await makeRevenueHead(app, { code, ...{ name: fields.name, ministry: fields.ministry } });
    expect((await change({ starts_on: today(), name: "First name" })).status).toBe(200);
    await app.db.delete(revenueHeads).where(eq(revenueHeads.startsOn, today()));
    await makeTaxPayment(app, { headId: head.id });
    const { status, json } = await change({ starts_on: today(), name: "Second name" });
    expect([status, json.fields.starts_on]).toEqual([400, expect.stringContaining("tomorrow")]);
    expect((await change({ starts_on: tomorrow(), name: "Second name" })).status).toBe(200);
  });

  it("a change of a revenue head's names is rejected for a past day, the same names, or an outdated version", async () => {
    await makeRevenueHead(app, { code, ...{ name: fields.name, ministry: fields.ministry } });
    expect((await change({ starts_on: addDays(today(), -1) })).json.fields).toHaveProperty("starts_on");
    expect((await change({})).json.fields).toHaveProperty("name");
    const { version } = await read();
    await change({ name: "Theirs" });
    const { status, json } = await change({ name: "Mine", version });
    expect([status, json.current.changes_on]).toEqual([409, tomorrow()]);
  });
});

describe("a change of the account", () => {
  it("a change of a revenue head's account waits for a second admin, and applies from its first day on", async () => {
    await create();
    const { json } = await change({ account_number: "1087654321" });
    expect(json.data.awaiting.change).toMatch(/account 1087654321, Zenith Bank; now 1012345678, Zenith Bank/);
    expect((await read()).rows).toHaveLength(1);
    expect((await change({ name: "Other" })).status).toBe(409);
    expect((await decide("approved", ada)).status).toBe(403);
    expect((await decide("approved")).status).toBe(200);
    const { rows, awaiting } = await read();
    expect([awaiting, rows[0]]).toMatchObject([null, { account_number: "1087654321", starts_on: tomorrow() }]);
    expect((await app.audit(code))[0]).toMatchObject({
      action: "approvals.decide",
      before: { account: "1012345678, Zenith Bank" },
      after: { account: "1087654321, Zenith Bank", starts_on: tomorrow() },
    });
  });

  it("a change of a revenue head's account has no effect when the second admin rejects it", async () => {
    await create();
    await change({ bank_name: "", account_number: "" });
    expect((await decide("rejected")).status).toBe(200);
    expect(await read()).toMatchObject({ rows: [{ account_number: "1012345678" }], awaiting: null });
  });

  it("an approved account of a revenue head applies a day later if payments used the head on the requested day", async () => {
    const head = await makeRevenueHead(app, { code });
    await change({ starts_on: today(), account_number: "1087654321" });
    await makeTaxPayment(app, { headId: head.id });
    expect((await decide("approved")).status).toBe(200);
    expect((await read()).rows[0]).toMatchObject({ account_number: "1087654321", starts_on: tomorrow() });
  });

  it("a change of a revenue head's account expires without effect", async () => {
    await create();
    await change({ account_number: "1087654321" });
    await app.db
      .update(approvals)
      .set({ expiresAt: new Date(0) })
      .where(eq(approvals.recordId, code));
    expect((await read()).awaiting).toBeNull();
    expect((await change({ name: "Other name" })).status).toBe(200);
  });
});

describe("an ended head", () => {
  it("an ended revenue head takes no payments from its end day on, and a change makes it usable again", async () => {
    await create();
    const { version } = await read();
    const end = { version, starts_on: tomorrow(), reason: "Law repealed" };
    expect((await call("POST", `/${code}/end`, end)).json.data.rows[0]).toMatchObject({
      ...{ is_active: false, starts_on: tomorrow(), name: "Land Use Charge" },
    });
    expect((await app.audit(code))[0]).toMatchObject({ action: "revenueHeads.end", after: { is_active: false } });
    const again = { ...end, version: version + 1, starts_on: addDays(today(), 2) };
    expect((await call("POST", `/${code}/end`, again)).status).toBe(400);
    expect((await change()).json.data.rows[0]).toMatchObject({ is_active: true, starts_on: tomorrow() });
  });
});

describe("a correction", () => {
  const correct = (rowId: string, version: number, values: object = {}) =>
    call("PATCH", `/${code}/rows/${rowId}`, { version, name: "Land Use Charge", ministry: "Lands", ...values });

  it("a correction changes the names of a revenue head that no payment has used, with an audit row", async () => {
    await create({ name: "Land Use Chrage" });
    const { version, rows } = await read();
    const { status, json } = await correct(rows[0].id, version);
    expect([status, json.data.rows]).toMatchObject([200, [{ name: "Land Use Charge", ministry: "Lands" }]]);
    expect((await app.audit(code))[0]).toMatchObject({
      action: "revenueHeads.correct",
      before: { name: "Land Use Chrage" },
      after: { name: "Land Use Charge" },
    });
    expect((await correct(rows[0].id, version)).status).toBe(409);
    expect((await correct(uuid(), version + 1)).status).toBe(404);
  });

  it("the API and the database reject a correction of names that payments have used", async () => {
    const head = await makeRevenueHead(app, { code });
    await makeTaxPayment(app, { headId: head.id });
    expect((await correct(head.id, 1)).json.message).toMatch(/Payments have used these names/);
    const update = app.db.update(revenueHeads).set({ name: "Other" }).where(eq(revenueHeads.id, head.id));
    await expect(update).rejects.toMatchObject({ cause: { constraint: "revenue_heads_used" } });
  });
});

describe("the list", () => {
  it("the list of revenue heads shows the names of a day, filters and searches", async () => {
    const ministry = `Ministry ${code}`;
    await makeRevenueHead(app, { code: `${code}1`, ministry, name: "Old name" });
    await makeRevenueHead(app, { code: `${code}1`, ministry, name: "New name", startsOn: today() });
    await makeRevenueHead(app, { code: `${code}2`, ministry, bankName: null, accountNumber: null });
    await makeRevenueHead(app, { code: `${code}3`, ministry, startsOn: tomorrow() });
    const list = async (query: string) =>
      (await call("GET", `?ministry=${ministry}&${query}`)).json.data.items.map(
        (row: { code: string; name: string; state: string }) => [row.code.slice(-1), row.name.slice(0, 3), row.state],
      );
    expect(await list("")).toEqual([
      ["1", "New", "active"],
      ["2", "Hea", "active"],
      ["3", "Hea", "upcoming"],
    ]);
    expect(await list(`on=${addDays(today(), -1)}`)).toEqual([
      ["1", "Old", "active"],
      ["2", "Hea", "active"],
    ]);
    expect(await list("account=without")).toEqual([["2", "Hea", "active"]]);
    expect(await list("state=upcoming")).toEqual([["3", "Hea", "upcoming"]]);
    expect(await list("q=new NAME")).toEqual([["1", "New", "active"]]);
    expect(await list("sort=-code")).toHaveLength(3);
  });
});
