import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sealWaitingRows } from "@/lib/server/audit/seal";
import { reportOutboxFailureToMetrics, setMetricsCallbacks } from "@/lib/server/base/observe";
import { setDatabaseFault } from "@/lib/server/db/availability";
import { operationStatus } from "@/lib/server/db/schema/operation-status";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deliverOutboxKind } from "@/lib/server/outbox/deliver";
import { queueMail } from "@/lib/server/outbox/queue";
import { recordOperationOutcome, registerTimedTasks, saveOperationOutcomes } from "@/lib/server/status/record-outcome";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { changeSettings } from "@/lib/server/testing/settings";
import { metrics } from "./metrics";
import { handleMetrics, serveMetrics } from "./metrics-server";
import { operationOfTask } from "./timed-tasks";

const TOKEN = "metrics-token-of-thirty-two-characters";
const settings = changeSettings();
let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  metrics();
});
beforeEach(() => {
  settings.metricsToken = TOKEN;
});
afterAll(async () => {
  setMetricsCallbacks(undefined);
  Reflect.deleteProperty(globalThis, "crossRiverPayMetrics");
  await app.stop();
});

const scrape = (authorization?: string) =>
  handleMetrics(new Request("http://test/api/metrics", { headers: authorization ? { authorization } : {} }));
const scrapeText = async () => (await scrape(`Bearer ${TOKEN}`)).text();
/** Returns the value of one metric series in the scraped text; undefined if it is missing. */
const readSeries = (text: string, series: string) =>
  text
    .split("\n")
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

