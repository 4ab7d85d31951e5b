// Slow: exports lists with more rows than a batch.

import { eq, type SQL, sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ALL_RIGHTS, makeRights } from "@/lib/contract/access";
import { contract } from "@/lib/contract/contract";
import { exportLink } from "@/lib/contract/exports";
import { admins, roles } from "./db/schema/admin";
import { idempotencyKeys } from "./db/schema/idempotency";
import { sessions } from "./db/schema/session";
import { exports as table } from "./db/schema/system-logs";
import { jsonCell, numberCell, textCell, timeCell } from "./exports/cells";
import { readCsvLines } from "./exports/csv";
import { EXPORT_LISTS } from "./exports/lists";
import { xlsxCell } from "./exports/xlsx";
import { makeAdmin, makeKycRequest, startTestApp, type TestApp } from "./testing/app";
import { switchTriggers } from "./testing/triggers";

let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  officer = await makeAdmin(app);
});
afterAll(() => app.stop());

const createLink = async (path: string, token = officer.token, body: object = {}) =>
  (await app.call("POST", path, { token, body })).json.data as { export_id: string; token: string; rows: number };
const openFile = (token: string, session = officer.token) =>
  app.call("GET", `/exports/${token}`, { headers: { cookie: `a=b; cross-riv-token=${session}` } });
/** Returns the CSV text including its byte order mark, which `text()` would remove. */
const csvText = async (answer: { json: Blob }) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.json.arrayBuffer());
const csvLinesOf = async (answer: { json: Blob }) => (await csvText(answer)).split("\r\n").slice(1, -1);

