// Slow: starts `npm run import-users` in a separate process, as operators do.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "@/lib/server/db/schema/user";
import { userImports } from "@/lib/server/db/schema/user-import";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeWorkbook } from "@/lib/tables/testing-workbook";
import { type ImportRowOutcome, importRegister } from "./import-register";

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = mkdtempSync(path.join(tmpdir(), "register-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.stop();
});

let fileCount = 0;
function writeFile(content: string | Uint8Array, kind = "csv"): string {
  const file = path.join(folder, `register-${++fileCount}.${kind}`);
  writeFileSync(file, content);
  return file;
}

async function run(file: string, { isDryRun = false, name = "city" } = {}) {
  const rows: ImportRowOutcome[] = [];
  const counts = await importRegister(app.db, file, { app: name, isDryRun, onRow: (row) => rows.push(row) });
  return {
    ...counts,
    reasons: rows.filter(({ reason }) => reason).map(({ line, reason }) => `${line} ${reason}`),
    lines: rows.map(({ line }) => line),
  };
}

const HEADER = "external_id,first_name,last_name,phone,date_of_birth,gender,lga";
let personCount = 0;
/** Returns a CSV row of a person with a unique phone number. */
const row = (values: Partial<Record<"id" | "first" | "last" | "phone" | "born" | "gender" | "lga", string>> = {}) => {
  const n = String(++personCount).padStart(7, "0");
  const {
    id = `c${n}`,
    first = "Ekaette",
    last = "Bassey",
    phone = `0805${n}`,
    born = "1990-05-01",
    gender = "female",
    lga = "Yala",
  } = values;
  return [id, first, last, phone, born, gender, lga].join(",");
};
const userByExternalId = async (id: string) => (await app.db.select().from(users).where(eq(users.externalId, id)))[0];

