// Slow: waits for time limits of 3 s.
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { isDatabaseUnavailable } from "@/lib/server/api/errors";
import { makeAdmin, makeKycRequest, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { connectDatabase } from "./client";
import { raiseWaitBudget, withWaitBudget } from "./wait-budget";

/**
 * Upper bound in ms for a timely response: far above the 3 s limit of a call, for busy machines, and well below the server's statement
 * limit.
 */
const LATE_MS = 12_000;

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let kycId: string;
let otherClient: Client;
const { databaseWaitSeconds } = env();
beforeAll(async () => {
  // Sets the default of production, because tests run with a higher limit.
  Object.assign(env(), { databaseWaitSeconds: 3 });
  app = await startTestApp({ connections: 10 });
  admin = await makeAdmin(app);
  kycId = (await makeKycRequest(app)).id;
  otherClient = new Client({ connectionString: app.url });
  await otherClient.connect();
});
afterAll(async () => {
  Object.assign(env(), { databaseWaitSeconds });
  await otherClient.end();
  await app.stop();
});

/** Calls the API and returns the status, the Retry-After header and the duration in ms. */
async function timedCall(method: string, url: string, body?: object) {
  const startedAt = performance.now();
  const { status, headers } = await app.call(method, url, { token: admin.token, body });
  return { status, retryAfter: headers.get("retry-after"), ms: performance.now() - startedAt };
}

async function expectUnavailable(pendingCall: Promise<{ status: number; retryAfter: string | null; ms: number }>) {
  const { ms, ...answer } = await pendingCall;
  expect(answer).toEqual({ status: 503, retryAfter: "5" });
  expect(ms).toBeLessThan(LATE_MS);
}

describe("a locked table", () => {
  afterEach(() => otherClient.query("rollback"));

  it.each([
    ["admins", "GET", () => "/kyc", undefined],
    ["sessions", "GET", () => `/kyc/${kycId}`, undefined],
    ["kyc_requests", "GET", () => "/kyc", undefined],
    ["kyc_requests", "PATCH", () => `/kyc/${kycId}/claim`, {}],
    ["audit_trails", "PATCH", () => `/kyc/${kycId}/claim`, {}],
  ])("while the table %s is locked, a %s call returns 503 soon", async (table, method, url, body) => {
    await otherClient.query(`begin; lock table ${table} in access exclusive mode`);
    // Runs more calls than the pool has connections, so that the test fails if an abandoned query keeps its connection.
    await Promise.all([
      expectUnavailable(timedCall(method, url(), body)),
      expectUnavailable(timedCall(method, url(), body)),
    ]);
    // The client has cancelled its queries, so no query still waits for a lock on the server.
    await expect.poll(waiting, { timeout: 5_000 }).toBe(0);
    await otherClient.query("rollback");
    expect((await timedCall("GET", `/kyc/${kycId}`)).status).toBe(200);
  });

  const waiting = async () => {
    const { rows } = await otherClient.query(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
    );
    return rows[0].n;
  };
});

it("a public API call returns 503 within the wait limit; queries before the call's handler count too", async () => {
  await otherClient.query("begin; lock table entries in access exclusive mode");
  try {
    await expectUnavailable(timedCall("GET", "/public/announcements"));
  } finally {
    await otherClient.query("rollback");
  }
});

it("an API call returns 503 if the pool has no free connection in time; a connection that becomes free later returns to the pool", async () => {
  const pool = app.db.$client;
  const heldClients = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
  await expectUnavailable(timedCall("GET", "/kyc"));
  for (const client of heldClients) client.release();
  expect((await timedCall("GET", "/kyc")).status).toBe(200);
  await expect.poll(() => [pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0]);
});

// Skipped for an external server, whose processes can't be paused.
it.skipIf(process.env.TEST_DATABASE_URL)(
  "each connection to a hanging PostgreSQL process is replaced after one timeout",
  async () => {
    await Promise.all(Array.from({ length: 3 }, () => app.db.execute(sql`select pg_sleep(0.1)`)));
    const { rows } = await otherClient.query(
      "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    const hanging: number[] = rows.map(({ pid }) => pid);
    expect(hanging.length).toBeGreaterThan(2);
    for (const pid of hanging) process.kill(pid, "SIGSTOP");
    try {
      await Promise.all(hanging.map(() => expectUnavailable(timedCall("PATCH", `/kyc/${kycId}/claim`, {}))));
      // The processes of the old connections are still paused, but new calls get working connections.
      expect((await timedCall("GET", "/kyc")).status).toBe(200);
    } finally {
      for (const pid of hanging) process.kill(pid, "SIGCONT");
    }
  },
);

// Skipped for an external server, whose processes can't be paused.
it.skipIf(process.env.TEST_DATABASE_URL)("a transaction whose BEGIN hangs releases its connection", async () => {
  const { db, pool } = connectDatabase(app.url, 1);
  const pid = async () => Number((await db.execute(sql`select pg_backend_pid() as pid`)).rows[0]?.pid);
  const hanging = await pid();
  process.kill(hanging, "SIGSTOP");
  try {
    const pendingTransaction = withWaitBudget(300, () => db.transaction((tx) => tx.execute(sql`select 1`)));
    await expect(pendingTransaction.catch((error: unknown) => isDatabaseUnavailable(error))).resolves.toBe(true);
    // The hanging connection, the only one of the pool, has been replaced by a working one.
    expect(await pid()).not.toBe(hanging);
  } finally {
    process.kill(hanging, "SIGCONT");
  }
  await pool.end();
});

describe("the limit of a call's database waits", () => {
  it("the wait budget of an API call covers all its statements together; exceeding it rolls the transaction back", async () => {
    const { db, pool } = connectDatabase(app.url, 2);
    await db.execute(sql`create table counted (n int)`);
    const error = await withWaitBudget(500, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`insert into counted values (1)`);
        for (let n = 0; n < 20; n++) await tx.execute(sql`select pg_sleep(0.1)`);
      }),
    ).catch((caught: unknown) => caught);
    expect(isDatabaseUnavailable(error)).toBe(true);
    await expect.poll(async () => (await db.execute(sql`select n from counted`)).rows).toEqual([]);
    await pool.end();
  });

  it("the wait budget of an API call excludes time without a query, and counts the time of parallel statements once", async () => {
    await withWaitBudget(2_000, async () => {
      await Promise.all([1, 2, 3, 4].map(() => app.db.execute(sql`select pg_sleep(0.8)`)));
      await delay(2_000);
      expect((await app.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    });
  });

  it("an API call can raise its wait budget; work outside API calls has no wait budget", async () => {
    const sleepQuery = () => app.db.execute(sql`select pg_sleep(0.4)`);
    await expect(withWaitBudget(100, sleepQuery)).rejects.toThrow();
    await withWaitBudget(100, () => {
      raiseWaitBudget(20_000);
      return sleepQuery();
    });
    // While `second` waits for the connection, its own limit applies, not the limit of `first`, which uses the connection.
    const { db, pool } = connectDatabase(app.url, 1);
    await db.execute(sql`select 1`); // Opens the connection before the timing starts.
    const first = withWaitBudget(800, () => db.execute(sql`select pg_sleep(0.4)`));
    const second = db.execute(sql`select pg_sleep(1)`);
    await Promise.all([first, second]);
    await pool.end();
  });
});
