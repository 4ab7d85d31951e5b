import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { latestCode } from "./support/mail";
import { testPort } from "./support/ports";
import { makeDemoDir, startServer, type TestServer } from "./support/server";

const SERVER_PORT = testPort(14);
const TEST_CRON_SECRET = "a-secret-of-the-clock-with-40-characters";
const OWNER_EMAIL = "owner@crossriverpay.example";

test.describe.configure({ mode: "serial", timeout: 240_000 });

let server: TestServer;
let demoData: ReturnType<typeof makeDemoDir>;
test.beforeAll(async () => {
  demoData = makeDemoDir();
  const env = { TIMERS: "off", CRON_SECRET: TEST_CRON_SECRET };
  server = await startServer({ port: SERVER_PORT, dataDir: demoData.dataDir, command: "start", env });
});
test.afterAll(async () => {
  server.thaw();
  await server.kill();
  demoData.removeDataDir();
});

/** Resumes the frozen server process for one request, like a serverless host. */
async function whileThawed<T>(runRequest: () => Promise<T>): Promise<T> {
  server.thaw();
  const result = await runRequest();
  server.freeze();
  await delay(500);
  return result;
}

const requestLogin = () =>
  fetch(`${server.url}/api/v1/auth/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: OWNER_EMAIL, password: "Demo-CrossRiver-2026" }),
  });
const callCron = async (interval: string, secret = TEST_CRON_SECRET) => {
  const response = await fetch(`${server.url}/api/cron/${interval}`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  return { status: response.status, json: await response.json() };
};

test("sends a mail within the request when the server is frozen after the response", async () => {
  const startedAt = Date.now();
  const code = await whileThawed(async () => {
    expect((await requestLogin()).status).toBe(200);
    return latestCode(OWNER_EMAIL, startedAt, demoData.dataDir);
  });
  expect(code).toMatch(/^\d{6}$/);
});

test("retries a failed mail only when the scheduled tasks are called, never by a timer", async () => {
  const outbox = path.join(demoData.dataDir, "outbox");
  rmSync(outbox, { recursive: true });
  // Replaces the outbox folder by a file, so that writing mails fails.
  writeFileSync(outbox, "");
  const startedAt = Date.now();
  await whileThawed(async () => {
    expect((await requestLogin()).status).toBe(200);
    await expect.poll(() => server.output()).toContain("a mail could not be sent");
  });
  rmSync(outbox);
  mkdirSync(outbox);
  // Lets the server run for 20 s. The retry is due after five seconds, so a timer would send the mail.
  server.thaw();
  await delay(20_000);
  expect(readdirSync(outbox)).toEqual([]);
  server.freeze();

  const { status, json } = await whileThawed(() => callCron("minute"));
  expect({ status, ...json }).toMatchObject({ status: 200, data: { failed: [], left: [] } });
  expect(json.data.done).toEqual(
    expect.arrayContaining(["expire-ticket-orders", "lift-expired-restrictions", "fold-day-totals", "deliver-mail"]),
  );
  expect(await latestCode(OWNER_EMAIL, startedAt, demoData.dataDir)).toMatch(/^\d{6}$/);
});

test("the cron URL runs the hourly tasks, also when requested twice in parallel, and refuses a wrong secret", async () => {
  server.thaw();
  const parallelCalls = await Promise.all([callCron("hour"), callCron("hour")]);
  for (const { status, json } of parallelCalls)
    expect({ status, ...json.data }).toMatchObject({ status: 200, failed: [], left: [] });
  expect(parallelCalls[0]?.json.data.done).toContain("forget-old-sign-ins");
  expect(await callCron("minute", "wrong")).toMatchObject({ status: 401, json: { code: "UNAUTHORIZED" } });
  expect((await fetch(`${server.url}/api/cron/minute`, { method: "POST" })).status).toBe(405);
});
