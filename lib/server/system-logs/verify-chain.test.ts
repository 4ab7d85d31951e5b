import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { appendAudit, toAuditInsertValues, toStorableAuditRow } from "@/lib/server/audit/audit";
import { type AuditRow, ERASABLE_FORMAT, FULL_FORMAT } from "@/lib/server/audit/digest";
import { ERASED_ROWS_FIELD, eraseAuditRows, findAuditRowsToErase } from "@/lib/server/audit/erasures";
import { chainHeadFilePath, openChainHeadFile } from "@/lib/server/audit/heads";
import { sealInTransaction, sealWaitingRows } from "@/lib/server/audit/seal";
import { approvals } from "@/lib/server/db/schema/approvals";
import { citizenErasures } from "@/lib/server/db/schema/citizen-data";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { readLastVerification } from "@/lib/server/status/last-verification";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { switchTriggers } from "@/lib/server/testing/triggers";
import { verifyAuditChain } from "./verify-chain";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
/** Each test begins with an empty trail, and no hashes outside the database. */
beforeEach(() =>
  tamperWith(
    // Uses `delete`, which is faster than `truncate`: the latter creates new files for each partition and index.
    ...["audit_trails", "audit_seals", "audit_waiting", "audit_verified", "audit_erasures"].map(
      (each) => `delete from ${each}`,
    ),
    "update audit_seal_head set position = 0, hash = repeat('0', 64)",
    "alter sequence audit_trails_id_seq restart",
    "drop table if exists kept",
  ),
);
afterEach(async () => {
  // Waits until the hashes are written to the file, which happens after the commit; otherwise the next test would find them.
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

type AppendOptions = { format?: number; storesHeads?: boolean; values?: Partial<AuditRow> };

/** Appends audit rows and seals them into the hash chain. Without digests, as in an earlier release, they get hashes of the full format. */
async function append(count: number, { format = ERASABLE_FORMAT, storesHeads = true, values }: AppendOptions = {}) {
  const stored = format === ERASABLE_FORMAT ? toAuditInsertValues : toStorableAuditRow;
  const rows = Array.from({ length: count }, (_, n) => stored(row({ after: { n }, ...values })));
  await app.db.transaction(async (tx) => {
    await tx.insert(auditTrails).values(rows);
    if (!storesHeads) await sealInTransaction(tx);
  });
  await sealWaitingRows(app.db);
  await (await openChainHeadFile())?.close();
}

/** Changes the tables as an attacker with the database owner's password could. */
async function tamperWith(...statements: string[]) {
  const tables = ["audit_trails", "audit_seals", "audit_erasures"];
  await switchTriggers(app.db, "disable", ...tables);
  for (const statement of statements) await app.db.execute(sql.raw(statement));
  await switchTriggers(app.db, "enable", ...tables);
}

const setHeadBack = (position: number) =>
  `update audit_seal_head set position = ${position},
    hash = coalesce((select hash from audit_seals where position = ${position}), repeat('0', 64))`;
const deleteFrom = (position: number) => [
  `delete from audit_trails where id >= ${position}`,
  `delete from audit_seals where position >= ${position}`,
];

/** Rewrites the rows and seals from `from` to `to`, and the head, with matching hashes. */
async function rewriteHashes(from: number, to: number, format: number) {
  await tamperWith(...deleteFrom(from), setHeadBack(from - 1), `select setval('audit_trails_id_seq', ${from}, false)`);
  await append(to - from + 1, { format, storesHeads: false, values: { after: { forged: true } } });
}

const findBadRow = async () => (await verifyAuditChain(app.db, 0)).bad;

describe.each([FULL_FORMAT, ERASABLE_FORMAT])("verifyAuditChain, with hashes of format %i", (format) => {
  it("verifyAuditChain accepts an unmodified chain and an empty one", async () => {
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 0, finished: true, bad: null });
    await append(40, { format });
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({
      ...{ checked: 40, rows: 40, waiting: 0, erased: 0, finished: true, bad: null, compared: 40 },
    });
    const { rows } = await app.db.execute(sql`select distinct format from audit_seals`);
    expect(rows).toEqual([{ format }]);
  });

  it.each([
    ["an edit", ["update audit_trails set address = '6.6.6.6' where id = 12"], 12, /changed/],
    ["an edit inside a value", [`update audit_trails set after = '{"n":1}' where id = 12`], 12, /changed/],
    ["an edit of a name", ["update audit_trails set record_name = 'Eve' where id = 12"], 12, /changed/],
    ["an edit of the actor", ["update audit_trails set admin_name = 'Eve' where id = 12"], 12, /changed/],
    ["an edit of the time", ["update audit_trails set at = at - interval '1 second' where id = 12"], 12, /changed/],
    ["a deletion", ["delete from audit_trails where id = 12"], 12, /deleted/],
    ["a deletion of the first row", ["delete from audit_trails where id = 1"], 1, /deleted/],
    [
      "rows exchanged",
      [
        "update audit_trails set id = case id when 7 then 9007 else 9012 end where id in (7, 12)",
        "update audit_trails set id = case id when 9007 then 12 else 7 end where id > 9000",
      ],
      7,
      /moved/,
    ],
    [
      "rows moved up to close a gap",
      [
        "delete from audit_trails where id = 12",
        "update audit_trails set id = id + 1000 where id > 12",
        "update audit_trails set id = id - 1001 where id > 1000",
      ],
      12,
      /moved/,
    ],
    ["a deletion of the last rows", ["delete from audit_trails where id > 30"], 31, /cut off/],
    ["a deletion of the last seals", ["delete from audit_seals where position > 30"], 31, /cut off/],
    ["a deletion of the last rows with the head set back", [...deleteFrom(31), setHeadBack(30)], 31, /cut off/],
    ["a deleted seal", ["delete from audit_seals where position = 12"], 12, /deleted/],
    [
      "a deleted row and seal, with the gap closed",
      [
        "delete from audit_trails where id = 12",
        "delete from audit_seals where position = 12",
        "update audit_seals set position = position + 1000 where position > 12",
        "update audit_seals set position = position - 1001 where position > 1000",
        setHeadBack(39),
      ],
      12,
      /changed|rewritten|followed|follows/,
    ],
    [
      "seals exchanged",
      [
        "update audit_seals set audit_id = -audit_id where position in (7, 12)",
        "update audit_seals set audit_id = case position when 7 then 12 else 7 end where position in (7, 12)",
      ],
      7,
      /moved/,
    ],
    ["a head that names another row", ["update audit_seal_head set hash = repeat('a', 64)"], 40, /head/],
    [
      "a seal past the head",
      ["insert into audit_seals values (41, 99, repeat('0', 64), repeat('a', 64), 2, now())"],
      41,
      /cut off|head|deleted/,
    ],
  ])("verifyAuditChain detects %s and returns the first bad row", async (_case, statements, position, words) => {
    await append(40, { format });
    await tamperWith(...statements);
    const bad = await findBadRow();
    expect(bad?.position).toBe(position);
    expect(bad?.message).toMatch(words);
  });

  it.each([
    ["after the newest row", 900],
    ["between two rows, in a gap of numbers", 41],
    ["before the first row", -5],
  ])("verifyAuditChain detects an audit row that is not in the hash chain %s", async (_case, id) => {
    await append(40, { format });
    await app.db.execute(sql`select setval('audit_trails_id_seq', 50)`);
    await append(10, { format });
    await tamperWith(`insert into audit_trails (id, at, action, outcome, address, device, request_id)
      values (${id}, now(), 'kyc.decide', 'done', '', '', '')`);
    expect(await findBadRow()).toMatchObject({ position: null, row: String(id), message: /no seal/ });
  });

  it("verifyAuditChain detects a chain rewritten with matching hashes, by the hashes outside the database", async () => {
    await append(40, { format });
    await rewriteHashes(23, 40, format);
    expect(await findBadRow()).toMatchObject({ position: 23, message: expect.stringMatching(/rewritten/) });
  });

  it("verifyAuditChain still detects a removed tail after new rows were added to the hash chain and their hashes saved", async () => {
    await append(40, { format });
    await tamperWith(...deleteFrom(31), setHeadBack(30));
    await append(20, { format });
    expect(await findBadRow()).toMatchObject({ position: 31 });
  });

  it("verifyAuditChain detects a single rewritten row by the row after it, without hashes outside the database", async () => {
    await append(40, { format, storesHeads: false });
    await app.db.execute(sql.raw("create table kept as select * from audit_trails where id > 12"));
    await app.db.execute(sql.raw("create table kept_seals as select * from audit_seals where position > 12"));
    await rewriteHashes(12, 12, format);
    await tamperWith(
      "insert into audit_trails select * from kept",
      "insert into audit_seals select * from kept_seals",
      "drop table kept_seals",
      setHeadBack(40),
    );
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ compared: null, bad: { position: 12 } });
  });

  it("verifyAuditChain continues where the previous call stopped, and checks its last row again", async () => {
    await append(1_100, { format });
    const first = await verifyAuditChain(app.db, 0, -1);
    expect(first).toMatchObject({ checked: 1_000, rows: 1_100, finished: false, bad: null });
    expect(await verifyAuditChain(app.db, first.checked)).toMatchObject({ checked: 1_100, finished: true, bad: null });
    await tamperWith("update audit_trails set device = 'x' where id = 1000");
    expect(await verifyAuditChain(app.db, 1_000)).toMatchObject({
      finished: true,
      bad: { position: 1_000, row: "1000" },
    });
  });
});

