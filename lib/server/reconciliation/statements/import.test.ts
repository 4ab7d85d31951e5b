import { asc, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { STATEMENT_CHUNK_LINES } from "@/lib/contract/reconciliation.values";
import { bankStatements, statementLines } from "@/lib/server/db/schema/bank-statements";
import { reconciliationItems } from "@/lib/server/db/schema/reconciliation";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  addBankAccount,
  createStatementImporter,
  daysAgo,
  makeBankStatementInput,
  resetReconciliation,
  runWithoutReconciliationTriggers,
  type TestStatementLine,
} from "@/lib/server/testing/statements";
import { cancelIdleStatements } from "./cancel-idle";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let account: { id: string; name: string };
let sender: ReturnType<typeof createStatementImporter>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await resetReconciliation(app);
  account = await addBankAccount(app, admin.token, { starts_on: daysAgo(30) });
  sender = createStatementImporter(app, admin.token, account.id);
});

const itemCount = () => app.db.$count(reconciliationItems);
const LINES: TestStatementLine[] = [
  [daysAgo(9), 250_000, "NIP FROM Àdúké O'Neil/IGR", "REF-1", 350_000],
  [daysAgo(9), -50_000, "COT", "", 300_000],
  [daysAgo(7), 1_000, "STAMP DUTY\u0000\nREVERSAL", "REF-3", 301_000],
];
const FILE = { lines: LINES, opening: 100_000, from: daysAgo(10), to: daysAgo(6) };

describe("import of a statement", () => {
  it("the import of a bank statement creates an item for each line, with audit rows", async () => {
    const { json } = await sender.send(FILE);
    expect(json.data).toMatchObject({
      ...{ account: { id: account.id }, file_name: "statement.csv", state: "imported", problem: null },
      ...{ from_day: daysAgo(10), to_day: daysAgo(6), opening: 100_000, closing: 301_000 },
      ...{ lines: 3, stored_lines: 3, known_lines: 0, imported_by: { id: admin.id } },
    });
    const items = await app.db.select().from(reconciliationItems).orderBy(asc(reconciliationItems.id));
    expect(items).toMatchObject([
      {
        ...{ side: "bank", kind: "statement_line", accountId: account.id, statementId: json.data.id, statementLine: 2 },
        ...{ day: daysAgo(9), accountingDay: daysAgo(9), dueOn: daysAgo(9), amount: 250_000 },
        ...{ narration: "NIP FROM Àdúké O'Neil/IGR", reference: "REF-1", finding: null },
      },
      { amount: -50_000, reference: null, narration: "COT" },
      { amount: 1_000, narration: "STAMP DUTY REVERSAL" },
    ]);
    expect(await app.db.$count(statementLines)).toBe(0);
    const actions = (await app.audit()).slice(0, 3).map(({ action, after }) => [action, after]);
    expect(actions).toMatchObject([
      ["reconciliation.finishStatement", { state: "imported", new_lines: 3, known_lines: 0 }],
      ["reconciliation.addStatementLines", { stored_lines: 3 }],
      ["reconciliation.beginStatement", { account: account.name, lines: 3, opening: "₦1,000.00" }],
    ]);
  });

  it("the import of a bank statement accepts a period without lines", async () => {
    expect((await sender.send({ lines: [], opening: 7, from: daysAgo(3), to: daysAgo(2) })).json.data.state).toBe(
      "imported",
    );
  });

  it("the import of a bank statement also checks the balances of a file with the newest line first", async () => {
    const { json } = await sender.send({ ...FILE, lines: LINES.toReversed() });
    expect(json.data).toMatchObject({ state: "imported", problem: null });
  });

  it("importing the same statement file again is refused, with the admin and time of the first import", async () => {
    await sender.send(FILE);
    const { status, json } = await sender.begin(FILE);
    expect([status, json.message]).toEqual([
      409,
      expect.stringMatching(/imported this file on .*, as statement\.csv\./),
    ]);
    expect(await itemCount()).toBe(3);
  });

  it("the import of overlapping bank statements adds only new lines, and distinguishes equal lines of a day by their count", async () => {
    const equal: TestStatementLine = [daysAgo(5), 100, "POS FEE", "X"];
    await sender.send({ lines: [equal, equal], from: daysAgo(6), to: daysAgo(5), name: "first.csv" });
    const restated: TestStatementLine = [daysAgo(5), 100, "pos  fee ", "x"];
    const { json } = await sender.send({ lines: [restated, equal, equal], from: daysAgo(6), to: daysAgo(4) });
    expect(json.data).toMatchObject({ state: "imported", lines: 3, known_lines: 2 });
    expect(await itemCount()).toBe(3);
  });

  it("equal lines of a statement are numbered across the calls that upload it, so that each becomes an item", async () => {
    const equal: TestStatementLine = [daysAgo(5), 100, "POS FEE"];
    const file = { lines: [equal, equal, equal] };
    const { start, lines } = makeBankStatementInput(file);
    const { id } = (await sender.begin(file)).json.data;
    for (const [index, line] of lines.entries()) await sender.add(id, index, [line]);
    expect((await sender.finish(id)).json.data).toMatchObject({
      state: "imported",
      lines: start.lines,
      known_lines: 0,
    });
    expect(await itemCount()).toBe(3);
  });

  it("the same bank statement file imported for another account adds items of that account", async () => {
    await sender.send(FILE);
    const other = await addBankAccount(app, admin.token);
    const { json } = await createStatementImporter(app, admin.token, other.id).send(FILE);
    expect(json.data).toMatchObject({ state: "imported", known_lines: 0 });
  });

  it("two admins who send the same statement at the same time import it once", async () => {
    const colleague = await makeAdmin(app);
    const { lines } = makeBankStatementInput(FILE);
    const begun = await Promise.all([sender.begin(FILE), sender.begin(FILE, colleague.token)]);
    const [id, sameId] = begun.map(({ json }) => json.data.id);
    expect(sameId).toBe(id);
    await Promise.all([sender.add(id, 0, lines), sender.add(id, 0, lines, colleague.token)]);
    const ends = await Promise.all([sender.finish(id), sender.finish(id, colleague.token)]);
    expect(ends.map(({ json }) => json.data.state)).toEqual(["imported", "imported"]);
    expect(await itemCount()).toBe(3);
  });
});

