import { hostname } from "node:os";
import { afterAll, beforeAll, expect, it } from "vitest";
import { log } from "@/lib/server/base/log";
import { database } from "@/lib/server/db/client";
import { sessions } from "@/lib/server/db/schema/session";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { collectLogLines } from "@/lib/server/testing/log-lines";

const lines = collectLogLines();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const lastCall = () => lines.map((line) => JSON.parse(line)).findLast(({ msg }) => msg === "call");

it("logs each request with its API call, the ids of admin, session and page, and the server instance, and stores the request id in the audit row", async () => {
  const admin = await makeAdmin(app);
  const [session] = (await app.db.select().from(sessions)).filter(({ adminId }) => adminId === admin.id);
  const headers = { "x-request-id": "request-0001", "x-page-id": "page-000001" };
  await app.call("GET", "/system-logs/audit-trails/verify", { token: admin.token, headers });
  expect(lastCall()).toMatchObject({
    call: "systemLogs.verify",
    adminId: admin.id,
    sessionId: session?.id,
    requestId: "request-0001",
    pageId: "page-000001",
    instance: `${hostname()}:${process.pid}`,
    status: 200,
  });
  expect((await app.audit())[0]).toMatchObject({ action: "systemLogs.verify", requestId: "request-0001" });
  expect(lines.join("")).not.toContain(admin.token);
});

it("logs the app's name for a call of the citizen app, and no call name for an unknown path", async () => {
  await app.callAsApp("GET", "/acceptances?userId=019b76da-afc5-77b8-b3c0-9fbab7704c01");
  expect(lastCall()).toMatchObject({ call: "appConfig.acceptancesForApp", app: "demo" });
  await app.call("GET", "/no/such/path");
  expect(lastCall()).not.toHaveProperty("call");
});

it("the message of a server error contains the request id, which the log has together with the cause", async () => {
  const admin = await makeAdmin(app);
  const { db } = database();
  const { select } = db;
  Object.assign(db, {
    select: () => {
      throw new TypeError("a fault of the code");
    },
  });
  const answer = await app.call("GET", "/kyc", {
    token: admin.token,
    headers: { "x-request-id": "request-0002" },
  });
  Object.assign(db, { select });
  expect(answer.status).toBe(500);
  expect(answer.json.message).toContain("tell support this request id: request-0002");
  const cause = lines.map((line) => JSON.parse(line)).find(({ err }) => err?.message === "a fault of the code");
  expect(cause).toMatchObject({ requestId: "request-0002" });
});

it("adds no fields of an earlier request to log lines outside of requests", () => {
  log.info("outside");
  expect(JSON.parse(lines.at(-1) ?? "")).not.toHaveProperty("requestId");
});
