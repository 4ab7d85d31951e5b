import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AuditRow, appendAudit, chainHeadsAppendedBy } from "@/lib/server/audit/audit";
import { chainHeadFilePath, openChainHeadFile, storeChainHeads } from "@/lib/server/audit/heads";
import { makeAdmin, makeKyc, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { verifyChain } from "./verify-chain";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
/** Each test begins with an empty trail, and no heads outside the database. */
beforeEach(() =>
  tamperWith(
    "truncate audit_trails",
    "update audit_head set id = 0, hash = repeat('0', 64)",
    "drop table if exists kept",
  ),
);
afterEach(async () => {
  // Waits until the call has saved its heads, which happens after the response; otherwise the next test would find
  // them.
  await (await openChainHeadFile())?.close();
  rmSync(chainHeadFilePath(), { force: true });
});

const row = (values: Partial<AuditRow> = {}): AuditRow => ({
  at: new Date(),
  adminId: null,
  adminName: null,
  action: "kyc.decide",
  outcome: "done",
  refusal: null,
  recordType: "kyc",
  recordId: "1",
  recordName: "Ada",
  before: null,
  after: { state: "approved" },
  address: "10.0.0.1",
  device: "test",
  requestId: "r",
  ...values,
});

/** Appends rows as the request pipeline does: in a transaction, and saves the heads outside the database after the commit. */
async function append(count: number, storesHeads = true, values?: Partial<AuditRow>) {
  const heads = await app.db.transaction(async (tx) => {
    for (let n = 0; n < count; n++) await appendAudit(tx, row({ after: { n }, ...values }));
    return chainHeadsAppendedBy(tx);
  });
  if (storesHeads) storeChainHeads(heads);
  await (await openChainHeadFile())?.close();
}

/** Changes the table as an attacker with the database owner's password could. */
async function tamperWith(...statements: string[]) {
  await app.db.execute(sql.raw("alter table audit_trails disable trigger user"));
  for (const statement of statements) await app.db.execute(sql.raw(statement));
  await app.db.execute(sql.raw("alter table audit_trails enable trigger user"));
}

/** Rewrites the rows from `from` to `to` and the chain head, with matching hashes. */
async function rewriteHashes(from: number, to: number) {
  await tamperWith(
    `delete from audit_trails where id >= ${from}`,
    `update audit_head set id = ${from - 1},
    hash = coalesce((select hash from audit_trails where id = ${from - 1}), repeat('0', 64))`,
  );
  await append(to - from + 1, false, { after: { forged: true } });
}

const findBadRow = async () => (await verifyChain(app.db, 0)).bad;

describe("verifyChain", () => {
  it("accepts an unmodified chain and an empty one", async () => {
    expect(await verifyChain(app.db, 0)).toMatchObject({ checked: 0, finished: true, bad: null });
    await append(40);
    expect(await verifyChain(app.db, 0)).toEqual({ checked: 40, rows: 40, finished: true, bad: null, compared: 40 });
  });

  it.each([
    ["an edit", "update audit_trails set address = '6.6.6.6' where id = 12", "12", /changed/],
    ["an edit inside a value", `update audit_trails set after = '{"n":1}' where id = 12`, "12", /changed/],
    ["an edit of the time", "update audit_trails set at = at - interval '1 second' where id = 12", "12", /changed/],
    ["a deletion", "delete from audit_trails where id = 12", "12", /deleted/],
    ["a deletion of the first row", "delete from audit_trails where id = 1", "1", /deleted/],
    [
      "rows exchanged",
      "update audit_trails set id = case id when 7 then 9007 else 9012 end where id in (7, 12); update audit_trails set id = case id when 9007 then 12 else 7 end where id > 9000",
      "7",
      /moved/,
    ],
    [
      "rows moved up to close a gap",
      "delete from audit_trails where id = 12; update audit_trails set id = id + 1000 where id > 12; update audit_trails set id = id - 1001 where id > 1000",
      "12",
      /moved/,
    ],
    ["a deletion of the last rows", "delete from audit_trails where id > 30", "31", /cut off/],
    [
      "a deletion of the last rows with the stored head set back",
      "delete from audit_trails where id > 30; update audit_head set id = 30, hash = (select hash from audit_trails where id = 30)",
      "31",
      /cut off/,
    ],
    [
      "a row past the head",
      "insert into audit_trails select 41, at, admin_id, admin_name, action, outcome, refusal, record_type, record_id, record_name, before, after, address, device, request_id, previous_hash, hash from audit_trails where id = 40",
      "41",
      /changed/,
    ],
    ["a head that names another row", "update audit_head set hash = repeat('a', 64)", "40", /head/],
  ])("detects %s and returns the first bad row", async (_case, statements, first, words) => {
    await append(40);
    await tamperWith(...statements.split("; "));
    const badRowFound = await findBadRow();
    expect(badRowFound?.row).toBe(first);
    expect(badRowFound?.message).toMatch(words);
  });

  it("detects a chain rewritten with matching hashes, by the heads outside the database", async () => {
    await append(40);
    await rewriteHashes(23, 40);
    expect(await findBadRow()).toMatchObject({ row: "23", message: expect.stringMatching(/rewritten/) });
  });

  it("still detects a removed tail after new rows were appended and their heads saved", async () => {
    await append(40);
    await tamperWith(
      "delete from audit_trails where id > 30",
      "update audit_head set id = 30, hash = (select hash from audit_trails where id = 30)",
    );
    await append(20);
    expect(await findBadRow()).toMatchObject({ row: "31" });
  });

  it("detects a single rewritten row by the row after it, without heads outside the database", async () => {
    await append(40, false);
    await app.db.execute(sql.raw("create table kept as select * from audit_trails where id > 12"));
    await rewriteHashes(12, 12);
    await tamperWith(
      "insert into audit_trails select * from kept",
      "update audit_head set id = 40, hash = (select hash from audit_trails where id = 40)",
    );
    expect(await verifyChain(app.db, 0)).toMatchObject({ compared: null, bad: { row: "12" } });
  });

  it("reports no fault while others are writing", async () => {
    let isWriting = true;
    const appendRows = async () => {
      for (let n = 0; n < 60; n++) await append(1);
      isWriting = false;
    };
    const badRows: unknown[] = [];
    const verifyRepeatedly = async () => {
      while (isWriting) badRows.push((await verifyChain(app.db, 0)).bad);
    };
    await Promise.all([appendRows(), verifyRepeatedly(), verifyRepeatedly()]);
    expect(badRows.filter(Boolean)).toEqual([]);
    expect(badRows.length).toBeGreaterThan(2);
  });

  it("continues where the previous call stopped, and checks its last row again", async () => {
    await append(1_100);
    const first = await verifyChain(app.db, 0, -1);
    expect(first).toMatchObject({ checked: 1_000, rows: 1_100, finished: false, bad: null });
    expect(await verifyChain(app.db, first.checked)).toMatchObject({ checked: 1_100, finished: true, bad: null });
    await tamperWith("update audit_trails set device = 'x' where id = 1000");
    expect(await verifyChain(app.db, 1_000)).toMatchObject({ finished: true, bad: { row: "1000" } });
  });
});

describe("systemLogs.verify", () => {
  it("records its result in the audit trail", async () => {
    await append(5);
    const reader = await makeAdmin(app, { rights: rightsOf({ "System Logs": ["read"] }) });
    const verify = () => app.call("GET", "/system-logs/audit-trails/verify", { token: reader.token });
    expect((await verify()).json.data).toMatchObject({ finished: true, bad: null, checked: 5 });
    expect((await app.audit())[0]).toMatchObject({
      action: "systemLogs.verify",
      adminId: reader.id,
      after: { result: "whole", rows: 5 },
    });
    await tamperWith("update audit_trails set device = 'x' where id = 3");
    expect((await verify()).json.data.bad.row).toBe("3");
    expect((await app.audit())[0]).toMatchObject({ recordId: "3", recordType: "audit_trail" });
  });

  it("accepts rows of refused requests with half a surrogate pair or NUL", async () => {
    const officer = await makeAdmin(app);
    const { id } = await makeKyc(app);
    for (const key of [`${"x".repeat(39)}😀`, "nul\0key", "\ud800"]) {
      const answer = await app.call("PATCH", `/kyc/${id}/decision`, { token: officer.token, body: { [key]: 1 } });
      expect(answer.status).toBe(400);
    }
    expect(await app.audit()).toHaveLength(3);
    expect(await findBadRow()).toBeNull();
  });
});

describe("appended rows", () => {
  it("are verifiable after they are read back, for arbitrary values", async () => {
    const text = fc.string({ unit: "binary" });
    const values = fc.dictionary(
      text,
      fc.oneof(
        fc.jsonValue(),
        fc.double(),
        text,
        fc.constantFrom(-0, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, 0.1 + 0.2, "", "\0", "\ud800", "\\u0000", {}, []),
        fc.date(),
      ),
    );
    const nullable = fc.option(values, { nil: null });
    await fc.assert(
      fc.asyncProperty(
        nullable,
        nullable,
        text,
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-01-01") }),
        async (before, after, refusal, at) => {
          await append(1, true, { before, after, refusal, at, recordName: refusal });
        },
      ),
      { numRuns: 300 },
    );
    expect(await verifyChain(app.db, 0)).toMatchObject({ checked: 300, bad: null, compared: 300 });
  });
});