describe("verifyAuditChain", () => {
  it("verifyAuditChain counts rows not yet added to the hash chain, and covers them once they are added", async () => {
    await append(3);
    await app.db.insert(auditTrails).values([row(), row()].map(toAuditInsertValues));
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 3, rows: 3, waiting: 2, bad: null });
    await sealWaitingRows(app.db);
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 5, rows: 5, waiting: 0, bad: null });
  });

  it("verifyAuditChain detects an audit row that was deleted before it was added to the hash chain", async () => {
    await append(3);
    await app.db.insert(auditTrails).values([row(), row()].map(toAuditInsertValues));
    await tamperWith("delete from audit_trails where id = 4");
    await sealWaitingRows(app.db);
    expect(await findBadRow()).toMatchObject({ position: 4, row: "4", message: expect.stringMatching(/deleted/) });
  });

  it("verifyAuditChain accepts gaps in row numbers, and rows whose numbers don't follow the order of commits", async () => {
    const numbers = [7, 3, 9, 5];
    for (const id of numbers) {
      await app.db.insert(auditTrails).values({ ...toAuditInsertValues(row()), id });
      await sealWaitingRows(app.db);
    }
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 4, bad: null });
    const { rows } = await app.db.execute<{ id: string }>(
      sql`select audit_id as id from audit_seals order by position`,
    );
    expect(rows.map(({ id }) => Number(id))).toEqual(numbers);
  });

  it.each([
    ["only a part of the personal columns was erased", "after = null, salt = null"],
    [
      "the personal columns were replaced with a matching digest",
      "record_name = 'Eve', personal_digest = repeat('a', 64)",
    ],
    ["the digest is missing", "personal_digest = null"],
  ])("verifyAuditChain detects that %s", async (_case, change) => {
    await append(5);
    await tamperWith(`update audit_trails set ${change} where id = 2`);
    expect(await findBadRow()).toMatchObject({ row: "2", message: expect.stringMatching(/changed/) });
  });

  it("verifyAuditChain reports no fault while others write audit rows and add them to the hash chain", async () => {
    let isWriting = true;
    const appendRows = async () => {
      for (let n = 0; n < 60; n++) await append(1);
      isWriting = false;
    };
    const badRows: unknown[] = [];
    const verifyRepeatedly = async () => {
      while (isWriting) badRows.push((await verifyAuditChain(app.db, 0)).bad);
    };
    await Promise.all([appendRows(), verifyRepeatedly(), verifyRepeatedly()]);
    expect(badRows.filter(Boolean)).toEqual([]);
    expect(badRows.length).toBeGreaterThan(2);
  });
});

