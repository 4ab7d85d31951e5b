import { afterAll, beforeAll, expect, it } from "vitest";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { makeAdmin, makeKyc, rightsOf, startTestApp, type TestApp } from "./testing/app";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it("counts what waits, what is late and what is mine, and leaves out what the caller may not read", async () => {
  const officer = await makeAdmin(app, { rights: rightsOf({ "KYC Management": ["read", "update"] }) });
  await makeKyc(app);
  await makeKyc(app, { submittedAt: new Date(Date.now() - 30 * 3_600_000) });
  await makeKyc(app, { state: "in_review", assigneeId: officer.id });
  const decided = await makeKyc(app);
  await app.call("PATCH", `/kyc/${decided.id}/decision`, {
    token: officer.token,
    body: { version: 1, decision: "approved", checked: KYC_CHECKS },
  });
  const { json } = await app.call("GET", "/overview", { token: officer.token });
  expect(json.data.kyc).toMatchObject({ waiting: 3, late: 1, mine: 1, decided_today: 1 });
  expect(json.data.kyc.days).toHaveLength(14);
  expect(json.data.kyc.days.at(-1).decided).toBe(1);
  expect(json.data.users).toBeUndefined();

  const reader = await makeAdmin(app, { rights: rightsOf({ "User Management": ["read"] }) });
  const other = await app.call("GET", "/overview", { token: reader.token });
  expect(other.json.data.kyc).toBeUndefined();
  expect(other.json.data.users).toEqual({ total: 4, new_30_days: 0, previous_30_days: 0 });
});