describe("resuming", () => {
  it("another admin can resume the import of a statement after the lines stored so far", async () => {
    const { lines } = makeBankStatementInput(FILE);
    const { id } = (await sender.begin(FILE)).json.data;
    await sender.add(id, 0, lines.slice(0, 2));
    const colleague = await makeAdmin(app);
    const again = (await sender.begin(FILE, colleague.token)).json.data;
    expect(again).toMatchObject({ id, state: "reading", stored_lines: 2 });
    expect((await sender.add(id, 2, lines.slice(2), colleague.token)).json.data).toEqual({ stored_lines: 3 });
    expect((await sender.finish(id, colleague.token)).json.data.state).toBe("imported");
  });

  it("lines of a statement that are uploaded twice are stored once", async () => {
    const { lines } = makeBankStatementInput(FILE);
    const { id } = (await sender.begin(FILE)).json.data;
    await sender.add(id, 0, lines.slice(0, 2));
    expect((await sender.add(id, 0, lines.slice(0, 2))).json.data).toEqual({ stored_lines: 2 });
    expect(await app.db.$count(statementLines)).toBe(2);
  });

  it("lines of a statement after a gap are refused, with the number of stored lines", async () => {
    const { lines } = makeBankStatementInput(FILE);
    const { id } = (await sender.begin(FILE)).json.data;
    const { status, json } = await sender.add(id, 1, lines.slice(1));
    expect([status, json.current]).toEqual([409, { stored_lines: 0 }]);
  });

  it("finishing a statement is refused until all lines are stored, and keeps the stored ones", async () => {
    const { lines } = makeBankStatementInput(FILE);
    const { id } = (await sender.begin(FILE)).json.data;
    await sender.add(id, 0, lines.slice(0, 1));
    const { status, json } = await sender.finish(id);
    expect([status, json.current]).toEqual([409, { stored_lines: 1 }]);
    expect(await app.db.$count(statementLines)).toBe(1);
  });

  it("the import of a bank statement starts again if the file was read with other columns", async () => {
    const { start, lines } = makeBankStatementInput(FILE);
    const first = (await sender.begin(FILE)).json.data;
    await sender.add(first.id, 0, lines.slice(0, 2));
    const path = `/wallets/reconciliation/accounts/${account.id}/statements`;
    const body = { ...start, opening: 5 };
    const second = (await app.call("POST", path, { token: admin.token, body })).json.data;
    expect(second).toMatchObject({ state: "reading", stored_lines: 0 });
    expect((await sender.add(first.id, 2, lines.slice(2))).status).toBe(409);
  });

  it("finishing a statement twice returns the first result", async () => {
    const { id } = (await sender.send(FILE)).json.data;
    expect((await sender.finish(id)).json.data).toMatchObject({ state: "imported", known_lines: 0 });
    expect(await itemCount()).toBe(3);
  });

  it("an import of a bank statement that is not finished within a day is cancelled", async () => {
    const { id } = (await sender.begin(FILE)).json.data;
    await sender.add(id, 0, makeBankStatementInput(FILE).lines);
    expect(await cancelIdleStatements(app.db)).toBe(0);
    await app.db.update(bankStatements).set({ startedAt: new Date(Date.now() - 25 * 3_600_000) });
    expect(await cancelIdleStatements(app.db)).toBe(1);
    expect(await app.db.$count(statementLines)).toBe(0);
    expect((await app.audit())[0]).toMatchObject({ action: "reconciliation.cancelIdleStatement", recordId: id });
    expect((await sender.finish(id)).status).toBe(409);
  });
});