describe("an export", () => {
  it("exports every row that matches the list's filter, and audits the export with the filter and the number of rows", async () => {
    const requestInCalabar = await makeKycRequest(app, { lga: "Calabar South" });
    await makeKycRequest(app, { lga: "Ikom" });
    const madeLink = await createLink("/kyc/export", officer.token, { lga: "Calabar South" });
    expect(madeLink.rows).toBe(1);
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.export",
      recordType: "export",
      after: { lga: "Calabar South", rows: 1 },
    });
    const answer = await openFile(madeLink.token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="kyc-requests-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(answer.headers.get("cache-control")).toContain("no-store");
    const text = await csvText(answer);
    expect(text.startsWith('\uFEFF"Reference","First name"')).toBe(true);
    const lines = text.split("\r\n").slice(1, -1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`"${requestInCalabar.reference}"`);
    // A phone number starts with a plus, so it is prefixed with an apostrophe; the tier is a number.
    expect(lines[0]).toMatch(/"'\+23480\d{8}","Calabar South",2,nin,"NIN","8901"/);
    expect((await app.audit())[0]).toMatchObject({
      action: "exports.download",
      adminId: officer.id,
      after: { lga: "Calabar South", rows: 1, complete: true },
    });
    const progress = await app.call("GET", `/exports/${madeLink.export_id}/progress`, { token: officer.token });
    expect(progress.json.data).toEqual({ state: "done", rows: 1, sent: 1 });
  });

  it("exports states and reasons as labels beside the code", async () => {
    await makeKycRequest(app, { lga: "Etung", state: "rejected", reason: "under_age" });
    const madeLink = await createLink("/kyc/export", officer.token, { lga: "Etung" });
    const [row] = await csvLinesOf(await openFile(madeLink.token));
    expect(row).toContain(',rejected,"Rejected",');
    expect(row).toContain(',under_age,"Under age",');
  });

  it.each([
    ["/kyc/export", "name"],
    ["/transactions/export", "amount"],
    ["/user-management/users/export", "name"],
    ["/system-logs/audit-trails/export", "at"],
    ["/wallets/movements/export", "amount"],
    ["/wallets/accounts/suspense/statement/export", "posted_at"],
  ])("an export refuses parameters for sorting and paging: %s by %s", async (path, sort) => {
    for (const body of [{ sort }, { page: 1 }, { size: 50 }]) {
      const { status, json } = await app.call("POST", path, { token: officer.token, body });
      expect([status, json.message]).toEqual([400, expect.stringContaining(`"${Object.keys(body)[0]}"`)]);
    }
    expect((await app.call("POST", path, { token: officer.token, body: {} })).status).toBe(200);
  });

  it("exports each matching row once to a CSV file of several pages", async () => {
    await app.db.execute(sql`insert into audit_trails (id, at, action, outcome, address, device, request_id, previous_hash, hash)
      select n - 1000000, '2020-01-01'::timestamptz + (n / 3) * interval '1 ms', 'test', 'done', '', '', '', '', ''
      from generate_series(1, 4500) n`);
    const madeLink = await createLink("/system-logs/audit-trails/export", officer.token, { to: "2020-01-02" });
    expect(madeLink.rows).toBe(4_500);
    const rowNumbers = (await csvLinesOf(await openFile(madeLink.token))).map((line) => Number(line.split(",")[0]));
    expect(new Set(rowNumbers).size).toBe(4_500);
    expect(rowNumbers).toEqual([...rowNumbers].sort((a, b) => b - a));
  });

  it("an export continues although all rows of its next page stop matching the filter while it runs", async () => {
    await app.db.execute(sql`insert into users (id, first_name, last_name, email, phone, date_of_birth, gender, address, lga, joined_at)
      select gen_random_uuid(), 'Ada', 'Ugep', n || '@ugep.example', '+23480' || (10000000 + n), '1990-01-01', 'female', '', 'Yakurr',
        '2024-01-01'::timestamptz + n * interval '1 s' from generate_series(1, 700) n`);
    const { token } = await createLink("/user-management/users/export", officer.token, { lga: "Yakurr" });
    // Changes the page's rows between the query that finds its end and the COPY that reads it. `pg` receives a COPY as an object.
    const query = Client.prototype.query;
    const querySpy = vi.spyOn(Client.prototype, "query").mockImplementation(function (
      this: Client,
      ...queryArgs: unknown[]
    ) {
      if (!(queryArgs[0] instanceof Object && "submit" in queryArgs[0])) return Reflect.apply(query, this, queryArgs);
      querySpy.mockRestore();
      return app.db
        .execute(sql`update users set lga = 'Abi' where id in (select id from users where lga = 'Yakurr'
          order by joined_at desc, id desc limit 500)`)
        .then(() => Reflect.apply(query, this, queryArgs));
    });
    expect(await csvLinesOf(await openFile(token))).toHaveLength(200);
  });

  it.each(["O'Brien", "a\\'; drop table exports; --", "$1 $2", "50%_"])(
    "exports only rows whose name matches the search text %j",
    async (name) => {
      const { reference } = await makeKycRequest(app, { lga: "Bekwarra", firstName: name });
      await makeKycRequest(app, { lga: "Bekwarra" });
      const { token } = await createLink("/kyc/export", officer.token, { lga: "Bekwarra", q: name.split(" ")[0] });
      const lines = await csvLinesOf(await openFile(token));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(new RegExp(`^"${reference}",`));
    },
  );

  it("exports times in Lagos time", async () => {
    await makeKycRequest(app, { lga: "Abi", submittedAt: new Date("2026-03-01T23:30:00Z") });
    const { token } = await createLink("/kyc/export", officer.token, { lga: "Abi" });
    expect((await csvLinesOf(await openFile(token)))[0]).toContain("2026-03-02 00:30:00");
  });
});

