// Slow: waits for time limits of 3 s.
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { isDatabaseAway } from "@/lib/server/api/errors";
import { makeAdmin, makeKyc, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { allowCallTime, withCallTime } from "./call-time";
import { connect } from "./client";

/** Far above the three seconds that a call may take, for busy machines, and well below what the server allows a statement. */
const LATE_MS = 12_000;

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let kycId: string;
let other: Client;
const { databaseWaitSeconds } = env();
beforeAll(async () => {
  // As where nothing is set; the other tests have more.
  Object.assign(env(), { databaseWaitSeconds: 3 });
  app = await startTestApp({ connections: 10 });
  admin = await makeAdmin(app);
  kycId = (await makeKyc(app)).id;
  other = new Client({ connectionString: app.url });
  await other.connect();
});
afterAll(async () => {
  Object.assign(env(), { databaseWaitSeconds });
  await other.end();
  await app.stop();
});

/** Asks and says what came, and how soon. */
async function timed(method: string, url: string, body?: object) {
  const began = performance.now();
  const { status, headers } = await app.call(method, url, { token: admin.token, body });
  return { status, retryAfter: headers.get("retry-after"), ms: performance.now() - began };
}

async function expectAway(asked: Promise<{ status: number; retryAfter: string | null; ms: number }>) {
  const { ms, ...answer } = await asked;
  expect(answer).toEqual({ status: 503, retryAfter: "5" });
  expect(ms).toBeLessThan(LATE_MS);
}

describe("a locked table", () => {
  afterEach(() => other.query("rollback"));

  it.each([
    ["admins", "GET", () => "/kyc", undefined],
    ["sessions", "GET", () => `/kyc/${kycId}`, undefined],
    ["kyc_requests", "GET", () => "/kyc", undefined],
    ["kyc_requests", "PATCH", () => `/kyc/${kycId}/claim`, {}],
    ["audit_head", "PATCH", () => `/kyc/${kycId}/claim`, {}],
  ])("%s: %s answers 503 soon, and as ever afterwards", async (table, method, url, body) => {
    await other.query(`begin; lock table ${table} in access exclusive mode`);
    // Two at once, and more than there are connections after that: what was given up holds none.
    await Promise.all([expectAway(timed(method, url(), body)), expectAway(timed(method, url(), body))]);
    // The server does not go on waiting in vain: we asked it not to.
    await expect.poll(waiting, { timeout: 5_000 }).toBe(0);
    await other.query("rollback");
    expect((await timed("GET", `/kyc/${kycId}`)).status).toBe(200);
  });

  const waiting = async () => {
    const { rows } = await other.query(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
    );
    return rows[0].n;
  };
});

it("the public door answers soon as well: what it asks first takes of the same time", async () => {
  await other.query("begin; lock table entries in access exclusive mode");
  try {
    await expectAway(timed("GET", "/public/announcements"));
  } finally {
    await other.query("rollback");
  }
});

it("a pool without a free connection is a 503, and a connection that comes too late goes back", async () => {
  const pool = app.db.$client;
  const held = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
  await expectAway(timed("GET", "/kyc"));
  for (const client of held) client.release();
  expect((await timed("GET", "/kyc")).status).toBe(200);
  await expect.poll(() => [pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0]);
});

// A server elsewhere can't be stopped.
it.skipIf(process.env.TEST_DATABASE_URL)("processes of the server that hang cost one wait, not the pool", async () => {
  await Promise.all(Array.from({ length: 3 }, () => app.db.execute(sql`select pg_sleep(0.1)`)));
  const { rows } = await other.query(
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  const hanging: number[] = rows.map(({ pid }) => pid);
  expect(hanging.length).toBeGreaterThan(2);
  for (const pid of hanging) process.kill(pid, "SIGSTOP");
  try {
    await Promise.all(hanging.map(() => expectAway(timed("PATCH", `/kyc/${kycId}/claim`, {}))));
    // Nobody has woken them, and anyone who comes now has connections that work.
    expect((await timed("GET", "/kyc")).status).toBe(200);
  } finally {
    for (const pid of hanging) process.kill(pid, "SIGCONT");
  }
});

// A server elsewhere can't be stopped.
it.skipIf(process.env.TEST_DATABASE_URL)("a transaction that can't even begin gives its connection back", async () => {
  const { db, pool } = connect(app.url, 1);
  const pid = async () => Number((await db.execute(sql`select pg_backend_pid() as pid`)).rows[0]?.pid);
  const hanging = await pid();
  process.kill(hanging, "SIGSTOP");
  try {
    const begun = withCallTime(300, () => db.transaction((tx) => tx.execute(sql`select 1`)));
    await expect(begun.catch((error: unknown) => isDatabaseAway(error))).resolves.toBe(true);
    // The pool's one place is free for a connection that works.
    expect(await pid()).not.toBe(hanging);
  } finally {
    process.kill(hanging, "SIGCONT");
  }
  await pool.end();
});

describe("what a call waits for the database", () => {
  it("is counted over all its statements, and undone when there is too much of it", async () => {
    const { db, pool } = connect(app.url, 2);
    await db.execute(sql`create table counted (n int)`);
    const error = await withCallTime(500, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`insert into counted values (1)`);
        for (let n = 0; n < 20; n++) await tx.execute(sql`select pg_sleep(0.1)`);
      }),
    ).catch((caught: unknown) => caught);
    expect(isDatabaseAway(error)).toBe(true);
    await expect.poll(async () => (await db.execute(sql`select n from counted`)).rows).toEqual([]);
    await pool.end();
  });

  it("is not what it does in the meantime, and counted once for statements side by side", async () => {
    await withCallTime(2_000, async () => {
      await Promise.all([1, 2, 3, 4].map(() => app.db.execute(sql`select pg_sleep(0.8)`)));
      await delay(2_000);
      expect((await app.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    });
  });

  it("may be more where a call says so, and never ends what no call does", async () => {
    const nap = () => app.db.execute(sql`select pg_sleep(0.4)`);
    await expect(withCallTime(100, nap)).rejects.toThrow();
    await withCallTime(100, () => {
      allowCallTime(20_000);
      return nap();
    });
    // Anyone who waits for a connection keeps to their own time, no matter who gives it back.
    const { db, pool } = connect(app.url, 1);
    await db.execute(sql`select 1`); // The connection is there: opening it is not what is timed.
    const first = withCallTime(800, () => db.execute(sql`select pg_sleep(0.4)`));
    const second = db.execute(sql`select pg_sleep(1)`);
    await Promise.all([first, second]);
    await pool.end();
  });
});