describe("beginStatement", () => {
  it.each([
    ["a day before the account's first", { from: daysAgo(31), to: daysAgo(20) }, "from_day", "Export it from"],
    ["a day in the future", { from: daysAgo(3), to: daysAgo(-1) }, "to_day", "in the future"],
    ["days in the wrong order", { from: daysAgo(3), to: daysAgo(4) }, "to_day", "before the first"],
  ])("beginStatement refuses %s", async (_, period, field, message) => {
    const { status, json } = await sender.begin({ lines: [], ...period });
    expect([status, json.fields[field]]).toEqual([400, expect.stringContaining(message)]);
  });

  it("beginStatement refuses an account that is not reconciled", async () => {
    const body = { name: account.name, is_active: false, version: 1 };
    await app.call("PATCH", `/wallets/reconciliation/accounts/${account.id}`, { token: admin.token, body });
    expect((await sender.begin(FILE)).status).toBe(409);
  });

  it("beginStatement requires the right to create", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read"] }) });
    expect((await sender.begin(FILE, reader.token)).status).toBe(403);
  });
});

describe("addStatementLines", () => {
  it("addStatementLines refuses more lines than announced, two lines of one number, and zero amounts", async () => {
    const { lines } = makeBankStatementInput(FILE);
    const { id } = (await sender.begin(FILE)).json.data;
    const [first, second] = lines;
    if (!first || !second) throw new Error("The file has no lines.");
    expect((await sender.add(id, 0, [...lines, [9, daysAgo(9), 1, null, "", ""]])).status).toBe(400);
    expect((await sender.add(id, 0, [first, first])).json.message).toContain("same number");
    const zero = await sender.add(id, 0, [[9, daysAgo(9), 0, null, "", ""]]);
    expect([zero.status, Object.values(zero.json.fields)]).toEqual([400, ["Leave out lines without an amount."]]);
    expect(await app.db.$count(statementLines)).toBe(0);
  });

  it("addStatementLines accepts the maximum number of lines with long narrations in one call", async () => {
    const narration = "NIP TRANSFER FROM ADAOBI N. ".repeat(12).slice(0, 300);
    const long = Array.from(
      { length: STATEMENT_CHUNK_LINES },
      (_, index): TestStatementLine => [daysAgo(5), index + 1, narration, `REF-${index}`],
    );
    expect((await sender.send({ lines: long })).json.data).toMatchObject({ state: "imported", lines: long.length });
  });

  it("addStatementLines returns 404 for a statement of another account", async () => {
    const { id } = (await sender.begin(FILE)).json.data;
    const other = createStatementImporter(app, admin.token, (await addBankAccount(app, admin.token)).id);
    expect((await other.add(id, 0, makeBankStatementInput(FILE).lines)).status).toBe(404);
    expect((await other.finish(id)).status).toBe(404);
  });
});