describe("an Excel file", () => {
  const unzipSheet = async (answer: { json: Blob }) => {
    const files = unzipSync(new Uint8Array(await answer.json.arrayBuffer()));
    return strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  };

  it("writes every matching row to an Excel file, with dates as dates, and audits the format", async () => {
    await makeKycRequest(app, { lga: "Obudu", submittedAt: new Date("2026-03-01T23:30:00Z"), firstName: "=1+1" });
    const madeLink = await createLink("/kyc/export", officer.token, { lga: "Obudu", format: "xlsx" });
    expect((await app.audit())[0]).toMatchObject({ after: { lga: "Obudu", rows: 1, format: "xlsx" } });
    const answer = await openFile(madeLink.token);
    expect(answer.headers.get("content-type")).toContain("spreadsheetml.sheet");
    expect(answer.headers.get("content-disposition")).toMatch(/kyc-requests-[\d-]+\.xlsx"$/);
    const sheet = await unzipSheet(answer);
    expect(sheet.match(/<row /g)).toHaveLength(2);
    expect(sheet).toContain(">Reference</t>");
    // Expects an inline string, which no spreadsheet program evaluates as a formula.
    expect(sheet).toContain('<c r="B2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
    // The serial number in Excel of 2 March 2026, 00:30 in Lagos.
    expect(sheet).toContain('<c r="O2" s="1"><v>46083.020833333</v></c>');
    expect(sheet).toMatch(/<\/sheetData><\/worksheet>$/);
  });

  it("writes each matching row once to an Excel file of several pages", async () => {
    const madeLink = await createLink("/system-logs/audit-trails/export", officer.token, {
      to: "2020-01-02",
      format: "xlsx",
    });
    const sheet = await unzipSheet(await openFile(madeLink.token));
    const rowNumbers = [...sheet.matchAll(/<row r="(\d+)">/g)].map(([, number]) => Number(number));
    expect(rowNumbers).toEqual(Array.from({ length: 4_501 }, (_, index) => index + 1));
  });

  it("refuses an Excel file above its row limit, and creates no link", async () => {
    // Inserts rows without the table's triggers, which would queue each row for the hash chain.
    await switchTriggers(app.db, "disable", "audit_trails");
    await app.db.execute(sql`insert into audit_trails (id, at, action, outcome, address, device, request_id, previous_hash, hash)
      select n - 3000000, '2010-01-01'::timestamptz, 'test', 'done', '', '', '', '', '' from generate_series(1, 100001) n`);
    await switchTriggers(app.db, "enable", "audit_trails");
    const before = await app.db.$count(table);
    const refused = await app.call("POST", "/system-logs/audit-trails/export", {
      token: officer.token,
      body: { to: "2010-01-02", format: "xlsx" },
    });
    expect(refused.status).toBe(400);
    expect(refused.json.message).toContain("100,001. Choose CSV");
    expect(await app.db.$count(table)).toBe(before);
  });

  it.each([
    ["a < b & c > d", "a &lt; b &amp; c &gt; d"],
    ["bell\u0007 and escape\u001b", "bell and escape"],
    ["_x0041_", "_x005F_x0041_"],
    ["₦ Ẹkaẹtẹ 😀", "₦ Ẹkaẹtẹ 😀"],
  ])("writes %j to an Excel file as text", async (value, expected) => {
    expect(await writtenCell(xlsxCell(textCell(sql`${value}::text`)))).toBe(
      `<c r="A\x01" t="inlineStr"><is><t xml:space="preserve">${expected}</t></is></c>`,
    );
  });

  it("writes negative numbers, times, and empty cells to an Excel file", async () => {
    expect(await writtenCell(xlsxCell(numberCell(sql`-1234.5`), 0))).toBe('<c r="A\x01"><v>-1234.5</v></c>');
    expect(await writtenCell(xlsxCell(timeCell(sql`'1970-01-01T00:00:00Z'::timestamptz`)))).toBe(
      '<c r="A\x01" s="1"><v>25569.041666667</v></c>',
    );
    expect(await writtenCell(xlsxCell(textCell(sql`null::text`)))).toBe('<c r="A\x01"/>');
  });
});

describe("a download link", () => {
  const usedLinkAnswer = { status: 410, json: { code: "DOWNLOAD_LINK" } };

  it("a download link works only once, even if opened ten times in parallel", async () => {
    const { token } = await createLink("/kyc/export");
    const answers = await Promise.all(Array.from({ length: 10 }, () => openFile(token)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 410)).toHaveLength(9);
    expect(await openFile(token)).toMatchObject(usedLinkAnswer);
  });

  it("a download link works only for 60 seconds", async () => {
    const { token, export_id } = await createLink("/kyc/export");
    const [madeLink] = await app.db.select().from(table).where(eq(table.id, export_id));
    expect((madeLink?.expiresAt.getTime() ?? 0) - (madeLink?.createdAt.getTime() ?? 0)).toBeLessThanOrEqual(60_500);
    await app.db.update(table).set({ expiresAt: new Date() }).where(eq(table.id, export_id));
    expect(await openFile(token)).toMatchObject(usedLinkAnswer);
  });

  it("a download link rejects another admin, another session or no session, and stays valid for its own session", async () => {
    const other = await makeAdmin(app, { rights: ALL_RIGHTS });
    const { token, export_id } = await createLink("/kyc/export");
    expect(await openFile(token, other.token)).toMatchObject(usedLinkAnswer);
    expect(await app.call("GET", `/exports/${token}`, { token: other.token })).toMatchObject(usedLinkAnswer);
    expect(await app.call("GET", `/exports/${token}`)).toMatchObject(usedLinkAnswer);
    const othersProgress = await app.call("GET", `/exports/${export_id}/progress`, { token: other.token });
    expect(othersProgress.status).toBe(404);
    expect((await app.call("GET", `/exports/${token}`, { token: officer.token })).status).toBe(200);
  });

  it("rejects a download link after the session has ended or the right was removed", async () => {
    const leavingAdmin = await makeAdmin(app);
    const first = await createLink("/kyc/export", leavingAdmin.token);
    await app.db
      .update(roles)
      .set({ features: makeRights({ "KYC Management": ["read"] }) })
      .where(eq(roles.id, leavingAdmin.roleId));
    expect((await openFile(first.token, leavingAdmin.token)).status).toBe(403);
    expect((await app.audit())[0]).toMatchObject({
      action: "exports.download",
      outcome: "refused",
      adminId: leavingAdmin.id,
      recordType: "export",
      recordId: first.export_id,
      recordName: "kyc-requests",
    });
    const progress = await app.call("GET", `/exports/${first.export_id}/progress`, { token: leavingAdmin.token });
    expect(progress.json.data).toMatchObject({ state: "broken_off", sent: 0 });
    await app.db.update(roles).set({ features: ALL_RIGHTS }).where(eq(roles.id, leavingAdmin.roleId));
    // The refused request has used up the link.
    expect(await openFile(first.token, leavingAdmin.token)).toMatchObject(usedLinkAnswer);
    const second = await createLink("/kyc/export", leavingAdmin.token);
    await app.db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.adminId, leavingAdmin.id));
    expect(await openFile(second.token, leavingAdmin.token)).toMatchObject(usedLinkAnswer);
  });

  it("requires the export right of a list for its download link", async () => {
    const kycOnlyAdmin = await makeAdmin(app, {
      rights: makeRights({ "KYC Management": ["read", "export"], "System Logs": ["read"] }),
    });
    expect((await app.call("POST", "/kyc/export", { token: kycOnlyAdmin.token, body: {} })).status).toBe(200);
    const refused = await app.call("POST", "/system-logs/audit-trails/export", { token: kycOnlyAdmin.token, body: {} });
    expect(refused.status).toBe(403);
    expect((await app.audit())[0]).toMatchObject({ action: "systemLogs.exportAuditTrails", outcome: "refused" });
  });

  it("stores and logs no download link in plain text", async () => {
    const { json } = await app.call("POST", "/kyc/export", {
      token: officer.token,
      body: {},
      headers: { "idempotency-key": "export-with-a-key" },
    });
    const { token } = json.data;
    const { loggedPath } = await import("./api/http-handler");
    expect(loggedPath(`/api/v1/exports/${token}`)).toBe("/api/v1/exports/…");
    const storedText = JSON.stringify([
      await app.db.select().from(table),
      await app.audit(),
      await app.db.select().from(idempotencyKeys),
    ]);
    expect(token).toHaveLength(43);
    expect(storedText).not.toContain(token);
  });

  it("every call that returns a download link is declared as secret in its route", () => {
    const calls = Object.values(contract).flatMap((group) => Object.values(group));
    const exportCalls = calls.filter((call) => call["~orpc"].outputSchema === exportLink);
    // Every call with an export path must return a link. Receipts and tickets return links at other paths.
    const namedExport = calls.filter(
      ({ "~orpc": { route } }) => route.method === "POST" && route.path?.endsWith("/export"),
    );
    expect(namedExport.filter((call) => !exportCalls.includes(call))).toEqual([]);
    expect(exportCalls.length).toBeGreaterThanOrEqual(Object.keys(EXPORT_LISTS).length);
    for (const call of exportCalls)
      expect([call["~orpc"].route.path, call["~orpc"].meta.secret]).toEqual([call["~orpc"].route.path, true]);
  });
});