describe("user import", () => {
  it("a user import accepts columns in any order, phone numbers marked as text for Excel, and day-first dates, and keeps tier and status", async () => {
    const csv = `\uFEFFsep=;\r\n"Phone No.";Surname;First Name;Other Names;DOB;Sex;"L.G.A";E-mail;ID;KYC Level;Account Status;Date Joined;Notes;State;Mobile\r
'+2348031234567;Ita Giwa;Mary;;3/11/1988;F;calabar south;MARY@example.com;a-1;Tier 2;Active;21/10/2024;friend;Cross River;08039999999\r
="08031234568";"O’Neil";Bella;"da Silva";08-03-1994;male;Yala;;a-2;;suspended;;\r
2348031234569;Adébáyọ̀;Ọláyínká;;1990-05-01;Female;Bekwarra\u200B;;a-3;3;;;"two
lines"\r
`;
    expect(await run(writeFile(csv))).toMatchObject({ rows: 3, opened: 3, refused: 0, reasons: [] });
    expect(await userByExternalId("a-1")).toMatchObject({
      ...{ firstName: "Mary", lastName: "Ita Giwa", phone: "+2348031234567", email: "mary@example.com", tier: 2 },
      ...{ dateOfBirth: "1988-11-03", gender: "female", lga: "Calabar South", status: "active", app: "city" },
      joinedAt: new Date("2024-10-21T00:00:00Z"),
    });
    expect(await userByExternalId("a-2")).toMatchObject({
      middleName: "da Silva",
      status: "suspended",
      tier: 0,
      email: null,
    });
    expect(await userByExternalId("a-3")).toMatchObject({
      lastName: "Adébáyọ̀".normalize("NFC"),
      lga: "Bekwarra",
      tier: 3,
    });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });

  it("a user import returns the error of each line, and imports the other lines", async () => {
    const userWithPhone = await makeUser(app);
    const repeatedRow = row();
    const lines = [
      row({ phone: "12" }),
      row({ phone: "2.34803E+12" }),
      row({ born: "2015-01-01" }),
      row({ born: "31/02/1990" }),
      row({ lga: "Lagos Island" }),
      row({ gender: "x" }),
      row({ first: "" }),
      row({ id: "" }),
      row({ phone: userWithPhone.phone }),
      repeatedRow,
      repeatedRow.replace("Ekaette", "Arit"),
      row(),
    ];
    const file = writeFile([HEADER, ...lines].join("\n"));
    const problems = [
      "2 phone: Enter a Nigerian number such as 0803 123 4567.",
      "3 phone: Excel shortened this number. Format the column as text, then paste the numbers again.",
      "4 date_of_birth: An account can be opened from the age of 18.",
      "5 date_of_birth: Use a date such as 2026-11-21.",
      "6 lga: Choose a local government area.",
      "7 gender: Choose one.",
      expect.stringContaining("8 first_name:"),
      expect.stringContaining("9 external_id:"),
      "10 phone: Another account has this number.",
    ];
    const before = await app.db.$count(users);
    const dryRun = await run(file, { isDryRun: true });
    expect(dryRun).toMatchObject({ rows: 12, opened: 2, refused: 10 });
    expect(dryRun.reasons).toEqual([...problems, "12 external_id: Another row of the file has it."]);
    expect(await app.db.$count(users)).toBe(before);
    expect(await app.db.$count(userImports, eq(userImports.fileName, path.basename(file)))).toBe(0);
    const appliedRun = await run(file);
    expect(appliedRun).toMatchObject({ rows: 12, opened: 2, refused: 10 });
    expect(appliedRun.reasons).toEqual([
      ...problems,
      "12 external_id: There is an account with this id and other data.",
    ]);
  });

  it("a user import reports the line on which a row begins, after multi-line cells and empty lines", async () => {
    const brokenLga = row().replace("Yala", '"Ya\r\nla"');
    const file = writeFile([HEADER, brokenLga, "", row({ lga: "Lagos" }), row({ phone: "1" })].join("\r\n"));
    expect((await run(file, { isDryRun: true })).lines).toEqual([2, 5, 6]);
  });

  it("a user import changes nothing the second time, with the same file or the same rows", async () => {
    const rows = [row(), row({ last: "Efiɔm" }), row()];
    const file = writeFile([HEADER, ...rows].join("\n"));
    expect(await run(file)).toMatchObject({ opened: 3, isDone: false });
    expect(await run(file)).toMatchObject({ opened: 3, isDone: true, lines: [] });
    const longerFile = writeFile([HEADER, ...rows, row()].join("\r\n"));
    expect(await run(longerFile, { isDryRun: true })).toMatchObject({ opened: 1, unchanged: 3 });
    expect(await run(longerFile)).toMatchObject({ opened: 1, unchanged: 3, refused: 0 });
    const changedFile = writeFile([HEADER, rows[0]?.replace("Ekaette", "Arit")].join("\n"));
    expect((await run(changedFile)).reasons).toEqual([
      "2 external_id: There is an account with this id and other data.",
    ]);
    // Another app may use the same external ids, so the rows are refused only because of the phone numbers.
    const otherAppRun = await run(file, { name: "other" });
    expect(otherAppRun.reasons.map((reason) => reason.slice(2))).toEqual(
      Array(3).fill("phone: Another account has this number."),
    );
  });

  it("a user import runs once in two concurrent processes, with one audit row", async () => {
    const file = writeFile([HEADER, ...Array.from({ length: 2_500 }, () => row())].join("\n"));
    const parallelRuns = await Promise.allSettled([run(file), run(file)]);
    // If both processes start together, one process is refused. A process that starts later finds the import completed.
    for (const each of parallelRuns)
      if (each.status === "rejected") expect(each.reason.message).toContain("Another import of this file is running.");
    expect(parallelRuns.map(({ status }) => status)).toContain("fulfilled");
    const [importRow] = await app.db
      .select()
      .from(userImports)
      .where(eq(userImports.fileName, path.basename(file)));
    expect(importRow).toMatchObject({ rows: 2_500, opened: 2_500 });
    expect(await app.audit(importRow?.id)).toHaveLength(1);
  });

  it("a user import resumes after the last complete batch, and writes one audit row with the file's hash", async () => {
    const rows = Array.from({ length: 4_500 }, () => row());
    const file = writeFile([HEADER, ...rows].join("\n"));
    let batchCount = 0;
    const stopAfterBatches = () => {
      if (++batchCount === 2) throw new Error("The machine went down.");
    };
    const before = await app.db.$count(users);
    await expect(
      importRegister(app.db, file, { app: "city", isDryRun: false, onProgress: stopAfterBatches }),
    ).rejects.toThrow("down");
    expect(await app.db.$count(users)).toBe(before + 4_000);
    const resumedRun = await run(file);
    expect(resumedRun).toMatchObject({ rows: 4_500, opened: 4_500, refused: 0 });
    // The report contains all rows, including those imported before the interruption.
    expect(resumedRun.lines).toHaveLength(4_500);
    expect(resumedRun.reasons).toHaveLength(4_000);
    expect(resumedRun.reasons[0]).toBe("2 Imported before the import stopped.");
    expect(await app.db.$count(users)).toBe(before + 4_500);
    const [importRow] = await app.db
      .select()
      .from(userImports)
      .where(eq(userImports.fileName, path.basename(file)));
    const entries = await app.audit(importRow?.id);
    expect(entries).toMatchObject([
      {
        ...{ action: "user.import", adminId: null, recordType: "user_import" },
        after: { app: "city", sha256: importRow?.fileHash, rows: "4,500", opened: "4,500", refused: "0" },
      },
    ]);
    expect(importRow?.fileHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it("a user import accepts NDJSON, UTF-16 and Excel", async () => {
    const [firstRow, secondRow, thirdRow] = [row(), row({ first: "José" }), row()];
    const firstObject = Object.fromEntries(HEADER.split(",").map((name, n) => [name, firstRow?.split(",")[n]]));
    expect(await run(writeFile(`${JSON.stringify(firstObject)}\n\n`, "ndjson"))).toMatchObject({ opened: 1 });
    expect(await run(writeFile(Buffer.from(`\uFEFF${HEADER}\r\n${secondRow}\r\n`, "utf16le")))).toMatchObject({
      opened: 1,
    });
    expect(await userByExternalId(secondRow?.split(",")[0] ?? "")).toMatchObject({ firstName: "José" });
    expect(
      await run(writeFile(makeWorkbook([{ rows: [HEADER.split(","), thirdRow.split(",")] }]), "xlsx")),
    ).toMatchObject({
      opened: 1,
      reasons: [],
    });
  });

  it("a user import accepts big-endian UTF-16, and NDJSON with a byte order mark and invalid lines", async () => {
    const [firstRow, secondRow] = [row({ first: "Ọláyínká" }), row()];
    const bigEndian = Buffer.from(`\uFEFF${HEADER}\r\n${firstRow}\r\n`, "utf16le").swap16();
    expect(await run(writeFile(bigEndian))).toMatchObject({ opened: 1, reasons: [] });
    const firstObject = Object.fromEntries(HEADER.split(",").map((name, n) => [name, secondRow.split(",")[n]]));
    const lines = [
      "\uFEFF[1]",
      "{no json",
      JSON.stringify({ ...firstObject, first_name: { a: 1 } }),
      JSON.stringify(firstObject),
    ];
    expect(await run(writeFile(lines.join("\n"), "ndjson"))).toMatchObject({
      ...{ rows: 4, opened: 1, refused: 3 },
      reasons: ["1 This is not a JSON object.", "2 This is not a JSON object.", "3 first_name: Use a single value."],
    });
  });

  it("a user import refuses a row with more cells than columns, and ambiguous values", async () => {
    const longHeader = `${HEADER},tier,language,joined_at`;
    const lines = [
      `${row()},1,en,,1 Marian Road`,
      `${row()},1,en,,,`,
      `${row({ gender: "Mrs" })},1,en,`,
      `${row()},0x2,en,`,
      `${row()},1,en,2999-01-01`,
    ];
    expect(await run(writeFile([longHeader, ...lines].join("\n")))).toMatchObject({
      ...{ opened: 1, refused: 4 },
      reasons: [
        "2 The row has 11 cells, and there are 10 columns. Put a value that contains a comma in double quotes.",
        "4 gender: Choose one.",
        "5 tier: Use 0, 1, 2 or 3.",
        "6 joined_at: Use a day that has come.",
      ],
    });
  });

  it("a user import gives the same results in a dry run as in the import, also for duplicate rows and closed accounts", async () => {
    const repeatedRow = row();
    const [, , , phone] = repeatedRow.split(",");
    const lines = [
      `${repeatedRow},1,active`,
      `${repeatedRow},1,active`,
      `${row({ phone })},1,closed`,
      `${row({ phone })},1,active`,
      `${repeatedRow.replace("Ekaette", "Other")},1,active`,
    ];
    const file = writeFile([`${HEADER},tier,status`, ...lines].join("\n"));
    const [dryRun, appliedRun] = [await run(file, { isDryRun: true }), await run(file)];
    for (const counts of [dryRun, appliedRun]) expect(counts).toMatchObject({ opened: 2, unchanged: 1, refused: 2 });
    expect(appliedRun.reasons.map((reason) => reason.slice(0, 2))).toEqual(
      dryRun.reasons.map((reason) => reason.slice(0, 2)),
    );
  });

  it("a user import reports an account whose tier, status or language has changed, and leaves it unchanged", async () => {
    const person = row({ id: "kept-1" });
    await run(writeFile(`${HEADER},tier,status\n${person},1,active\n`));
    const repeatedRun = await run(writeFile(`${HEADER},tier,status\n${person},3,suspended\n`));
    expect(repeatedRun).toMatchObject({
      unchanged: 1,
      refused: 0,
      reasons: [expect.stringContaining("Tier, status or language")],
    });
    expect(await userByExternalId("kept-1")).toMatchObject({ tier: 1, status: "active" });
  });

  it("a user import is refused as a whole if it is unreadable or lacks a column", async () => {
    await expect(run(writeFile("name,phone\nAda,1"))).rejects.toThrow(
      "The file has no column for: external_id, first_name, last_name, date_of_birth, gender, lga.",
    );
    await expect(run(writeFile("foo,bar\n"))).rejects.toThrow("The file has no column for: external_id");
    for (const content of ["", `${HEADER}\n`])
      for (const isDryRun of [true, false])
        await expect(run(writeFile(content), { isDryRun })).rejects.toThrow(/The file (is empty|has no rows)\./);
    await expect(run(writeFile(`${HEADER},Phone\n${row()},1\n`))).rejects.toThrow("Two columns are called “Phone”.");
    const latinFile = Buffer.from(`${HEADER}\n${row({ first: "Adéle" })}\n`, "latin1");
    await expect(run(writeFile(latinFile))).rejects.toThrow("save it again as “CSV UTF-8");
    await expect(run(writeFile("x", "pdf"))).rejects.toThrow("Use .csv, .ndjson or .xlsx.");
    await expect(run(writeFile("PK\x03\x04 torn", "xlsx"))).rejects.toThrow(
      "This Excel file is damaged or not complete.",
    );
    const oldExcel = Buffer.from("d0cf11e0a1b11ae1000000", "hex");
    await expect(run(writeFile(oldExcel, "xls"))).rejects.toThrow(
      "This is an old Excel file (.xls). Save it as .xlsx or CSV and choose that file.",
    );
  });

  it("a user import is read by its content, regardless of its file extension", async () => {
    const [firstRow, secondRow] = [row(), row()];
    const workbook = makeWorkbook([
      { rows: [["Notes"]], hidden: true },
      { rows: [null, HEADER.split(","), firstRow.split(",")] },
    ]);
    expect(await run(writeFile(workbook, "csv"))).toMatchObject({ opened: 1, lines: [3] });
    expect(await run(writeFile(`${HEADER}\n${secondRow}\n`, "xlsx"))).toMatchObject({ opened: 1, lines: [2] });
    const pipeSeparated = writeFile([HEADER, row()].join("\n").replaceAll(",", "|"), "tsv");
    expect(await run(pipeSeparated)).toMatchObject({ opened: 1, reasons: [] });
  });
});

it("`npm run import-users` is a dry run without --apply, and writes each row's result to a report beside the file", async () => {
  const file = writeFile([HEADER, row({ id: "cli-1" }), row({ phone: "1" })].join("\n"));
  const runNode = (...args: string[]) =>
    spawnSync(process.execPath, args, {
      env: { ...process.env, DATABASE_URL: app.url, INIT_CWD: folder, LOG_LEVEL: "silent" },
      encoding: "utf8",
    });
  const runCommand = (...args: string[]) => runNode("scripts/import-users.mjs", ...args);
  const dryRun = runCommand(path.basename(file), "--app", "city");
  expect([dryRun.status, dryRun.stdout]).toEqual([
    0,
    expect.stringContaining("1 accounts would be opened, 0 unchanged, 1 refused."),
  ]);
  expect(await userByExternalId("cli-1")).toBeUndefined();
  const report = readFileSync(`${file}.report.csv`, "utf8");
  expect(report).toContain('2,opened,""\n3,refused,"phone: Enter a Nigerian number');
  const appliedRun = runCommand(file, "--app", "city", "--apply");
  expect([appliedRun.status, appliedRun.stdout]).toEqual([
    0,
    expect.stringContaining("1 accounts opened, 0 unchanged, 1 refused."),
  ]);
  expect(await userByExternalId("cli-1")).toMatchObject({ app: "city" });
  // Bundles the program once for the runs below, because the command would bundle it again for each run.
  const programFolder = mkdtempSync(path.join(process.cwd(), "node_modules/.import-"));
  const program = path.join(programFolder, "main.mjs");
  const entryPoints = ["lib/server/user/import/main.ts"];
  await build({ entryPoints, outfile: program, bundle: true, platform: "node", format: "esm", packages: "external" });
  const runProgram = (...args: string[]) => runNode("--conditions=react-server", program, ...args);
  // The file was imported before, so the earlier report is kept.
  expect(runProgram(file, "--app", "city", "--apply").stdout).toContain("This file was imported before.");
  expect(readFileSync(`${file}.report.csv`, "utf8")).toContain("3,refused");
  const mistypedApp = runProgram(file, "--app", "citty", "--apply");
  expect([mistypedApp.status, mistypedApp.stderr]).toEqual([1, expect.stringContaining("No app is called “citty”.")]);
  for (const args of [[], [file], ["nothing.csv", "--app", "city"]]) {
    const failedRun = runProgram(...args);
    expect([failedRun.status, failedRun.stderr.trim()]).toEqual([
      1,
      expect.stringMatching(/^(Use: npm run|There is no file) .*$/),
    ]);
  }
  rmSync(programFolder, { recursive: true });
}, 120_000);
