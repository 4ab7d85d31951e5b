import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { reconciliationMatches, reconciliationMovements } from "@/lib/server/db/schema/reconciliation";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { fundAccount } from "@/lib/server/testing/ledger";
import {
  reconciliationItemCallsOf,
  reconciliationItemMakers,
  startReconciliationWithBankAccount,
} from "@/lib/server/testing/reconciliation-items";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let calls: ReturnType<typeof reconciliationItemCallsOf>;
let make: ReturnType<typeof reconciliationItemMakers>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  calls = reconciliationItemCallsOf(app, admin);
  make = reconciliationItemMakers(app, await startReconciliationWithBankAccount(app));
  await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.fee_income, 1_000_000);
});
afterAll(() => app.stop());

const REMARK = "Decided in Excel";
type Results = { item_id: number; outcome: string; message: string }[];
const outcomes = (results: Results) => results.map(({ outcome }) => outcome);

describe("a file of decisions", () => {
  it("a file of decisions about reconciliation items is previewed without a change; sending it executes the valid rows, and sending it again changes nothing", async () => {
    const [line, posting] = [await make.bank(5_000), await make.ledger(5_000)];
    const [charge, large, arrived] = [await make.bank(-700), await make.bank(-600_000), await make.bank(900)];
    const rows = [
      { item_id: line.id, version: 1, decision: "match", match_with: [posting.id], remark: REMARK },
      { item_id: posting.id, decision: "match", match_with: [line.id], remark: REMARK },
      { item_id: charge.id, decision: "write_off", remark: REMARK },
      { item_id: large.id, decision: "write_off", remark: REMARK },
      { item_id: arrived.id, version: 9, decision: "suspense", remark: REMARK },
      { item_id: 999_999, decision: "suspense", remark: REMARK },
      { item_id: arrived.id, decision: "match", match_with: [], remark: REMARK },
      { item_id: arrived.id, decision: "suspense", match_with: [line.id], remark: REMARK },
    ];
    const before = (await app.audit()).length;
    const preview = (await calls.preview(rows)).json.data.results as Results;
    expect(outcomes(preview)).toEqual(["done", "refused", "done", ...Array(5).fill("refused")]);
    expect(preview[0]?.message).toBe("Matches 2 items of ₦50.00.");
    expect(preview[1]?.message).toContain(`The row of item ${line.id} above uses item`);
    expect(preview[2]?.message).toMatch(/^Withdraw ₦7\.00 from .*\. Another admin approves it\.$/);
    expect([await app.db.$count(reconciliationMatches), (await app.audit()).length]).toEqual([0, before]);

    const { status, json } = await calls.decide(rows);
    expect(status).toBe(200);
    const results = json.data.results as Results;
    expect(outcomes(results)).toEqual(["done", "unchanged", "done", ...Array(5).fill("refused")]);
    expect(results.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Matched 2 items: match \d+\.$/),
      "Matched with each other already.",
      expect.stringMatching(/^WAL-\d+ waits for approval\.$/),
      expect.stringContaining("The largest write-off is ₦5,000.00"),
      expect.stringContaining("has changed since the file was exported"),
      expect.stringContaining("does not exist"),
      expect.stringContaining("Match with"),
      expect.stringContaining("Empty that cell"),
    ]);
    expect((await app.audit(String(charge.id)))[0]).toMatchObject({
      ...{ action: "reconciliation.decideItems", outcome: "done" },
      after: { how: "Write off as a fee", remark: REMARK },
    });
    expect((await app.audit(String(large.id)))[0]).toMatchObject({ outcome: "refused" });

    const again = (await calls.decide(rows.slice(0, 3))).json.data.results as Results;
    expect(outcomes(again)).toEqual(["unchanged", "unchanged", "unchanged"]);
    expect(again[2]?.message).toMatch(/^WAL-\d+ was requested already\.$/);
    expect(await app.db.$count(reconciliationMatches)).toBe(1);
    expect(await app.db.$count(reconciliationMovements, eq(reconciliationMovements.itemId, charge.id))).toBe(1);
  });

  it("rows of a decision file that need the right to request transfers are refused without that right, and the other rows are executed", async () => {
    const updater = await makeAdmin(app, { rights: makeRights({ "System Wallet": ["read", "update"] }) });
    const [line, posting, charge] = [await make.bank(1_200), await make.ledger(1_200), await make.bank(-100)];
    const rows = [
      { item_id: charge.id, decision: "write_off", remark: REMARK },
      { item_id: line.id, decision: "match", match_with: [posting.id], remark: REMARK },
    ];
    const { json } = await reconciliationItemCallsOf(app, updater).decide(rows);
    expect(outcomes(json.data.results)).toEqual(["refused", "done"]);
  });

  it("a file of decisions about reconciliation items is rejected without rows, with more than 500 rows, or with an unknown decision", async () => {
    const row = { item_id: 1, decision: "suspense", remark: REMARK };
    expect((await calls.decide([])).status).toBe(400);
    expect((await calls.decide(Array(501).fill(row))).status).toBe(400);
    expect((await calls.decide([{ ...row, decision: "forget" }])).status).toBe(400);
    expect((await calls.decide([{ ...row, remark: "" }])).status).toBe(400);
  });

  it("a retry of a file of decisions about reconciliation items with the same idempotency key returns the first results", async () => {
    const item = await make.bank(-150);
    const rows = [{ item_id: item.id, decision: "write_off", remark: REMARK }];
    const key = uuid();
    const first = await calls.decide(rows, key);
    expect((await calls.decide(rows, key)).json.data).toEqual(first.json.data);
  });
});

it("the export of reconciliation items has empty columns for decisions", async () => {
  const item = await make.provider(77_700, { narration: "=Ita O’Neil, “PSTK_1”", finding: "missing_in_ledger" });
  const link = await calls.call("POST", "/items/export", { min: "777", max: "777" });
  expect([link.status, link.json.data.rows]).toEqual([200, 1]);
  const file = await app.call("GET", `/exports/${link.json.data.token}`, { token: admin.token });
  const [head, row] = (await (file.json as Blob).text()).replace("\uFEFF", "").split("\r\n");
  expect(head).toContain('"Item","Version","Day"');
  expect(head).toMatch(/"Decision","Match with","Remark"$/);
  expect(row).toContain(`${item.id},1,"2020-01-06"`);
  expect(row).toContain(`"'=Ita O’Neil, “PSTK_1”"`);
  expect(row).toContain('"Missing in the ledger"');
});
