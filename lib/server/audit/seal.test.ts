import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/server/base/log";
import { setDatabaseFault } from "@/lib/server/db/availability";
import { auditSeals, auditWaiting } from "@/lib/server/db/schema/audit-seals";
import { auditTrails, userActivities } from "@/lib/server/db/schema/system-logs";
import { runUntil } from "@/lib/server/process/stopping";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { appendAuditRowAsEarlierRelease } from "@/lib/server/testing/earlier-audit";
import { switchTriggers } from "@/lib/server/testing/triggers";
import { appendAudit } from "./audit";
import { chainHeadFilePath, copyEarlierChainHeads, oldFormatChainHeadFilePath, openChainHeadFile } from "./heads";
import { sealIfWaiting, sealWaitingRows } from "./seal";
import { pendingAuditSeal, sealAfterCommit, startSealingAuditRows, stopSealingAuditRows } from "./seal-after-commit";
import { readSealLag } from "./seal-lag";
import { systemAuditRow } from "./system-row";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ connections: 10 });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await switchTriggers(app.db, "disable", "audit_trails", "audit_seals");
  await app.db.execute(sql`truncate audit_trails, audit_seals, audit_waiting, user_activities`);
  await switchTriggers(app.db, "enable", "audit_trails", "audit_seals");
  await app.db.execute(sql`update audit_seal_head set position = 0, hash = repeat('0', 64), adopted = 0`);
  await app.db.execute(sql`update audit_head set id = 0, hash = repeat('0', 64)`);
  await app.db.execute(sql`alter sequence audit_trails_id_seq restart`);
});
afterEach(async () => {
  stopSealingAuditRows();
  await (await openChainHeadFile())?.close();
  for (const file of [chainHeadFilePath(), oldFormatChainHeadFilePath()]) rmSync(file, { force: true });
});

const row = systemAuditRow("a.call", { record: null, after: { n: 1 } });
const append = () => app.db.transaction((tx) => appendAudit(tx, row));
const sealedIds = async () =>
  (await app.db.select({ id: auditSeals.auditId }).from(auditSeals).orderBy(asc(auditSeals.position))).map(
    ({ id }) => id,
  );

describe("sealWaitingRows", () => {
  it("sealWaitingRows adds each audit row to the hash chain once, with several sealing processes and many writers at the same time", async () => {
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let n = 0; n < 20; n++) {
          await append();
          await sealWaitingRows(app.db);
        }
      }),
    );
    await sealWaitingRows(app.db);
    expect((await sealedIds()).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 160 }, (_, index) => index + 1));
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 160, waiting: 0, bad: null, compared: 160 });
  });

  it("sealWaitingRows adds more audit rows to the hash chain than one batch has, and returns their number", async () => {
    await app.db.transaction((tx) => appendAudit(tx, row, ...Array.from({ length: 1_199 }, () => row)));
    expect(await sealWaitingRows(app.db)).toBe(1_200);
    expect(await sealWaitingRows(app.db)).toBe(0);
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 1_200, bad: null });
  });

  it("sealWaitingRows adds an audit row that is committed late to the hash chain after rows with higher numbers", async () => {
    await app.db.transaction(async (tx) => {
      await appendAudit(tx, row);
      await append();
      await sealWaitingRows(app.db);
      expect(await sealedIds()).toEqual([2]);
    });
    await sealWaitingRows(app.db);
    expect(await sealedIds()).toEqual([2, 1]);
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 2, bad: null });
  });

  it("after a rollback, audit rows in the hash chain have a gap in their row numbers, but none in their positions", async () => {
    await append();
    await expect(
      app.db.transaction(async (tx) => {
        await appendAudit(tx, row);
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    await append();
    await sealWaitingRows(app.db);
    expect(await sealedIds()).toEqual([1, 3]);
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 2, bad: null });
  });

  it("sealWaitingRows counts each audit row once in its admin's activity, and not before the row is committed", async () => {
    const { id, name } = await makeAdmin(app);
    const ownRow = { ...row, adminId: id, adminName: name };
    await app.db.transaction(async (tx) => {
      await appendAudit(tx, ownRow, { ...ownRow, outcome: "refused", refusal: "No." });
      // Another write of the same admin does not wait for this uncommitted transaction.
      await app.db.transaction((other) => appendAudit(other, { ...ownRow, action: "kyc.decide" }));
    });
    await Promise.all([sealWaitingRows(app.db), sealWaitingRows(app.db)]);
    expect(await app.db.select().from(userActivities)).toMatchObject([
      { userId: id, name, actions: 2, refused: 1, signIns: 0 },
    ]);
  });
});

describe("sealWaitingRows, with a queued row that is in the hash chain already", () => {
  it("sealWaitingRows removes a row that is already in the hash chain from the queue, logs an error, and adds the other rows", async () => {
    await append();
    await sealWaitingRows(app.db);
    await app.db.insert(auditWaiting).values({ auditId: 1 });
    await append();
    const error = vi.spyOn(log, "error").mockReturnValue(undefined);
    expect(await sealWaitingRows(app.db)).toBe(1);
    expect(error).toHaveBeenCalledWith({ auditIds: [1] }, expect.stringContaining("dropped"));
    error.mockRestore();
    expect(await sealedIds()).toEqual([1, 2]);
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 2, waiting: 0, bad: null });
  });
});

