// Slow: starts `npm run import-balances` in a separate process, as operators do.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openingBalanceFiles, openingBalances } from "@/lib/server/db/schema/opening-balance";
import { makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import type { BalanceLineOutcome } from "./check-lines";
import { importBalances } from "./import-balances";

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = mkdtempSync(path.join(tmpdir(), "balances-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.stop();
});

let fileCount = 0;
function writeFile(content: string, kind = "csv"): string {
  const file = path.join(folder, `balances-${++fileCount}.${kind}`);
  writeFileSync(file, content);
  return file;
}

async function run(file: string, { isDryRun = false, name = "city" } = {}) {
  const rows: BalanceLineOutcome[] = [];
  const counts = await importBalances(app.db, file, { app: name, isDryRun, onRow: (row) => rows.push(row) });
  return { ...counts, reasons: rows.filter(({ reason }) => reason).map(({ line, reason }) => `${line} ${reason}`) };
}

let citizenCount = 0;
const makeCitizen = (values: Parameters<typeof makeUser>[1] = {}) =>
  makeUser(app, { app: "city", externalId: `c-${++citizenCount}`, ...values });
const storedFile = async (file: string) =>
  (
    await app.db
      .select()
      .from(openingBalanceFiles)
      .where(eq(openingBalanceFiles.fileName, path.basename(file)))
  )[0];

describe("file of opening balances", () => {
  it("a file of opening balances is stored exactly, by id or phone number, with amounts in different notations", async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => makeCitizen()));
    const phone = `0${people[1]?.phone.slice(4)}`;
    const file = writeFile(`\uFEFFUser ID;Phone No.;Opening Balance\r
${people[0]?.externalId};;1,250.50\r
;${phone};₦1,250\r
${people[2]?.externalId};;NGN 0.07\r
${people[3]?.externalId};${people[3]?.phone};1250.5\r
${people[4]?.externalId};;0.00\r
`);
    expect(await run(file)).toMatchObject({ lines: 4, zeros: 1, wrong: 0, amount: 375_107, reasons: [] });
    const stored = await storedFile(file);
    expect(stored).toMatchObject({ app: "city", state: "stored", lines: 4, zeros: 1, amount: 375_107 });
    const lines = await app.db
      .select()
      .from(openingBalances)
      .where(eq(openingBalances.fileId, stored?.id ?? ""))
      .orderBy(openingBalances.line);
    expect(lines.map(({ line, userId, amount }) => [line, userId, amount])).toEqual([
      [2, people[0]?.id, 125_050],
      [3, people[1]?.id, 125_000],
      [4, people[2]?.id, 7],
      [5, people[3]?.id, 125_050],
    ]);
    expect(await app.audit(stored?.id)).toMatchObject([
      {
        ...{ action: "systemWallet.storeOpeningBalances", adminId: null, recordType: "opening_balance_file" },
        after: { app: "city", sha256: stored?.fileHash, lines: "4", zeros: "1", sum: "₦3,751.07" },
      },
    ]);
    const ndjson = writeFile(`${JSON.stringify({ external_id: people[5]?.externalId, balance: 12.5 })}\n`, "ndjson");
    expect(await run(ndjson)).toMatchObject({ lines: 1, amount: 1_250 });
  });

  it("a file of opening balances is refused completely if a line is invalid, with a sentence for each invalid line", async () => {
    const [firstCitizen, secondCitizen, closed, citizenWithBalance] = await Promise.all([
      makeCitizen(),
      makeCitizen(),
      makeCitizen({ status: "closed", statusReason: "Closed" }),
      makeCitizen(),
    ]);
    await run(writeFile(`external_id,balance\n${citizenWithBalance.externalId},5`));
    const lines = [
      `${firstCitizen.externalId},,100`,
      "nobody,,100",
      ",08099999999,100",
      `${closed.externalId},,100`,
      `,${firstCitizen.phone},100`,
      `${secondCitizen.externalId},,`,
      `${secondCitizen.externalId},,-5`,
      `${secondCitizen.externalId},,1.234`,
      `${secondCitizen.externalId},,"1,25"`,
      `${secondCitizen.externalId},,1,250.50`,
      `${secondCitizen.externalId},,9999999999999`,
      `${citizenWithBalance.externalId},,100`,
      `${secondCitizen.externalId},${firstCitizen.phone},100`,
      ",,100",
      ",2.34803E+12,100",
      `${firstCitizen.externalId},,0`,
      "nobody either,,0",
      `${closed.externalId},,0`,
    ];
    const exampleText = "such as 5,000 or 5,000.50.";
    const BELOW_ZERO_MESSAGE = `An amount can't be below zero. Enter it without a minus sign or brackets, ${exampleText}`;
    const UNCLEAR_MESSAGE = `This amount is not clear. Use commas between thousands and a dot before kobo, ${exampleText}`;
    const problems = [
      "3 external_id: city has no citizen with this id.",
      "4 phone: There is no citizen with this number.",
      "5 external_id: This account is closed, so nothing moves in its wallet.",
      "6 phone: Line 2 has this citizen already.",
      "7 balance: Enter an amount such as 5,000 or 5,000.50.",
      `8 balance: ${BELOW_ZERO_MESSAGE}`,
      `9 balance: ${UNCLEAR_MESSAGE}`,
      `10 balance: ${UNCLEAR_MESSAGE}`,
      "11 The row has 4 cells, and there are 3 columns. Put a value that contains a comma in double quotes.",
      "12 balance: This amount is too large.",
      "13 external_id: This citizen has an opening balance already.",
      "14 external_id: The citizen with this id has another phone number. Check whether the columns belong together.",
      "15 external_id: Enter the citizen's id or phone number.",
      "16 phone: Excel shortened this number. Format the column as text, then paste the numbers again.",
      "17 external_id: Line 2 has this citizen already.",
    ];
    const file = writeFile(["external_id,phone,balance", ...lines].join("\n"));
    for (const isDryRun of [true, false])
      expect(await run(file, { isDryRun })).toMatchObject({ lines: 1, zeros: 2, wrong: 15, reasons: problems });
    expect(await storedFile(file)).toBeUndefined();
    expect(await app.db.$count(openingBalances, eq(openingBalances.userId, firstCitizen.id))).toBe(0);
  });

  it("a file of opening balances changes nothing on a dry run or a second time, even with two concurrent imports", async () => {
    const rows = await Promise.all(Array.from({ length: 3 }, async () => `${(await makeCitizen()).externalId},10`));
    const file = writeFile(["external_id,balance", ...rows].join("\n"));
    expect(await run(file, { isDryRun: true })).toMatchObject({ lines: 3, amount: 3_000, isDone: false });
    expect(await storedFile(file)).toBeUndefined();
    const parallelRuns = await Promise.all([run(file), run(file)]);
    expect(parallelRuns.map(({ isDone }) => isDone).sort()).toEqual([false, true]);
    for (const isDryRun of [true, false])
      expect(await run(file, { isDryRun })).toMatchObject({ lines: 3, amount: 3_000, isDone: true, reasons: [] });
    const stored = await storedFile(file);
    expect(await app.db.$count(openingBalances, eq(openingBalances.fileId, stored?.id ?? ""))).toBe(3);
    expect(await app.audit(stored?.id)).toHaveLength(1);
  });

  it("a file of opening balances is refused when it can't be read, lacks a column, has two balance columns or no amount", async () => {
    await expect(run(writeFile("external_id,balance,balance\nc-1,100,7"))).rejects.toThrow("Two columns are called");
    await expect(run(writeFile("external_id,balance,Amount\nc-1,5,9"))).rejects.toThrow(
      "balance: balance, Amount. Keep one.",
    );
    await expect(run(writeFile("name,phone\nAda,1"))).rejects.toThrow("The file has no column for: balance.");
    await expect(run(writeFile("name,balance\nAda,1"))).rejects.toThrow("no column for: external_id or phone.");
    await expect(run(writeFile("x", "pdf"))).rejects.toThrow("Use .csv, .ndjson or .xlsx.");
    const calculatedLine = `{"external_id":"${(await makeCitizen()).externalId}","balance":434.99999999999994}`;
    expect(await run(writeFile(calculatedLine, "ndjson"), { isDryRun: true })).toMatchObject({
      amount: 43_500,
      wrong: 0,
    });
    await expect(run(writeFile("external_id,balance\nc-1,0"))).rejects.toThrow("The file has no balance above zero.");
  });
});

