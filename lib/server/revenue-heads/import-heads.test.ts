import { like } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { HeadImportRow } from "@/lib/contract/revenue-heads";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import { revenueHeads } from "@/lib/server/db/schema/revenue-heads";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeRevenueHead, makeTaxPayment } from "@/lib/server/testing/tax-payments";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app);
});
afterAll(() => app.stop());

let prefix = "";
beforeEach(() => {
  prefix = `12${uuid().replace(/\D/g, "").slice(-10)}`;
});

const today = () => lagosDayOf(new Date());
const row = (number: number, values: Partial<HeadImportRow> = {}): HeadImportRow => ({
  ...{ row: number + 1, code: `${prefix}${number}`, name: `Fee ${number}`, ministry: "Ministry of Works" },
  ...{ bank_name: "Zenith Bank", account_number: "1012345678", starts_on: "" },
  ...values,
});
const send = (path: "check" | "import", entries: HeadImportRow[], startsOn = today()) =>
  app.call("POST", `/wallets/revenue-heads/${path}`, { token: ada.token, body: { starts_on: startsOn, entries } });
const check = async (entries: HeadImportRow[], startsOn?: string) =>
  (await send("check", entries, startsOn)).json.data.items.map(
    (each: { result: string; problem: string | null }) => each.problem ?? each.result,
  );
const stored = () =>
  app.db
    .select()
    .from(revenueHeads)
    .where(like(revenueHeads.code, `${prefix}%`));

describe("an import of revenue heads", () => {
  it("an import of revenue heads stores all rows; importing the same file again, also on a later day, changes nothing", async () => {
    const entries = [row(1, { starts_on: "1/12/2026" }), row(2, { bank_name: "", account_number: "" }), row(3)];
    expect(await check(entries)).toEqual(["new", "new", "new"]);
    expect(await stored()).toEqual([]);
    expect((await send("import", entries)).json.data).toEqual({ added: 3, changed: 0, unchanged: 0 });
    const before = await stored();
    expect(before.find(({ code }) => code === `${prefix}1`)).toMatchObject({ startsOn: "2026-12-01", version: 1 });
    for (const day of [today(), addDays(today(), 40)])
      expect((await send("import", entries, day)).json.data).toEqual({ added: 0, changed: 0, unchanged: 3 });
    expect(await stored()).toEqual(before);
    const importRow = (await app.audit()).find(({ recordId, action }) => !recordId && action.endsWith("importHeads"));
    expect(importRow).toMatchObject({ action: "revenueHeads.importHeads", after: { rows: 3, unchanged: 3 } });
    expect((await app.audit(`${prefix}2`))[0]).toMatchObject({ after: { name: "Fee 2", account: "none" } });
  });

  it("an import of revenue heads changes names from the chosen day on, and earlier days keep the old names", async () => {
    const head = await makeRevenueHead(app, { code: `${prefix}1`, name: "Old", ministry: "Ministry of Works" });
    await makeTaxPayment(app, { headId: head.id });
    expect(await check([row(1)])).toEqual([expect.stringContaining("tomorrow")]);
    const day = addDays(today(), 1);
    expect((await send("import", [row(1)], day)).json.data.changed).toBe(1);
    expect((await stored()).map(({ name, startsOn }) => [name, startsOn]).sort()).toEqual([
      ["Fee 1", day],
      ["Old", "2020-01-01"],
    ]);
  });

  it("an import of an exported file keeps its ended revenue heads ended", async () => {
    const ended = { code: `${prefix}1`, name: "Fee 1", ministry: "Ministry of Works", isActive: false };
    await makeRevenueHead(app, ended);
    expect(await check([row(1), row(1, { row: 9 })])).toEqual(["unchanged", "Row 2 has this code already."]);
    expect(await check([row(1, { name: "Other" })])).toEqual([expect.stringContaining("has ended")]);
  });

  it.each<[string, Partial<HeadImportRow>, RegExp]>([
    ["no name", { name: " " }, /^Name: /],
    ["a code with other characters", { code: "a b" }, /^Code: /],
    [
      "an account without its leading zero",
      { account_number: "12345678" },
      /^Account number: An account number has 10/,
    ],
    ["an account without a bank", { bank_name: "" }, /^Bank: /],
    ["a day that does not exist", { starts_on: "31/02/2026" }, /^From: /],
  ])("an import of revenue heads reports a row with %s, and stores no row of the file", async (_, values, problem) => {
    const entries = [row(1), row(2, values)];
    expect(await check(entries)).toEqual(["new", expect.stringMatching(problem)]);
    const { status, json } = await send("import", entries);
    expect([status, json.message]).toEqual([400, expect.stringMatching(/Nothing was imported. Correct row 3: /)]);
    expect(await stored()).toEqual([]);
  });

  it("an import of revenue heads can't change the account of a revenue head, because that needs a second admin", async () => {
    await makeRevenueHead(app, { code: `${prefix}1`, name: "Fee 1", ministry: "Ministry of Works" });
    expect(await check([row(1, { account_number: "2012345678" })])).toEqual([
      expect.stringContaining("Another admin must approve"),
    ]);
  });

  it("an import accepts 2,000 revenue heads, and refuses more", async () => {
    const entries = Array.from({ length: 2_000 }, (_, index) => row(index));
    expect((await send("import", entries)).json.data.added).toBe(2_000);
    const { status, json } = await send("check", [...entries, row(2_000)]);
    expect([status, json.fields.entries]).toEqual([400, "Import at most 2,000 revenue heads at a time."]);
  });
});