describe("cancelStatement", () => {
  const cancel = (id: string) =>
    app.call("PATCH", `/wallets/reconciliation/statements/${id}/cancellation`, { token: admin.token, body: {} });

  it("cancelStatement deletes the stored lines, with an audit row, and the file can be imported again", async () => {
    const { id } = (await sender.begin(FILE)).json.data;
    await sender.add(id, 0, makeBankStatementInput(FILE).lines);
    expect((await cancel(id)).json.data).toMatchObject({ state: "cancelled" });
    expect(await app.db.$count(statementLines)).toBe(0);
    expect((await app.audit())[0]).toMatchObject({ action: "reconciliation.cancelStatement", recordId: id });
    expect((await sender.send(FILE)).json.data.state).toBe("imported");
  });

  it("cancelStatement refuses an imported statement", async () => {
    const { id } = (await sender.send(FILE)).json.data;
    expect((await cancel(id)).status).toBe(409);
  });
});

describe("statements", () => {
  const list = async (query: string) =>
    (await app.call("GET", `/wallets/reconciliation/statements${query}`, { token: admin.token })).json.data;

  it("the list of bank statements shows the newest first, and filters by account, state, days and file name", async () => {
    await sender.send({ lines: [], from: daysAgo(20), to: daysAgo(15), name: "Access March.csv" });
    await sender.begin({ lines: [], from: daysAgo(9), to: daysAgo(8), name: "April.csv" });
    const names = async (query: string) =>
      (await list(query)).items.map(({ file_name }: { file_name: string }) => file_name);
    expect(await names("")).toEqual(["April.csv", "Access March.csv"]);
    expect(await names("?state=imported")).toEqual(["Access March.csv"]);
    expect(await names(`?from=${daysAgo(15)}&to=${daysAgo(10)}`)).toEqual(["Access March.csv"]);
    expect(await names(`?from=${daysAgo(8)}`)).toEqual(["April.csv"]);
    expect(await names("?q=MARCH")).toEqual(["Access March.csv"]);
    expect(await names(`?account=${account.id}&sort=to_day`)).toEqual(["Access March.csv", "April.csv"]);
    expect(await names("?account=00000000-0000-7000-8000-000000000000")).toEqual([]);
    expect(await list("?size=20&page=1")).toMatchObject({ items: [], total: 2 });
  });

  it("a bank statement's page returns its history without the calls that uploaded its lines", async () => {
    const { id } = (await sender.send(FILE)).json.data;
    const { json } = await app.call("GET", `/wallets/reconciliation/statements/${id}`, { token: admin.token });
    expect(json.data).toMatchObject({ id, stays_because: null });
    expect(json.data.timeline.map(({ action }: { action: string }) => action)).toEqual([
      "reconciliation.finishStatement",
      "reconciliation.beginStatement",
    ]);
  });
});

describe("closed days", () => {
  it("an imported line of a closed day is accounted on the next open day", async () => {
    const first: TestStatementLine = [daysAgo(30), 100, "ONE"];
    await sender.send({ lines: [first], from: daysAgo(30), to: daysAgo(30) });
    await runWithoutReconciliationTriggers(app, `update reconciliation_settings set closed_until = '${daysAgo(30)}'`);
    const { json } = await sender.send({
      lines: [first, [daysAgo(30), 50, "LATE"]],
      from: daysAgo(30),
      to: daysAgo(29),
    });
    expect(json.data).toMatchObject({ state: "imported", known_lines: 1 });
    const late = await app.db.select().from(reconciliationItems).where(sql`narration = 'LATE'`);
    expect(late).toMatchObject([{ day: daysAgo(30), accountingDay: daysAgo(29) }]);
  });
});
