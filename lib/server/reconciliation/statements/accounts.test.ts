import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { bankAccounts } from "@/lib/server/db/schema/bank-statements";
import { reconciliationProviders } from "@/lib/server/db/schema/reconciliation";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  addBankAccount,
  createStatementImporter,
  daysAgo,
  resetReconciliation,
  runWithoutReconciliationTriggers,
} from "@/lib/server/testing/statements";
import { listUncoveredSources } from "./coverage";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await app.stop();
});

beforeEach(async () => {
  vi.unstubAllEnvs();
  await resetReconciliation(app);
});

const ACCOUNT = { name: "IGR collection", bank_code: "011", account_number: "0000014579", starts_on: daysAgo(10) };
const call = (method: string, to: string, body?: object, token = admin.token) =>
  app.call(method, `/wallets/reconciliation/${to}`, { token, body });
const add = (values: object = {}) => call("POST", "accounts", { ...ACCOUNT, ...values });

describe("createBankAccount", () => {
  it("createBankAccount starts reconciliation on the first account's first day, with an audit row", async () => {
    const { json } = await add();
    expect(json.data).toMatchObject({
      ...{ name: "IGR collection", bank_name: "First Bank of Nigeria", account_number: "0000014579" },
      ...{ starts_on: daysAgo(10), is_active: true, covered_to: null, balance: null, version: 1 },
    });
    expect((await app.audit())[0]).toMatchObject({
      action: "reconciliation.createBankAccount",
      recordType: "bank_account",
      recordId: json.data.id,
      after: { bank: "First Bank of Nigeria", first_day: daysAgo(10), reconciliation: "started" },
    });
    const list = (await call("GET", "accounts")).json.data;
    expect(list).toMatchObject({ starts_on: daysAgo(10), closed_until: daysAgo(11), float_balance: 0 });
    expect(list.banks).toContainEqual({ code: "044", name: "Access Bank" });
  });

  it.each([
    ["no first day", { starts_on: null }, "starts_on", "Choose the first day"],
    ["a first day in the future", { starts_on: daysAgo(-1) }, "starts_on", "in the future"],
    ["a first day more than a year ago", { starts_on: daysAgo(400) }, "starts_on", "or later"],
    ["a check digit that does not fit", { account_number: "0000014578" }, "account_number", "does not fit"],
    ["an unknown bank without a name", { bank_code: "999" }, "bank_name", "Enter the bank's name"],
  ])("createBankAccount refuses %s", async (_, values, field, message) => {
    const { status, json } = await add(values);
    expect([status, json.fields?.[field]]).toEqual([400, expect.stringContaining(message)]);
    expect(await app.db.$count(bankAccounts)).toBe(0);
  });

  it("createBankAccount accepts an unknown bank with a name, and does not check its account number's check digit", async () => {
    const { json } = await add({ bank_code: "50931", bank_name: "Calabar Microfinance", account_number: "1234567890" });
    expect(json.data).toMatchObject({ bank_code: "50931", bank_name: "Calabar Microfinance" });
  });

  it("createBankAccount refuses a second account with the same number, or with a name that differs only in case", async () => {
    await add();
    expect((await add({ name: "Other" })).json.message).toContain("as IGR collection");
    const sameName = await add({ name: "igr COLLECTION", bank_code: "990", bank_name: "Other bank" });
    expect([sameName.status, sameName.json.message]).toEqual([409, expect.stringContaining("igr COLLECTION")]);
  });

  it("createBankAccount needs no first day for a second account, and refuses a closed day as its first", async () => {
    await add();
    const later = await addBankAccount(app, admin.token);
    expect(later.starts_on).toBe(daysAgo(10));
    const opened = await addBankAccount(app, admin.token, { starts_on: daysAgo(3) });
    expect(opened.starts_on).toBe(daysAgo(3));
    const closed = await add({ ...{ name: "Late", bank_code: "990", bank_name: "Bank" }, starts_on: daysAgo(11) });
    expect([closed.status, closed.json.fields.starts_on]).toEqual([400, expect.stringContaining("are closed")]);
  });

  it("createBankAccount adds an account once if two admins send it concurrently", async () => {
    const answers = await Promise.all([add(), add({ name: "Other", starts_on: daysAgo(5) })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("createBankAccount requires the right to create", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read", "update"] }) });
    expect((await call("POST", "accounts", ACCOUNT, reader.token)).status).toBe(403);
  });
});

describe("updateBankAccount", () => {
  it("updateBankAccount renames an account, stops its reconciliation, and refuses an outdated version", async () => {
    const { id } = (await add()).json.data;
    const change = { name: "IGR", is_active: false, version: 1 };
    expect((await call("PATCH", `accounts/${id}`, change)).json.data).toMatchObject({ name: "IGR", version: 2 });
    expect((await app.audit())[0]).toMatchObject({
      action: "reconciliation.updateBankAccount",
      before: { name: "IGR collection", reconciled: true },
      after: { name: "IGR", reconciled: false },
    });
    const stale = await call("PATCH", `accounts/${id}`, change);
    expect([stale.status, stale.json.current.version]).toEqual([409, 2]);
  });

  it("updateBankAccount refuses the name of another account", async () => {
    await add();
    const other = await addBankAccount(app, admin.token);
    const change = { name: "IGR Collection", is_active: true, version: 1 };
    expect((await call("PATCH", `accounts/${other.id}`, change)).status).toBe(409);
  });
});

describe("coverage", () => {
  it("the coverage of days is empty before reconciliation has started", async () => {
    expect((await call("GET", "coverage")).json.data).toEqual({ days: [], sources: [] });
  });

  it("the coverage lists the days for which bank accounts, providers and ledger have data, from the first day up to yesterday", async () => {
    vi.stubEnv("SIMULATED_PROVIDER", "on");
    const { id } = (await add()).json.data;
    const sender = createStatementImporter(app, admin.token, id);
    await sender.send({ lines: [[daysAgo(9), 500]], from: daysAgo(10), to: daysAgo(8) });
    await app.db
      .insert(reconciliationProviders)
      .values({ provider: "simulated", fetchedTo: daysAgo(9), problem: "Slow" });
    const { days, sources } = (await call("GET", "coverage")).json.data;
    expect(days).toEqual(Array.from({ length: 10 }, (_, index) => ({ day: daysAgo(10 - index), is_closed: false })));
    expect(sources).toMatchObject([
      { kind: "account", id, covered: [daysAgo(10), daysAgo(9), daysAgo(8)] },
      { kind: "provider", id: "simulated", covered: [daysAgo(10), daysAgo(9)], problem: "Slow" },
      { kind: "ledger", covered: days.map(({ day }: { day: string }) => day) },
    ]);
    expect(await listUncoveredSources(app.db, daysAgo(8))).toEqual(["Simulated"]);
    expect((await call("GET", "accounts")).json.data.items[0]).toMatchObject({
      covered_to: daysAgo(8),
      balance: { amount: 500, day: daysAgo(8) },
    });
  });

  it("the coverage excludes the last day of a bank statement that was imported on that day", async () => {
    const { id } = (await add()).json.data;
    await createStatementImporter(app, admin.token, id).send({ lines: [], from: daysAgo(10), to: daysAgo(2) });
    await runWithoutReconciliationTriggers(app, `update bank_statements set started_at = '${daysAgo(2)}T12:00:00Z'`);
    const [account] = (await call("GET", `coverage?from=${daysAgo(3)}&to=${daysAgo(2)}`)).json.data.sources;
    expect(account.covered).toEqual([daysAgo(3)]);
  });

  it("the coverage excludes bank accounts that are not reconciled", async () => {
    const { id } = (await add()).json.data;
    await app.db.update(bankAccounts).set({ isActive: false }).where(eq(bankAccounts.id, id));
    const { sources } = (await call("GET", "coverage")).json.data;
    expect(sources.map(({ kind }: { kind: string }) => kind)).not.toContain("account");
  });

  it("the coverage refuses a period of more than 92 days or in the wrong order", async () => {
    expect((await call("GET", `coverage?from=${daysAgo(100)}&to=${daysAgo(1)}`)).status).toBe(400);
    expect((await call("GET", `coverage?from=${daysAgo(1)}&to=${daysAgo(2)}`)).status).toBe(400);
  });
});

describe("statementLayout", () => {
  const layout = {
    columns: {
      date: "Trans Date",
      narration: ["Narration", "Remarks"],
      debit: "Debit",
      credit: "Crédit",
      balance: "Bal",
    },
    date_format: "dmy",
  };

  it("the columns of a bank's statement files are saved with an audit row, and returned for its next file", async () => {
    expect((await call("GET", "layouts/011")).json.data).toEqual({ layout: null, saved_by: null, saved_at: null });
    expect((await call("POST", "layouts/011", { layout })).status).toBe(200);
    expect((await app.audit())[0]).toMatchObject({ action: "reconciliation.saveStatementLayout" });
    const changed = { ...layout, header_row: 7 };
    await call("POST", "layouts/011", { layout: changed });
    const { data } = (await call("GET", "layouts/011")).json;
    expect(data).toMatchObject({ layout: changed, saved_by: { id: admin.id } });
  });

  it.each([
    ["no amount", { debit: undefined, credit: undefined }],
    ["debit without credit", { credit: undefined }],
    ["amount besides debit and credit", { amount: "Amount" }],
    ["a direction besides debit and credit", { direction: "CR/DR" }],
    ["no narration", { narration: [] }],
  ])("saving the columns of a bank's statement files refuses columns with %s", async (_, columns) => {
    const body = { layout: { ...layout, columns: { ...layout.columns, ...columns } } };
    expect((await call("POST", "layouts/044", body)).status).toBe(400);
  });
});
