import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { checkHealth } from "./health";
import { beginStopping } from "./stopping";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it("reports ready, even while a table is locked", async () => {
  const lockingClient = new Client({ connectionString: app.url });
  await lockingClient.connect();
  await lockingClient.query("begin; lock table audit_head, admins in access exclusive mode");
  expect(await checkHealth()).toEqual({ ready: true });
  await lockingClient.end();
});

it("reports not ready if the database has no schema", async () => {
  await app.db.execute("alter table audit_head rename to elsewhere");
  expect(await checkHealth()).toMatchObject({ ready: false });
  await app.db.execute("alter table elsewhere rename to audit_head");
});

it("reports not ready while the server shuts down", async () => {
  beginStopping();
  try {
    expect(await checkHealth()).toEqual({ ready: false, reason: "This server is shutting down." });
  } finally {
    Reflect.deleteProperty(globalThis, "crossRiverPayIsStopping");
  }
});