describe("verifyAuditChain, after an erasure", () => {
  const EMPTY = "record_name = null, before = null, after = null, refusal = null, salt = null";

  /** Erases the rows about a citizen as an approved erasure does. @param sealNewRow seals the row of the erasure too */
  async function eraseRowsAbout(userId: string, { sealNewRow = true } = {}) {
    const [requester, approver] = [await makeAdmin(app), await makeAdmin(app)];
    const id = randomUUID();
    await app.db.transaction(async (tx) => {
      const { ids, digest } = await findAuditRowsToErase(tx, userId, "all");
      await tx.insert(approvals).values({
        ...{ id, kind: "user.eraseData", recordType: "user", recordId: userId, recordName: "Erased Person" },
        ...{ change: "Erase", payload: {}, requestedBy: requester.id, decidedBy: approver.id, state: "approved" },
        expiresAt: new Date(),
      });
      await tx.insert(citizenErasures).values({
        ...{ id, userId, requestedBy: requester.id, approvedBy: approver.id, erased: { audit_trail: ids.length } },
        kept: [],
      });
      await eraseAuditRows(tx, id, ids);
      const decision = { ...aboutUser(userId), action: "approvals.decide", recordName: "Erased Person" };
      await appendAudit(tx, row({ ...decision, after: { [ERASED_ROWS_FIELD]: digest } }));
    });
    if (sealNewRow) await sealWaitingRows(app.db);
    return id;
  }
  const aboutUser = (userId: string) => ({ recordType: "user" as const, recordId: userId, refusal: "Ada is unknown." });

  it("verifyAuditChain accepts rows of both formats, counts those whose content can't be verified, and still verifies the rest", async () => {
    const { id } = await makeUser(app);
    await append(2, { format: FULL_FORMAT });
    await append(3, { format: FULL_FORMAT, values: aboutUser(id) });
    await append(2, { values: aboutUser(id) });
    await append(1, { values: { adminId: id, adminName: "Ekaette Bassey", byCitizen: true } });
    await append(1);
    await eraseRowsAbout(id);
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 10, erased: 3, unverifiable: 3, bad: null });
    const names = await app.db.execute(sql`select id from audit_trails where admin_name is not null`);
    expect(names.rows).toEqual([]);
    await tamperWith("update audit_trails set action = 'kyc.reopen' where id = 6");
    expect(await findBadRow()).toMatchObject({ row: "6", message: expect.stringMatching(/changed/) });
  });

  it.each([FULL_FORMAT, ERASABLE_FORMAT])("an erasure keeps the admin's name in rows of format %i", async (format) => {
    const { id } = await makeUser(app);
    await append(1, { format, values: { ...aboutUser(id), adminName: "Ada Obi" } });
    await eraseRowsAbout(id);
    const { rows } = await app.db.execute(sql`select admin_name as name from audit_trails where id = 1`);
    expect(rows).toEqual([{ name: "Ada Obi" }]);
    expect(await findBadRow()).toBeNull();
    await tamperWith("update audit_trails set admin_name = null where id = 1");
    // In the full format, only the row's place in the chain is verified.
    expect((await findBadRow())?.row).toBe(format === ERASABLE_FORMAT ? "1" : undefined);
  });

  it.each([FULL_FORMAT, ERASABLE_FORMAT])(
    "verifyAuditChain reports a row that was emptied without an erasure, of format %i",
    async (format) => {
      await append(5, { format });
      await tamperWith(`update audit_trails set ${EMPTY} where id = 2`);
      expect(await findBadRow()).toMatchObject({
        row: "2",
        message: expect.stringMatching(/without an approved|changed/),
      });
    },
  );

  it("verifyAuditChain reports a row that was emptied and added to an earlier erasure, even if it is about the same citizen", async () => {
    const { id } = await makeUser(app);
    await append(3, { values: aboutUser(id) });
    const erasureId = await eraseRowsAbout(id);
    await append(2, { values: aboutUser(id) });
    expect(await findBadRow()).toBeNull();
    await tamperWith(
      `insert into audit_erasures values (6, '${erasureId}')`,
      `update audit_trails set ${EMPTY} where id = 6`,
    );
    expect(await findBadRow()).toMatchObject({ row: "1", message: expect.stringMatching(/not of exactly these rows/) });
  });

  it("verifyAuditChain reports the erased rows if the audit row of the erasure is gone", async () => {
    const { id } = await makeUser(app);
    await append(3, { values: aboutUser(id) });
    await eraseRowsAbout(id);
    expect(await findBadRow()).toBeNull();
    await tamperWith("delete from audit_trails where id = 4");
    expect(await findBadRow()).toMatchObject({ row: "1" });
  });

  it.each([FULL_FORMAT, ERASABLE_FORMAT])(
    "verifyAuditChain accepts rows of format %i that were erased before they were added to the hash chain",
    async (format) => {
      const { id } = await makeUser(app);
      await append(1);
      const stored = format === ERASABLE_FORMAT ? toAuditInsertValues : toStorableAuditRow;
      await app.db.insert(auditTrails).values([row(aboutUser(id)), row(aboutUser(id))].map(stored));
      await eraseRowsAbout(id, { sealNewRow: false });
      expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 1, waiting: 3, bad: null });
      await sealWaitingRows(app.db);
      expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 4, waiting: 0, bad: null });
    },
  );

  it("audit rows are sealed into the hash chain with the digest of their content while erasures run at the same time", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => makeUser(app)));
    let isErasing = true;
    const seal = async () => {
      while (isErasing) await sealWaitingRows(app.db);
    };
    const eraseAll = async () => {
      for (const { id } of people) {
        await app.db
          .insert(auditTrails)
          .values(Array.from({ length: 20 }, () => toAuditInsertValues(row(aboutUser(id)))));
        await eraseRowsAbout(id, { sealNewRow: false });
      }
      isErasing = false;
    };
    await Promise.all([eraseAll(), seal()]);
    await sealWaitingRows(app.db);
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 126, erased: 120, waiting: 0, bad: null });
  });

  it.each([
    ["an update of another column", "update audit_trails set action = 'kyc.reopen' where id = 1"],
    ["an erasure without a record", `update audit_trails set ${EMPTY} where id = 1`],
    ["a deletion", "delete from audit_trails where id = 1"],
    ["a removed link of a row to its erasure", "delete from audit_erasures"],
    ["a changed erasure", "update citizen_erasures set erased = '{}'"],
    ["a new value in an erased row", "update audit_trails set record_name = 'Eve' where id = 2"],
    ["another column of an erased row", "update audit_trails set device = 'Eve' where id = 2"],
  ])("the database refuses %s, also to the owner of the tables", async (_case, statement) => {
    const { id } = await makeUser(app);
    await append(1);
    await append(1, { values: aboutUser(id) });
    await eraseRowsAbout(id);
    await expect(app.db.execute(sql.raw(statement))).rejects.toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ message: expect.stringMatching(/append-only/) }) }),
    );
  });

  it("an erasure is refused for rows that are not about the citizen, and without its approval", async () => {
    const { id } = await makeUser(app);
    await append(1);
    await append(1, { values: aboutUser(id) });
    const erasureId = await eraseRowsAbout(id);
    const constraint = (name: string) =>
      expect.objectContaining({ cause: expect.objectContaining({ constraint: name }) });
    const erase = (erasure: string) => app.db.transaction((tx) => eraseAuditRows(tx, erasure, [1]));
    await expect(erase(erasureId)).rejects.toThrow(constraint("audit_erasures_of_citizen"));
    await expect(erase(randomUUID())).rejects.toThrow(constraint("audit_erasures_of_citizen"));
    const copy = sql`insert into citizen_erasures (id, user_id, requested_by, approved_by, erased, kept)
      select gen_random_uuid(), user_id, requested_by, approved_by, erased, kept from citizen_erasures where id = ${erasureId}`;
    await expect(app.db.execute(copy)).rejects.toThrow(constraint("citizen_erasures_approved"));
  });
});

