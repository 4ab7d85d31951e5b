import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAdmin, makeKyc, rightsOf, startTestApp, type TestApp } from "./testing/app";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const officer = await makeAdmin(app);
  for (let n = 0; n < 20; n++) {
    const { id } = await makeKyc(app);
    await app.call("PATCH", `/kyc/${id}/decision`, {
      token: officer.token,
      body: { version: 1, decision: "approved" },
    });
  }
});
afterAll(() => app.stop());

describe("systemLogs.auditTrails", () => {
  it("lists newest first, filters, pages, and shows the difference of one row", async () => {
    const reader = await makeAdmin(app, { rights: rightsOf({ "System Logs": ["read"] }) });
    const list = async (query: string) =>
      (await app.call("GET", `/system-logs/audit-trails${query}`, { token: reader.token })).json.data;
    const all = await list("?size=50");
    expect(all.total).toBe(20);
    expect(all.items[0].id).toBe("20");
    expect((await list("?sort=at")).items[0].id).toBe("1");
    expect((await list("?outcome=refused")).total).toBe(0);
    expect((await list("?action=kyc.decide&size=20&page=1")).items).toEqual([]);
    expect((await list(`?admin=${reader.id}`)).total).toBe(0);
    expect((await list("?to=2020-01-01")).total).toBe(0);

    const one = (await app.call("GET", "/system-logs/audit-trails/1", { token: reader.token })).json.data;
    expect(one.changes).toContainEqual({ field: "state", before: "pending", after: "approved" });
    expect((await app.call("GET", "/system-logs/audit-trails/999", { token: reader.token })).status).toBe(404);
  });
});
