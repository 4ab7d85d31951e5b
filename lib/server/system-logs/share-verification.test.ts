import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { appendAudit } from "@/lib/server/audit/audit";
import { chainHeadFilePath, openChainHeadFile } from "@/lib/server/audit/heads";
import { sealWaitingRows } from "@/lib/server/audit/seal";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { shareVerification } from "./share-verification";

/** Number of rows in the first batch, and in the whole trail: with `NO_TIME`, a call verifies one batch. */
const [FIRST_ROWS, ALL_ROWS] = [1_000, 1_100];
const NO_TIME = -1;

let app: TestApp;
let queriesRun: string[];
/** Returns a promise to delay a statement until it resolves, or undefined. */
let holdQuery: (text: string) => Promise<unknown> | undefined;
beforeEach(async () => {
  app = await startTestApp();
  const row = systemAuditRow("a.call", { record: null });
  await app.db.transaction((tx) => appendAudit(tx, row, ...Array.from({ length: ALL_ROWS - 1 }, () => row)));
  await sealWaitingRows(app.db);
  await (await openChainHeadFile())?.close();
  queriesRun = [];
  holdQuery = () => undefined;
  const { $client: pool } = app.db;
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  Object.assign(pool, {
    query: async (...args: unknown[]) => {
      const { text } = args[0] as { text: string };
      queriesRun.push(text);
      await holdQuery(text);
      return query(...args);
    },
  });
});
afterEach(async () => {
  rmSync(chainHeadFilePath(), { force: true });
  await app.stop();
});

/** Counts calls of `verifyAuditChain`, each of which queries the end of the trail once. */
const countSections = () => queriesRun.filter((text) => text.includes("max(position)")).length;
const fullResult = { checked: ALL_ROWS, rows: ALL_ROWS, finished: true, bad: null };

it("concurrent callers share one verification of the audit trail, and each call's result is audited", async () => {
  const admins = [await makeAdmin(app), await makeAdmin(app), await makeAdmin(app)];
  // Counts the requests that have arrived. The first verification waits for all twelve, even on a slow machine.
  const countSignedIn = () => queriesRun.filter((text) => text.includes("token_hash")).length;
  holdQuery = (text) =>
    text.includes("max(position)")
      ? vi.waitUntil(() => countSignedIn() >= 12, 10_000).then(() => delay(200))
      : undefined;
  const verify = ({ token }: { token: string }) => app.call("GET", "/system-logs/audit-trails/verify", { token });
  const answers = await Promise.all([...admins, ...admins, ...admins, ...admins].map(verify));
  for (const { json } of answers) expect(json.data).toMatchObject({ ...fullResult, compared: ALL_ROWS });
  expect(countSections()).toBeLessThan(3);
  const rows = await app.audit();
  expect(rows.filter(({ action }) => action === "systemLogs.verify")).toHaveLength(12);
});

it("a caller who starts at an audit row that the running verification has passed joins it, and gets numbers counted from that row", async () => {
  expect(await shareVerification(app.db, 0, NO_TIME)).toMatchObject({
    checked: FIRST_ROWS,
    finished: false,
    compared: FIRST_ROWS,
  });
  const [first, secondAnswer, third] = await Promise.all([
    shareVerification(app.db, FIRST_ROWS, NO_TIME),
    shareVerification(app.db, 0, NO_TIME),
    shareVerification(app.db, 0, NO_TIME),
  ]);
  expect(first).toMatchObject({ ...fullResult, compared: ALL_ROWS - FIRST_ROWS });
  expect([secondAnswer, third]).toMatchObject([first, first].map((answer) => ({ ...answer, compared: ALL_ROWS })));
  expect(countSections()).toBe(2);
});

it("a caller who joins a running audit-chain verification later gets the position and the time at which it started", async () => {
  const { runStartedAt } = await shareVerification(app.db, 0, NO_TIME);
  await delay(5);
  const second = shareVerification(app.db, FIRST_ROWS, NO_TIME);
  const joined = await shareVerification(app.db, 0, NO_TIME);
  expect(joined).toMatchObject({ checked: ALL_ROWS, runStart: 0, runStartedAt });
  expect((await second).runStartedAt).toEqual(runStartedAt);
});

it("a request after an audit-chain verification has ended starts a new one, which detects changes made in between", async () => {
  expect((await shareVerification(app.db, 0)).bad).toBeNull();
  await app.db.execute(sql.raw("alter table audit_trails disable trigger user"));
  await app.db.execute(sql`update audit_trails set device = 'x' where id = 7`);
  expect((await shareVerification(app.db, 0)).bad).toMatchObject({ row: "7" });
});

it("a caller who starts at an audit row outside of the running verification waits for its end", async () => {
  const [fromStart, fromMiddle] = await Promise.all([shareVerification(app.db, 0), shareVerification(app.db, 500)]);
  expect(fromStart).toMatchObject({ ...fullResult, compared: ALL_ROWS });
  expect(fromMiddle).toMatchObject({ ...fullResult, compared: ALL_ROWS - 500 });
  expect(countSections()).toBe(2);
});

it("an error of an audit-chain verification rejects all waiting callers, and the next call succeeds", async () => {
  await app.db.execute(sql`alter table audit_seal_head rename to hidden`);
  const failedCalls = await Promise.allSettled([shareVerification(app.db, 0), shareVerification(app.db, 0)]);
  expect(failedCalls.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await app.db.execute(sql`alter table hidden rename to audit_seal_head`);
  expect(await shareVerification(app.db, 0)).toMatchObject({ ...fullResult, compared: ALL_ROWS });
});
