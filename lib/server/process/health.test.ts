// Slow: two tests wait for the limit of a probe, two seconds each.
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { setDatabaseFault } from "@/lib/server/db/availability";
import { describeDatabaseFault, PROBE_LIMIT_MS } from "@/lib/server/db/probe";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { checkHealth } from "./health";
import { beginStopping } from "./stopping";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const forgetResult = () => Reflect.deleteProperty(globalThis, "crossRiverPayHealthProbe");
beforeEach(forgetResult);
afterEach(() => {
  forgetResult();
  vi.restoreAllMocks();
  process.env.DATABASE_URL = app.url;
});

it("the health check reports ready, even while a table is locked", async () => {
  const lockingClient = new Client({ connectionString: app.url });
  await lockingClient.connect();
  await lockingClient.query("begin; lock table audit_head, admins in access exclusive mode");
  expect(await checkHealth()).toEqual({ ready: true });
  await lockingClient.end();
});

it("the health check reports not ready if the database has no schema", async () => {
  await app.db.execute("alter table audit_head rename to elsewhere");
  expect(await checkHealth()).toEqual({ ready: false, reason: "The database has no tables of this product." });
  await app.db.execute("alter table elsewhere rename to audit_head");
});

it("the health check reports not ready while the server shuts down", async () => {
  beginStopping();
  try {
    expect(await checkHealth()).toEqual({ ready: false, reason: "This server is shutting down." });
  } finally {
    Reflect.deleteProperty(globalThis, "crossRiverPayIsStopping");
  }
});

it("the health check reports why the server is not ready while the start still waits for the database", async () => {
  setDatabaseFault("The database is being prepared.");
  try {
    expect(await checkHealth()).toEqual({ ready: false, reason: "The database is being prepared." });
  } finally {
    setDatabaseFault(undefined);
  }
});

describe("one probe for all callers", () => {
  it("the shared health probe opens one connection for 120 concurrent calls", async () => {
    const { url, counts, close } = await startCountingProxy();
    process.env.DATABASE_URL = url;
    const results = await Promise.all(Array.from({ length: 120 }, checkHealth));
    expect(results).toEqual(Array(120).fill({ ready: true }));
    expect(counts).toEqual({ opened: 1 });
    close();
  });

  it("the shared health probe reuses its result for a second, then probes again", async () => {
    const { url, counts, close } = await startCountingProxy();
    process.env.DATABASE_URL = url;
    const clock = vi.spyOn(performance, "now").mockReturnValue(10_000);
    await checkHealth();
    clock.mockReturnValue(10_999);
    await checkHealth();
    expect(counts.opened).toBe(1);
    clock.mockReturnValue(11_000);
    await checkHealth();
    expect(counts.opened).toBe(2);
    close();
  });
});

it("the time limit of the health check excludes time in which this process was busy", async () => {
  const result = checkHealth();
  // Lets the probe begin, then blocks the event loop for longer than the limit.
  await new Promise((resolve) => setImmediate(resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PROBE_LIMIT_MS + 200);
  expect(await result).toEqual({ ready: true });
});

it("the health check reports not ready if the database accepts connections but does not answer", async () => {
  const silentServer = createServer((socket) => void socket.on("error", () => {}).resume());
  silentServer.listen(0, "127.0.0.1");
  await once(silentServer, "listening");
  process.env.DATABASE_URL = `postgres://u:p@127.0.0.1:${(silentServer.address() as AddressInfo).port}/x`;
  expect(await checkHealth()).toEqual({ ready: false, reason: "The database does not answer within 2 seconds." });
  silentServer.close();
  await once(silentServer, "close");
});

describe("reasons", () => {
  it.each([
    ["password", (url: URL) => Object.assign(url, { password: "wrong", username: "nobody_here" })],
    ["database", (url: URL) => Object.assign(url, { pathname: "/no_such_database" })],
    ["port", (url: URL) => Object.assign(url, { port: "1" })],
  ])(
    "the reason of a failed health check contains no part of DATABASE_URL if its %s is wrong",
    async (_part, change) => {
      const url = change(new URL(app.url));
      process.env.DATABASE_URL = url.href;
      const { ready, reason } = await checkHealth();
      expect(ready).toBe(false);
      for (const word of [url.username, url.hostname, url.pathname.slice(1), url.password].filter(Boolean))
        expect(reason).not.toContain(word);
    },
  );

  it.each([
    ["28P01", "The database refuses the password in DATABASE_URL."],
    ["3D000", "The database that DATABASE_URL names does not exist."],
    ["ENOTFOUND", "The host name in DATABASE_URL is unknown."],
    ["XX000", "The database can't be reached."],
  ])("the reason of a failed health check describes the error code %s", (code, reason) => {
    expect(describeDatabaseFault(Object.assign(new Error("for user “office” at 10.0.0.1"), { code }))).toBe(reason);
  });

  it("the reason of a failed health check describes timeouts, TLS errors, and errors of a host with several addresses", () => {
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    expect(describeDatabaseFault(new Error("timeout expired"))).toBe("The database does not answer within 2 seconds.");
    expect(describeDatabaseFault(new Error("self-signed certificate"))).toBe(
      "The TLS connection to the database fails.",
    );
    expect(describeDatabaseFault(new Error("Connection terminated unexpectedly"))).toBe(
      "The database closes new connections.",
    );
    expect(describeDatabaseFault(new AggregateError([refused]))).toBe(
      "The database accepts no connections at the address of DATABASE_URL.",
    );
  });
});

/** Forwards connections to the test server, and counts them. */
async function startCountingProxy() {
  const target = new URL(app.url);
  const counts = { opened: 0 };
  const server = createServer((client) => {
    counts.opened++;
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) socket.on("error", () => {});
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = new URL(app.url);
  url.host = `127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return { url: url.href, counts, close: () => server.close() };
}