describe("/api/metrics", () => {
  it("/api/metrics responds with 404 if METRICS_TOKEN is not set, 401 to a request without the token, and 200 with the token", async () => {
    expect((await scrape()).status).toBe(401);
    expect((await scrape("Bearer wrong-token-wrong-token-wrong-token")).status).toBe(401);
    const answer = await scrape(`Bearer ${TOKEN}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/plain")]);
    settings.metricsToken = undefined;
    expect((await scrape(`Bearer ${TOKEN}`)).status).toBe(404);
  });

  it("/api/metrics responds with 200 and database_up 0 while the start still prepares the database", async () => {
    setDatabaseFault("The database is being prepared.");
    try {
      const answer = await scrape(`Bearer ${TOKEN}`);
      expect(answer.status).toBe(200);
      expect(readSeries(await answer.text(), "crossriverpay_database_up")).toBe("0");
    } finally {
      setDatabaseFault(undefined);
    }
  });

  it("/api/metrics counts calls by contract name and status, and all unknown paths under one name", async () => {
    await app.call("GET", "/permissions/roles/users/access", { token: admin.token });
    await app.call("GET", "/kyc/not-an-id", { token: admin.token });
    for (const path of ["/no/such/path", "/another/one"]) await app.call("GET", path, { token: admin.token });
    const text = await scrapeText();
    const names = [...text.matchAll(/^crossriverpay_calls_total\{call="([^"]+)"/gm)].map(([, name]) => name);
    expect(names).toContain("none");
    expect(readSeries(text, 'crossriverpay_calls_total{call="none",status="404"}')).toBe("2");
    expect(text).not.toContain("not-an-id");
    expect(text).toMatch(/crossriverpay_call_duration_seconds_count\{call="none"\} 2/);
  });

  it("/api/metrics has process, event loop and pool metrics", async () => {
    const text = await scrapeText();
    for (const name of ["nodejs_eventloop_lag_seconds", "process_resident_memory_bytes"])
      expect(readSeries(text, name)).toBeDefined();
    expect(Number(readSeries(text, "crossriverpay_database_pool_connections"))).toBeGreaterThan(0);
    expect(readSeries(text, "crossriverpay_database_pool_waiting")).toBe("0");
  });

  it("/api/metrics reports age, retries and failures of the outbox by kind", async () => {
    await app.db.delete(outbox);
    await app.db.transaction((tx) => queueMail(tx, { to: "ada@example.com", subject: "Hello", text: "Text" }));
    await app.db.execute(sql`update outbox set created_at = now() - interval '90 seconds'`);
    await deliverOutboxKind("mail", app.db, {
      mail: () => Promise.reject(new Error("550 no such box: ada@example.com")),
    });
    reportOutboxFailureToMetrics("webhook");
    const text = await scrapeText();
    expect(Number(readSeries(text, 'crossriverpay_outbox_oldest_seconds{kind="mail"}'))).toBeGreaterThanOrEqual(90);
    expect(readSeries(text, 'crossriverpay_outbox_retrying{kind="mail"}')).toBe("1");
    expect(readSeries(text, 'crossriverpay_outbox_waiting{kind="push"}')).toBe("0");
    expect(readSeries(text, 'crossriverpay_outbox_failures_total{kind="mail"}')).toBe("1");
    expect(readSeries(text, 'crossriverpay_outbox_failures_total{kind="webhook"}')).toBe("1");
    await saveOperationOutcomes(app.db);
    expect(await scrapeText()).toContain('crossriverpay_service_failing_seconds{service="mail"}');
    const [row] = await app.db.select().from(operationStatus).where(sql`name = 'mail'`);
    expect(row?.lastError).toBe("550 no such box: …@…");
    await app.db.delete(outbox);
  });

  it("/api/metrics reports a timed task as overdue after three intervals without a success", async () => {
    const tasks = [
      { name: "deliver-mail", every: 15 },
      { name: "forget-old-devices", every: 3_600 },
    ].map(operationOfTask);
    await registerTimedTasks(app.db, tasks);
    for (const task of tasks) recordOperationOutcome(task);
    await saveOperationOutcomes(app.db);
    const overdue = (text: string) =>
      tasks.map(({ name }) => readSeries(text, `crossriverpay_task_overdue{task="${name}"}`));
    expect(overdue(await scrapeText())).toEqual(["0", "0"]);
    await app.db.execute(sql`update operation_status set last_success_at = now() - interval '4 minutes'`);
    expect(overdue(await scrapeText())).toEqual(["1", "0"]);
    await app.db.execute(sql`
      update operation_status set last_success_at = null, first_seen_at = now() - interval '4 hours'`);
    expect(overdue(await scrapeText())).toEqual(["1", "1"]);
  });

  it("/api/metrics reports the last complete verifications of ledger and audit trail with their results", async () => {
    expect(readSeries(await scrapeText(), "crossriverpay_ledger_verification_timestamp_seconds")).toBe("0");
    await app.call("GET", "/wallets/ledger-check", { token: admin.token });
    await sealWaitingRows(app.db);
    await app.call("GET", "/system-logs/audit-trails/verify", { token: admin.token });
    const text = await scrapeText();
    for (const subject of ["ledger", "chain"]) {
      const at = Number(readSeries(text, `crossriverpay_${subject}_verification_timestamp_seconds`));
      expect(Math.abs(at - Date.now() / 1_000)).toBeLessThan(60);
      expect(readSeries(text, `crossriverpay_${subject}_verification_ok`)).toBe("1");
    }
  });

  it("/api/metrics reads the database once for concurrent scrapes", async () => {
    const queries: unknown[] = [];
    const { execute } = app.db;
    app.db.execute = ((query: never) => {
      queries.push(query);
      return execute.call(app.db, query);
    }) as typeof execute;
    await scrapeText();
    const queriesOfOne = queries.splice(0).length;
    await Promise.all([scrapeText(), scrapeText(), scrapeText()]);
    app.db.execute = execute;
    expect(queriesOfOne).toBeGreaterThan(0);
    expect(queries).toHaveLength(queriesOfOne);
  });

  it("/api/metrics reports database_up 0 and no database gauges while a table is missing", async () => {
    await app.db.execute("alter table approvals rename to elsewhere");
    const text = await scrapeText();
    await app.db.execute("alter table elsewhere rename to approvals");
    expect(readSeries(text, "crossriverpay_database_up")).toBe("0");
    expect(text).toContain("crossriverpay_calls_total");
    expect(text).not.toContain("crossriverpay_approvals_waiting");
    expect(readSeries(await scrapeText(), "crossriverpay_database_up")).toBe("1");
  });
});

describe("server of METRICS_PORT", () => {
  const fetchStatus = (port: number, path: string, headers = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on("error", reject);
    });

  it("the server on METRICS_PORT serves only /metrics, and requires METRICS_TOKEN if it is set", async () => {
    settings.metricsToken = undefined;
    const server = await serveMetrics(0);
    const { port } = server.address() as AddressInfo;
    expect([await fetchStatus(port, "/metrics"), await fetchStatus(port, "/dashboard")]).toEqual([200, 404]);
    settings.metricsToken = TOKEN;
    expect(await fetchStatus(port, "/metrics")).toBe(401);
    expect(await fetchStatus(port, "/metrics", { authorization: `Bearer ${TOKEN}` })).toBe(200);
    await expect(serveMetrics(port)).rejects.toThrow(`METRICS_PORT ${port} can't be opened`);
    await new Promise((resolve) => server.close(resolve));
  });
});
