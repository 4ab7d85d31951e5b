import { afterAll, beforeAll, expect, it } from "vitest";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeGrantApplication, makeGrantProgramme, scoreTwice } from "@/lib/server/testing/grants";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it("counts in the grants overview as many applications to decide as the linked list contains", async () => {
  const admin = await makeAdmin(app);
  const programme = await makeGrantProgramme(app, admin, {});
  const [scoredApplication] = [
    await makeGrantApplication(app, programme, { state: "shortlisted" }),
    await makeGrantApplication(app, programme, { state: "shortlisted" }),
    await makeGrantApplication(app, programme, { state: "approved" }),
  ];
  await scoreTwice(app, scoredApplication?.id ?? "", [60, 80]);
  const readGrants = async (path: string) =>
    (await app.call("GET", `/grants${path}`, { token: admin.token })).json.data;
  const { to_decide, applications } = await readGrants("/overview");
  expect([to_decide, applications.shortlisted]).toEqual([1, 2]);
  expect((await readGrants("/applications?state=shortlisted&review=in")).total).toBe(1);
});
