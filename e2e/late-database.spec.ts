// Slow: starts three servers, one of them before its database.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { testPort } from "./support/ports";
import { makeDataDir, spawnServer, startServer, type TestServer } from "./support/server";

/** Port of the server whose embedded PostgreSQL the other servers use. */
const HOLDER_PORT = testPort(61);
const LATE_PORT = testPort(62);
/** Port of a TCP proxy before PostgreSQL. It is closed until a test opens it, to simulate a missing database. */
const PROXY_PORT = testPort(63);
const CALLERS = 120;
const SECRETS = { APP_SECRET: "known to this test and to nobody else", TIMERS: "off" };

test.describe.configure({ mode: "serial", timeout: 240_000 });

let holder: TestServer;
let late: TestServer;
let proxy: ReturnType<typeof openProxy> | undefined;
const holderData = makeDataDir();
const lateData = makeDataDir();

test.beforeAll(async () => {
  holder = await startServer({ port: HOLDER_PORT, dataDir: holderData.dataDir, command: "start", env: SECRETS });
});
test.afterEach(async () => {
  await late.stop();
  proxy?.close();
});
test.afterAll(async () => {
  await holder.stop();
  holderData.removeDataDir();
  lateData.removeDataDir();
});

test("a server started before its database returns 503, becomes ready without a restart, and then opens at most one more connection for 120 parallel health checks", async ({
  request,
}) => {
  await startLate(databaseUrl());
  const fetchLate = (path: string) => request.get(`${late.url}${path}`);
  const health = await fetchLate("/api/health");
  expect(health.status()).toBe(503);
  expect(await health.json()).toEqual({
    ready: false,
    reason: "The database accepts no connections at the address of DATABASE_URL.",
  });
  expect((await fetchLate("/api/health/live")).status()).toBe(200);
  expect((await fetchLate("/icon.svg")).status()).toBe(200);
  for (const path of ["/api/v1/public/slides", "/api/v1/auth/me", "/api/cron/minute", "/auth/login", "/dashboard"]) {
    const answer = await fetchLate(path);
    expect({ path, status: answer.status() }).toEqual({ path, status: 503 });
    expect(answer.headers()["retry-after"]).toBe("5");
  }
  const refusedWrite = await request.post(`${late.url}/api/v1/auth/admin/login`, { data: {} });
  expect(refusedWrite.status()).toBe(503);
  expect(await refusedWrite.json()).toMatchObject({ code: "SERVICE_UNAVAILABLE", retry_after: 5 });
  expect(await (await fetchLate("/auth/login")).text()).toContain("is not available right now");

  proxy = openProxy();
  const healthStatus = async () => (await fetchLate("/api/health")).status();
  await expect.poll(healthStatus, { intervals: [100], timeout: 15_000 }).toBe(200);
  expect((await fetchLate("/api/v1/public/slides")).status()).toBe(200);
  expect((await fetchLate("/auth/login")).status()).toBe(200);
  expect(late.output()).toContain("and enter the setup key");

  const { open, opened } = proxy.counts;
  proxy.counts.most = open;
  // Uses Node's fetch, because Playwright's requests take much longer in parallel.
  const statuses = await Promise.all(
    Array.from({ length: CALLERS }, async () => (await fetch(`${late.url}/api/health`)).status),
  );
  expect(statuses).toEqual(Array(CALLERS).fill(200));
  expect(proxy.counts.most - open).toBeLessThanOrEqual(1);
  // Allows one new connection a second for the health checks, which together take less than five seconds.
  expect(proxy.counts.opened - opened).toBeLessThanOrEqual(5);
});

test("the health check reports a wrong database password without host or user, and the server keeps running", async ({
  request,
}) => {
  proxy = openProxy();
  const address = new URL(databaseUrl());
  address.password = "wrong";
  await startLate(address.href);
  const fetchHealth = async () => (await request.get(`${late.url}/api/health`)).text();
  await expect
    .poll(fetchHealth)
    .toBe(JSON.stringify({ ready: false, reason: "The database refuses the password in DATABASE_URL." }));
  expect(late.hasExited()).toBe(false);
});

test("the server exits with one log line if the database can't be migrated", async () => {
  proxy = openProxy();
  const address = new URL(databaseUrl());
  // Uses the database template1: every PostgreSQL has it, and the app's database role may not create tables in it.
  address.pathname = "template1";
  late = spawnServer({
    port: LATE_PORT,
    dataDir: lateData.dataDir,
    command: "start",
    env: { ...SECRETS, DATABASE_URL: address.href },
  });
  await expect.poll(late.hasExited, { timeout: 60_000 }).toBe(true);
  expect(late.output()).toMatch(
    /The start failed: Migration 0000_baseline is pending, and the database role may not change tables[^\n]+$/m,
  );
  expect(late.output()).not.toMatch(/^ {4}at /m);
  expect(await late.stop()).toBe(1);
});

/** Starts a server that uses this database, and waits for a response of any status. */
async function startLate(url: string) {
  const env = { ...SECRETS, DATABASE_URL: url };
  late = spawnServer({ port: LATE_PORT, dataDir: lateData.dataDir, command: "start", env });
  const answers = () =>
    fetch(`${late.url}/api/health`).then(
      ({ status }) => status > 0,
      () => false,
    );
  await expect.poll(answers, { timeout: 60_000 }).toBe(true);
}

/** Returns the URL of PostgreSQL through the proxy. */
function databaseUrl() {
  const password = readFileSync(path.join(holderData.dataDir, "postgres/crossriverpay.password"), "utf8");
  return `postgres://crossriverpay:${password}@127.0.0.1:${PROXY_PORT}/crossriverpay`;
}

/** Starts the proxy, which forwards connections to PostgreSQL and counts them. */
function openProxy() {
  const port = Number(readFileSync(path.join(holderData.dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[3]);
  const counts = { open: 0, most: 0, opened: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    counts.opened++;
    counts.most = Math.max(counts.most, ++counts.open);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    void once(client, "close").then(() => {
      counts.open--;
      upstream.destroy();
    });
    upstream.on("close", () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  server.listen(PROXY_PORT, "127.0.0.1");
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { counts, close };
}
