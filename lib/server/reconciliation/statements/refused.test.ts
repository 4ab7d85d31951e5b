import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { formatDay } from "@/lib/format";
import { bankStatements, statementLines } from "@/lib/server/db/schema/bank-statements";
import { reconciliationItems } from "@/lib/server/db/schema/reconciliation";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  addBankAccount,
  createStatementImporter,
  daysAgo,
  resetReconciliation,
  runWithoutReconciliationTriggers,
  type TestStatementLine,
} from "@/lib/server/testing/statements";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let sender: ReturnType<typeof createStatementImporter>;
let accountId: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await resetReconciliation(app);
  accountId = (await addBankAccount(app, admin.token, { starts_on: daysAgo(30) })).id;
  sender = createStatementImporter(app, admin.token, accountId);
});

const LINES: TestStatementLine[] = [
  [daysAgo(9), 250_000, "NIP", "R1"],
  [daysAgo(8), -50_000, "COT", ""],
];
const problemOf = async (file: Parameters<typeof sender.send>[0]) => {
  const { json } = await sender.send(file);
  return json.data.state === "refused" ? json.data.problem : json.data.state;
};

describe("a refused statement", () => {
  it("a refused statement keeps the reason and an audit row, loses its lines, and the corrected file can be imported", async () => {
    const { json } = await sender.send({ lines: LINES, opening: 100, closing: 200_101 });
    expect(json.data).toMatchObject({ state: "refused", problem: expect.stringContaining("₦0.01 differ") });
    expect(json.data.ended_at).not.toBeNull();
    expect(await app.db.$count(statementLines)).toBe(0);
    expect(await app.db.$count(reconciliationItems)).toBe(0);
    const [row] = await app.audit();
    expect(row).toMatchObject({ action: "reconciliation.finishStatement", after: { state: "refused" } });
    expect((await sender.finish(json.data.id)).json.data.state).toBe("refused");
    expect(await problemOf({ lines: LINES, opening: 100, closing: 200_100 })).toBe("imported");
  });

  it("a bank statement is refused with the line whose day is outside of its period", async () => {
    expect(await problemOf({ lines: LINES, from: daysAgo(9), to: daysAgo(9) })).toContain(
      `Line 3 is of ${formatDay(daysAgo(8))}`,
    );
  });

  it("a bank statement is refused with the first line whose balance differs", async () => {
    const lines: TestStatementLine[] = [
      [daysAgo(9), 100, "A", "", 100],
      [daysAgo(9), 100, "B", "", 201],
      [daysAgo(8), 100, "C", "", 300],
    ];
    expect(await problemOf({ lines })).toBe(
      "Line 3: the file's balance is ₦2.01, but the opening balance and the lines up to it make ₦2.00.",
    );
    expect(await problemOf({ lines: lines.toReversed() })).toContain("Line 3: the file's balance is ₦2.01");
  });

  it("a bank statement whose opening balance differs from the day before is refused with both amounts", async () => {
    await sender.send({ lines: LINES, opening: 0, name: "first.csv" });
    const problem = await problemOf({ lines: [[daysAgo(7), 5]], opening: 7 });
    expect(problem).toContain(
      `begins with ₦0.07, but at the end of ${formatDay(daysAgo(8))} the account had ₦2,000.00`,
    );
    expect(problem).toContain("by first.csv");
    expect(await problemOf({ lines: [[daysAgo(7), 5]], opening: 200_000 })).toBe("imported");
  });

  it("a bank statement whose closing balance differs from the next statement's opening is refused with both amounts", async () => {
    await sender.send({ lines: [], opening: 700, from: daysAgo(5), to: daysAgo(4), name: "later.csv" });
    const gap: TestStatementLine[] = [[daysAgo(6), 500]];
    expect(await problemOf({ lines: gap, opening: 100 })).toMatch(
      /had ₦6\.00 at the end of .*, but later\.csv begins on the next day with ₦7\.00/,
    );
    expect(await problemOf({ lines: gap, opening: 200 })).toBe("imported");
  });

  it("a bank statement may have any opening balance after days without a statement", async () => {
    await sender.send({ lines: LINES });
    expect(await problemOf({ lines: [[daysAgo(5), 5]], opening: 99 })).toBe("imported");
  });

  it("a bank statement that lacks a line of another file of the same day is refused, so that no line is added twice with another text", async () => {
    await sender.send({ lines: LINES, name: "first.csv" });
    const otherWords: TestStatementLine[] = [[daysAgo(9), 250_000, "TRANSFER", "R1"], ...LINES.slice(1)];
    expect(await problemOf({ lines: otherWords })).toContain(
      "whose line 2 (₦2,500.00) this file lacks or describes otherwise",
    );
    expect(await app.db.$count(reconciliationItems)).toBe(2);
  });

  it("a second bank statement may add lines to a day that was not over at the first import", async () => {
    await sender.send({ lines: LINES });
    await runWithoutReconciliationTriggers(app, `update bank_statements set started_at = '${daysAgo(8)}T12:00:00Z'`);
    const rest: TestStatementLine[] = [...LINES.slice(1), [daysAgo(8), 1_000, "EVENING"]];
    expect(await problemOf({ lines: rest, opening: 250_000 })).toBe("imported");
    expect(await problemOf({ lines: [[daysAgo(7), 1]], opening: 201_000 })).toBe("imported");
  });
});