describe("sealWaitingRows, while the process is stopping", () => {
  it("sealWaitingRows ends after one batch of audit rows if the process is stopping, and the next run adds the rest to the hash chain", async () => {
    await app.db.transaction((tx) => appendAudit(tx, row, ...Array.from({ length: 599 }, () => row)));
    expect(await runUntil(Date.now(), () => sealWaitingRows(app.db))).toBe(500);
    expect(await sealWaitingRows(app.db)).toBe(100);
  });
});

describe("sealIfWaiting", () => {
  it("sealIfWaiting adds audit rows to the hash chain that another process has written but not sealed", async () => {
    await append();
    expect(await sealIfWaiting(app.db)).toBe(1);
    expect(await sealIfWaiting(app.db)).toBe(0);
  });
});

describe("readSealLag", () => {
  it("readSealLag counts the audit rows not yet added to the hash chain, and returns the age of the oldest", async () => {
    expect(await readSealLag(app.db)).toEqual({ waiting: 0, seconds: 0 });
    await app.db.transaction((tx) => appendAudit(tx, { ...row, at: new Date(Date.now() - 90_000) }, row));
    const { waiting, seconds } = await readSealLag(app.db);
    expect(waiting).toBe(2);
    expect(seconds).toBeGreaterThan(80);
  });
});

describe("sealAfterCommit", () => {
  afterEach(() => setDatabaseFault(undefined));

  const write = async () => {
    const written = await app.db.transaction(async (tx) => {
      await appendAudit(tx, row);
      return [tx] as const;
    });
    sealAfterCommit(written[0]);
  };
  const countWaiting = () => app.db.$count(auditWaiting);

  it("the sealing of audit rows that sealAfterCommit requests can be awaited, also after it began", async () => {
    startSealingAuditRows();
    expect(pendingAuditSeal()).toBeNull();
    await write();
    const requested = pendingAuditSeal();
    await app.db.transaction(async (tx) => {
      // The seal begins, and waits for this lock.
      await tx.execute(sql`lock table audit_waiting in access exclusive mode`);
      await delay(300);
      expect(pendingAuditSeal()).not.toBe(requested);
      expect(pendingAuditSeal()).not.toBeNull();
    });
    await pendingAuditSeal();
    expect(await countWaiting()).toBe(0);
    await requested;
    expect(pendingAuditSeal()).toBeNull();
  });

  it("sealAfterCommit logs a warning instead of throwing while the database is not ready", async () => {
    startSealingAuditRows();
    await write();
    setDatabaseFault("The database is shutting down.");
    const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
    await expect(pendingAuditSeal()).resolves.toBeUndefined();
    expect(warn).toHaveBeenCalledWith(expect.anything(), "audit rows could not be sealed yet");
    warn.mockRestore();
  });

  it("sealAfterCommit adds the audit rows of committed transactions to the hash chain without a further call", async () => {
    startSealingAuditRows();
    await Promise.all([write(), write(), write()]);
    await expect.poll(countWaiting, { timeout: 5_000 }).toBe(0);
    expect(await sealedIds()).toHaveLength(3);
  });

  it("sealAfterCommit does nothing in a process that has not started to add audit rows to the hash chain", async () => {
    await write();
    expect(await countWaiting()).toBe(1);
  });
});

describe("rows of an instance of an earlier release", () => {
  it("audit rows written by an earlier release that still runs are sealed into the same hash chain as new rows, and count once in activities", async () => {
    const { id, name } = await makeAdmin(app);
    const ownRow = { ...row, adminId: id, adminName: name };
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        await app.db.transaction((tx) => appendAuditRowAsEarlierRelease(tx, ownRow));
        await app.db.transaction((tx) => appendAudit(tx, ownRow));
        await sealWaitingRows(app.db);
      }),
    );
    await sealWaitingRows(app.db);
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 20, waiting: 0, bad: null });
    const formats = await app.db.execute(sql`select format, count(*)::int as n from audit_seals group by 1 order by 1`);
    expect(formats.rows).toEqual([
      { format: 1, n: 10 },
      { format: 2, n: 10 },
    ]);
    expect(await app.db.select().from(userActivities).where(eq(userActivities.userId, id))).toMatchObject([
      { actions: 20 },
    ]);
  });

  it("audit rows of an earlier release are stored with empty hashes, because that release does not know all rows before them", async () => {
    await app.db.transaction((tx) => appendAuditRowAsEarlierRelease(tx, row));
    expect(await app.db.select().from(auditTrails)).toMatchObject([{ id: 1, hash: "", previousHash: "" }]);
  });
});

describe("hashes that an earlier release stored outside the database", () => {
  it("chain hashes in the file of an earlier release are copied up to that release's last row, and reveal that its rows were rewritten", async () => {
    await app.db.execute(sql`insert into audit_trails (at, action, outcome, address, device, request_id)
      select now(), 'a.call', 'done', '', '', '' from generate_series(1, 2)`);
    await sealWaitingRows(app.db);
    await (await openChainHeadFile())?.close();
    rmSync(chainHeadFilePath());
    writeFileSync(
      oldFormatChainHeadFilePath(),
      Buffer.concat(["a", "b", "c"].map((letter) => Buffer.alloc(32, letter))),
    );
    await app.db.execute(sql`update audit_seal_head set adopted = 2`);
    // A folder at the file's path makes the first copy fail. `verifyAuditChain` then copies the hashes again.
    mkdirSync(chainHeadFilePath());
    await copyEarlierChainHeads(app.db);
    rmSync(chainHeadFilePath(), { recursive: true });
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ bad: { position: 1, message: /rewritten/ } });
    const copied = await openChainHeadFile();
    expect(copied?.last).toBe(2);
    await copied?.close();
  });
});
