import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET } from "@/app/api/health/route";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { beginStopping } from "./stopping";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const health = async () => {
  const answer = await GET();
  return { status: answer.status, body: await answer.json() };
};

it("says that a server is ready, also while a table is locked", async () => {
  const other = new Client({ connectionString: app.url });
  await other.connect();
  await other.query("begin; lock table audit_head, admins in access exclusive mode");
  expect(await health()).toEqual({ status: 200, body: { ready: true } });
  await other.end();
});

it("says that a database without the schema is not ready", async () => {
  await app.db.execute("alter table audit_head rename to elsewhere");
  expect(await health()).toMatchObject({ status: 503, body: { ready: false } });
  await app.db.execute("alter table elsewhere rename to audit_head");
});

it("says that a server which is about to end takes nothing more", async () => {
  beginStopping();
  try {
    expect(await health()).toEqual({ status: 503, body: { ready: false, reason: "This server is shutting down." } });
  } finally {
    Reflect.deleteProperty(globalThis, "crossRiverPayIsStopping");
  }
});