it("`npm run import-balances` is a dry run by default, and fails if a line is invalid", async () => {
  const citizen = await makeCitizen();
  const runCommand = (...args: string[]) =>
    spawnSync(process.execPath, ["scripts/import-balances.mjs", ...args], {
      env: { ...process.env, DATABASE_URL: app.url, INIT_CWD: folder, LOG_LEVEL: "silent" },
      encoding: "utf8",
    });
  const wrongFile = writeFile(`external_id,balance\n${citizen.externalId},10\nnobody,1`);
  const refusedRun = runCommand(wrongFile, "--app", "city", "--apply");
  expect([refusedRun.status, refusedRun.stdout, refusedRun.stderr]).toEqual([
    1,
    expect.stringContaining("Line 3: external_id: city has no citizen with this id."),
    expect.stringContaining("Nothing was stored. Correct the wrong lines and run the command again."),
  ]);
  expect(readFileSync(`${wrongFile}.report.csv`, "utf8")).toContain('2,right,""\n3,refused,"external_id: city');
  const file = writeFile(`external_id,balance\n${citizen.externalId},10`);
  const dryRun = runCommand(path.basename(file), "--app", "city");
  expect([dryRun.status, dryRun.stdout]).toEqual([
    0,
    expect.stringContaining("This was a dry run: nothing was stored."),
  ]);
  expect(await storedFile(file)).toBeUndefined();
  const appliedRun = runCommand(file, "--app", "city", "--apply");
  expect([appliedRun.status, appliedRun.stdout]).toEqual([
    0,
    expect.stringContaining("1 opening balance, ₦10.00 in all; 0 of zero"),
  ]);
  expect(await storedFile(file)).toMatchObject({ amount: 1_000 });
  const repeatedRun = runCommand(file, "--app", "city", "--apply");
  expect([repeatedRun.status, repeatedRun.stdout]).toEqual([
    0,
    expect.stringContaining("This file was stored before."),
  ]);
  expect(runCommand(file).stderr).toContain("Use: npm run import-balances");
}, 120_000);
