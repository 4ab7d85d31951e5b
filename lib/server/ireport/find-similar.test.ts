import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { type MadeCategory, makeCategory, makeReport } from "@/lib/server/testing/ireports";

type Admin = Awaited<ReturnType<typeof makeAdmin>>;
let app: TestApp;
let desk: Admin;
let head: Admin;
let parent: MadeCategory;
let potholes: MadeCategory;
beforeAll(async () => {
  app = await startTestApp();
  desk = await makeAdmin(app, { rights: rightsOf({ iReports: ["read"] }) });
  head = await makeAdmin(app, { rights: rightsOf({ iReports: ["read", "approve"] }) });
  parent = await makeCategory(app);
  potholes = await makeCategory(app, { parentId: parent.id });
});
afterAll(() => app.stop());

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY);
const HERE = { lat: 4.9757, lng: 8.3417 };
const north = (km: number) => ({ lat: HERE.lat + km / 111.195, lng: HERE.lng });
const similar = async (id: string, by = desk) =>
  (await app.call("GET", `/ireports/${id}/similar`, { token: by.token })).json;
const TITLE = "Pothole at Watt Market roundabout";

it("finds similar reports, best first, with distance and similarity", async () => {
  const report = await makeReport(app, { category: potholes, ...HERE, title: TITLE });
  const beside = await makeCategory(app, { parentId: parent.id });
  const near = await makeReport(app, {
    category: potholes,
    ...north(0.1),
    title: "Big pothole, Watt Market roundabout",
  });
  const farther = await makeReport(app, { category: beside, ...north(1.5), title: TITLE });
  const pointless = await makeReport(app, { category: potholes, title: TITLE, state: "resolved" });
  const copy = await makeReport(app, {
    category: potholes,
    ...HERE,
    title: TITLE,
    state: "duplicate",
    originalId: near.id,
  });
  const data = (await similar(report.id)).data.items;
  expect(data.map(({ id }: { id: string }) => id)).toEqual([copy.id, near.id, pointless.id, farther.id]);
  expect(data[1]).toMatchObject({ number: near.number, distance: 0.1, category: potholes.name, can_be_original: true });
  expect(data[1].likeness).toBeGreaterThan(0.8);
  expect(data[0]).toMatchObject({ distance: 0, likeness: 1, can_be_original: false });
  expect(data[2]).toMatchObject({ distance: null, state: "resolved", can_be_original: true });
});

it("omits reports that are far, old, of another category, in another LGA, rejected, or only near", async () => {
  const own = await makeCategory(app);
  const report = await makeReport(app, { category: own, ...HERE, title: TITLE, submittedAt: daysAgo(40) });
  const same = { category: own, title: TITLE, submittedAt: daysAgo(40) };
  await makeReport(app, { ...same, ...north(2.2) });
  await makeReport(app, { ...same, ...HERE, submittedAt: daysAgo(71) });
  await makeReport(app, { ...same, ...HERE, submittedAt: daysAgo(9) });
  await makeReport(app, { ...same, ...HERE, category: await makeCategory(app) });
  await makeReport(app, { ...same, lga: "Ikom" });
  await makeReport(app, { ...same, ...HERE, state: "rejected" });
  await makeReport(app, { ...same, ...north(1.8), title: "No water", text: "The tap is dry at home." });
  await makeReport(app, { ...same, ...north(0.3), title: "No water", text: "The tap is dry at home." });
  expect((await similar(report.id)).data.items).toEqual([]);
  const found = await makeReport(app, { ...same, ...north(1.9) });
  expect((await similar(report.id)).data.items.map(({ id }: { id: string }) => id)).toEqual([found.id]);
});

it("compares a report without a point to those in its LGA", async () => {
  const own = await makeCategory(app);
  const report = await makeReport(app, { category: own, title: TITLE, lga: "Obudu" });
  const there = await makeReport(app, { category: own, title: TITLE, lga: "Obudu", lat: 6.67, lng: 9.16 });
  await makeReport(app, { category: own, title: TITLE, lga: "Ikom" });
  expect((await similar(report.id)).data.items).toEqual([expect.objectContaining({ id: there.id, distance: null })]);
});

it("returns at most 8, and no hidden ones", async () => {
  const first = await makeCategory(app);
  const secret = await makeCategory(app, { parentId: first.id, private: true });
  const open = await makeCategory(app, { parentId: first.id });
  const report = await makeReport(app, { category: open, ...HERE, title: TITLE });
  const canary = await makeReport(app, { category: secret, ...HERE, title: TITLE });
  for (let n = 0; n < 9; n++) await makeReport(app, { category: open, ...north(1), title: TITLE });
  const seen = (await similar(report.id)).data.items;
  expect(seen).toHaveLength(8);
  expect(JSON.stringify(seen)).not.toContain(canary.number);
  expect((await similar(report.id, head)).data.items[0].id).toBe(canary.id);
  expect((await similar(canary.id)).status).toBe(404);
  expect((await similar(uuid())).status).toBe(404);
});