describe("systemLogs.verify", () => {
  it("systemLogs.verify records its result in the audit trail", async () => {
    await append(5);
    const reader = await makeAdmin(app, { rights: makeRights({ "System Logs": ["read"] }) });
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

  it("systemLogs.verify accepts rows of refused requests with half a surrogate pair or NUL", async () => {
    const officer = await makeAdmin(app);
    const { id } = await makeKycRequest(app);
    for (const key of [`${"x".repeat(39)}😀`, "nul\0key", "\ud800"]) {
      const answer = await app.call("PATCH", `/kyc/${id}/decision`, { token: officer.token, body: { [key]: 1 } });
      expect(answer.status).toBe(400);
    }
    expect(await app.audit()).toHaveLength(3);
    await sealWaitingRows(app.db);
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 3, bad: null });
  });
});

describe("systemLogs.verify from the last verified row", () => {
  const verify = async (token: string, query = "?from=verified") =>
    (await app.call("GET", `/system-logs/audit-trails/verify${query}`, { token })).json.data;

  it("systemLogs.verify verifies only new rows, and returns who verified the rows before and when", async () => {
    const [first, second] = [await makeAdmin(app), await makeAdmin(app)];
    await append(5);
    expect(await verify(first.token)).toMatchObject({ checked: 5, compared: 5, earlier: null, bad: null });
    await append(3);
    const answer = await verify(second.token);
    // The audit row of the first verification is sealed into the hash chain with the three new rows.
    expect(answer).toMatchObject({ checked: 9, compared: 4, bad: null, earlier: { position: 5, by: first.name } });
    expect(answer.earlier.complete_at).toBe(answer.earlier.at);
    const third = await verify(first.token);
    expect(third).toMatchObject({ compared: 0, earlier: { position: 9, by: second.name } });
    expect(Date.parse(third.earlier.complete_at)).toBeLessThan(Date.parse(third.earlier.at));
    await verify(first.token, "?after=0");
    const last = await verify(first.token);
    expect(last.earlier).toMatchObject({ position: 9, by: first.name });
    expect(last.earlier.complete_at).toBe(last.earlier.at);
  });

  it("systemLogs.verify does not move the verified mark for a part that leaves a gap, and checks the row at the mark again", async () => {
    const { token } = await makeAdmin(app);
    await append(10);
    await verify(token, "?after=4");
    expect(await verify(token)).toMatchObject({ checked: 10, earlier: null });
    await tamperWith("update audit_trails set device = 'x' where id = 10");
    expect(await verify(token)).toMatchObject({ bad: { row: "10" } });
    // After a fault, the next call begins at the first row.
    expect(await verify(token)).toMatchObject({ earlier: null, bad: { row: "10" } });
  });

  it("after a fault, systemLogs.verify begins at the first row until a verification from that row finds no fault", async () => {
    const { token } = await makeAdmin(app);
    await append(10);
    await verify(token);
    await tamperWith("update audit_trails set device = 'x' where id = 3");
    expect(await verify(token, "?after=0")).toMatchObject({ bad: { row: "3" } });
    expect(await verify(token)).toMatchObject({ earlier: null, bad: { row: "3" } });
    await tamperWith("update audit_trails set device = 'test' where id = 3");
    expect(await verify(token)).toMatchObject({ earlier: null, bad: null });
    expect(await verify(token)).toMatchObject({ earlier: { position: expect.any(Number) }, bad: null });
  });

  it("systemLogs.verify detects a chain that was rewritten up to the mark, without hashes outside the database", async () => {
    const { token } = await makeAdmin(app);
    await append(10, { storesHeads: false });
    await verify(token);
    await rewriteHashes(4, 10, ERASABLE_FORMAT);
    const fault = { finished: true, bad: { position: 10, message: expect.stringMatching(/rewritten/) } };
    for (const query of ["?from=verified", "?from=verified", "?after=0", "?after=0", "?from=verified"])
      expect(await verify(token, query)).toMatchObject(fault);
  });

  it("systemLogs.verify detects a rewritten chain in a verification from the first row, also while no rows follow the mark", async () => {
    const { token } = await makeAdmin(app);
    await append(10, { storesHeads: false });
    await verify(token);
    await rewriteHashes(4, 10, ERASABLE_FORMAT);
    expect(await verify(token, "?after=0")).toMatchObject({ bad: { position: 10 } });
  });

  it("systemLogs.verify detects each time that the chain ends before the verified mark, without hashes outside the database", async () => {
    const { token } = await makeAdmin(app);
    await append(10, { storesHeads: false });
    await verify(token);
    await tamperWith(...deleteFrom(9), setHeadBack(8), "truncate audit_waiting");
    for (const query of ["?from=verified", "?from=verified", "?after=0"])
      expect(await verify(token, query)).toMatchObject({ finished: true, bad: { position: 10 } });
  });

  it("the audit row of systemLogs.verify has the time of the last complete verification if new rows were verified, and the result `part whole` for any other part", async () => {
    const { token } = await makeAdmin(app);
    const newestResult = async () =>
      (await app.audit())[0]?.after as { result: string; complete_verification?: string };
    await verify(token);
    expect(await newestResult()).toEqual({ result: "part whole", rows: 0 });
    expect(await readLastVerification(app.db, "chain")).toBeNull();
    await sealWaitingRows(app.db);
    await verify(token, "?after=0");
    const { result, complete_verification: completeAt = "" } = await newestResult();
    expect(result).toBe("whole");
    await append(3);
    await verify(token);
    expect(await newestResult()).toMatchObject({ result: "new rows whole", complete_verification: completeAt });
    const expected = { at: new Date(completeAt), isOk: true };
    expect(await readLastVerification(app.db, "chain")).toMatchObject(expected);
    await tamperWith("update audit_trails set device = 'x' where id = 2");
    await verify(token, "?after=0");
    await verify(token, "?after=3");
    expect(await newestResult()).toMatchObject({ result: "part whole" });
    expect(await readLastVerification(app.db, "chain")).toMatchObject({ isOk: false });
  });

  it("systemLogs.verify refuses a position past the end of the chain, unless it was verified before", async () => {
    const { token } = await makeAdmin(app);
    await append(5);
    const answer = await app.call("GET", "/system-logs/audit-trails/verify?after=6", { token });
    expect(answer).toMatchObject({ status: 400, json: { code: "BAD_REQUEST" } });
    await verify(token);
    await tamperWith(...deleteFrom(5), setHeadBack(4), "truncate audit_waiting");
    expect(await verify(token, "?after=5")).toMatchObject({ bad: { position: 5, earlier_rows_changed: true } });
  });

  it("systemLogs.verify returns for how long the first audit row not yet in the hash chain has waited", async () => {
    const { token } = await makeAdmin(app);
    await append(1);
    await app.db.insert(auditTrails).values(toAuditInsertValues(row({ at: new Date(Date.now() - 90_000) })));
    const { waiting, waiting_seconds } = await verify(token);
    expect(waiting).toBe(1);
    expect(waiting_seconds).toBeGreaterThan(80);
  });

  it.each([
    "update audit_verified set position = 8, hash = (select hash from audit_seals where position = 8)",
    "update audit_verified set mac = repeat('a', 64)",
    "delete from audit_verified",
  ])("systemLogs.verify begins at the first row if the mark was changed in the database: %s", async (statement) => {
    const { token } = await makeAdmin(app);
    await append(5);
    await verify(token);
    await append(5);
    await tamperWith(statement, "update audit_trails set device = 'x' where id = 3");
    expect(await verify(token)).toMatchObject({ earlier: null, bad: { row: "3" } });
  });
});

describe("appended rows", () => {
  it("appended audit rows are verifiable after they are read back, for arbitrary values", async () => {
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
          await append(1, { values: { before, after, refusal, at, recordName: refusal } });
        },
      ),
      { numRuns: 300 },
    );
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 300, bad: null, compared: 300 });
  });
});