it("audits a download as incomplete if the client cancels it", async () => {
  await app.db.execute(sql`insert into audit_trails (id, at, action, outcome, address, device, request_id, previous_hash, hash)
    select n - 2000000, '2019-01-01', 'test', 'done', '', '', '', '', '' from generate_series(1, 9000) n`);
  const { token, export_id } = await createLink("/system-logs/audit-trails/export", officer.token, {
    to: "2019-01-02",
  });
  const { handleRequest: answer } = await import("./api/http-handler");
  const response = await answer(
    new Request(`http://test/api/v1/exports/${token}`, { headers: { authorization: `Bearer ${officer.token}` } }),
  );
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.read();
  await reader?.cancel();
  const [row] = await app.audit().then((rows) => rows.filter((each) => each.action === "exports.download"));
  expect(row).toMatchObject({ recordId: export_id, after: { complete: false } });
  expect(row?.after?.rows).toBeLessThan(9_000);
});

it("stops a download when the admin is suspended", async () => {
  const leavingAdmin = await makeAdmin(app);
  const { token } = await createLink("/system-logs/audit-trails/export", leavingAdmin.token, { to: "2019-01-02" });
  const { handleRequest: answer } = await import("./api/http-handler");
  const response = await answer(
    new Request(`http://test/api/v1/exports/${token}`, { headers: { authorization: `Bearer ${leavingAdmin.token}` } }),
  );
  await app.db.update(admins).set({ status: "suspended" }).where(eq(admins.id, leavingAdmin.id));
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await expect(response.text()).rejects.toThrow();
});