describe("removeStatement", () => {
  const remove = (id: string, token = admin.token) =>
    app.call("DELETE", `/wallets/reconciliation/statements/${id}`, { token });
  const reasonOf = async (id: string) => {
    const single = await app.call("GET", `/wallets/reconciliation/statements/${id}`, { token: admin.token });
    const { status, json } = await remove(id);
    expect([status, json.message]).toEqual([409, single.json.data.stays_because]);
    return json.message;
  };

  it("removeStatement removes an imported statement with its lines, with an audit row", async () => {
    const { id } = (await sender.send({ lines: LINES })).json.data;
    const [first] = await app.db.select().from(reconciliationItems);
    await sender.send({ lines: [[daysAgo(7), 1, "OTHER"]], opening: 200_000 });
    await app.db.execute(
      sql`update reconciliation_items set finding = 'duplicate', counterpart_id = ${first?.id} where narration = 'OTHER'`,
    );
    expect((await remove(id)).json.data).toEqual({ removed: 2 });
    expect((await app.audit())[0]).toMatchObject({
      action: "reconciliation.removeStatement",
      recordId: id,
      after: { removed_lines: 2 },
    });
    expect(await app.db.select().from(reconciliationItems)).toMatchObject([
      { narration: "OTHER", finding: null, counterpartId: null },
    ]);
    expect(await app.db.$count(bankStatements)).toBe(1);
  });

  it("removeStatement refuses a statement whose lines a later statement repeats", async () => {
    const { id } = (await sender.send({ lines: LINES, name: "first.csv" })).json.data;
    const later = (await sender.send({ lines: [...LINES, [daysAgo(7), 5]], name: "later.csv" })).json.data;
    expect(await reasonOf(id)).toContain("later.csv was imported later");
    expect((await remove(later.id)).json.data).toEqual({ removed: 1 });
    expect((await remove(id)).json.data).toEqual({ removed: 2 });
  });

  it("removeStatement refuses a statement with a closed day", async () => {
    const { id } = (await sender.send({ lines: LINES, from: daysAgo(30) })).json.data;
    await runWithoutReconciliationTriggers(app, `update reconciliation_settings set closed_until = '${daysAgo(30)}'`);
    expect(await reasonOf(id)).toContain("is closed");
  });

  it("removeStatement refuses a statement with a matched line", async () => {
    const { id } = (await sender.send({ lines: [...LINES, [daysAgo(8), 50_000, "REVERSAL"]] })).json.data;
    await app.db.transaction(async (tx) => {
      await tx.execute(
        sql`insert into reconciliation_matches (rule, accounting_day) values ('by_hand', ${daysAgo(8)})`,
      );
      await tx.execute(
        sql`update reconciliation_items set match_id = (select max(id) from reconciliation_matches) where abs(amount) = 50000`,
      );
    });
    expect(await reasonOf(id)).toBe("2 lines of it are matched or split. Undo that first.");
  });

  it("removeStatement refuses a statement that is not imported, and admins without the right to create", async () => {
    const { id } = (await sender.begin({ lines: LINES })).json.data;
    expect((await remove(id)).status).toBe(409);
    const reader = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read", "update"] }) });
    expect((await remove(id, reader.token)).status).toBe(403);
  });
});