const writtenCell = async (cell: SQL) =>
  (await app.db.execute<{ cell: string }>(sql`select ${cell} as cell`)).rows[0]?.cell;

describe("a cell", () => {
  const cell = async (makeCell: typeof textCell, value: string | null) => {
    const client = await app.db.$client.connect();
    const literal = sql.raw(value === null ? "null::text" : client.escapeLiteral(value));
    // Adds a second cell, because COPY quotes an empty cell if it is the only one of its line.
    const line = String((await readCsvLines(client, [makeCell(literal), numberCell(sql`1`)], sql``))?.lines);
    client.release();
    expect(line.slice(-4)).toBe(",1\r\n");
    return line.slice(0, -4);
  };

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠x"])(
    "adds an apostrophe before %j, so that spreadsheets do not read it as a formula",
    async (value) => {
      expect(await cell(textCell, value)).toBe(`"'${value}"`);
    },
  );

  it.each([
    ["plain", '"plain"'],
    ['say "hi", you', '"say ""hi"", you"'],
    ["two\r\nlines", '"two\r\nlines"'],
    ["a=b", '"a=b"'],
    ["₦ Ẹkaẹtẹ 😀", '"₦ Ẹkaẹtẹ 😀"'],
    ["", '""'],
    [null, ""],
  ])("quotes the CSV text %j", async (value, expected) => {
    expect(await cell(textCell, value)).toBe(expected);
  });

  it.each([
    [`{"a": "=b"}`, `"{""a"": ""=b""}"`],
    ["x".repeat(3_000_000), `"${"x".repeat(3_000_000)}"`],
  ])("quotes JSON in a CSV file and leaves it otherwise unchanged, at any length: %.20s", async (value, expected) => {
    expect((await cell(jsonCell, value)) === expected).toBe(true);
  });

  it.each([
    ["-1234.50", "-1234.50"],
    ["0", "0"],
    ["12", "12"],
    [null, ""],
  ])("writes the number %j to a CSV file without quotes", async (value, expected) => {
    expect(await cell(numberCell, value)).toBe(expected);
  });
});
