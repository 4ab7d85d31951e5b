import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { type MadeIreportCategory, makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";

type Admin = Awaited<ReturnType<typeof makeAdmin>>;
let app: TestApp;
let officer: Admin;
let headOfficer: Admin;
let parent: MadeIreportCategory;
let potholes: MadeIreportCategory;
beforeAll(async () => {
  app = await startTestApp();
  officer = await makeAdmin(app, { rights: makeRights({ iReports: ["read"] }) });
  headOfficer = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "approve"] }) });
  parent = await makeIreportCategory(app);
  potholes = await makeIreportCategory(app, { parentId: parent.id });
});
afterAll(() => app.stop());

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const ORIGIN = { lat: 4.9757, lng: 8.3417 };
const kmNorth = (km: number) => ({ lat: ORIGIN.lat + km / 111.195, lng: ORIGIN.lng });
const findSimilar = async (id: string, actor = officer) =>
  (await app.call("GET", `/ireports/${id}/similar`, { token: actor.token })).json;
const TITLE = "Pothole at Watt Market roundabout";

it("finds similar reports, best first, with distance and similarity", async () => {
  const report = await makeIreport(app, { category: potholes, ...ORIGIN, title: TITLE });
  const siblingCategory = await makeIreportCategory(app, { parentId: parent.id });
  const near = await makeIreport(app, {
    category: potholes,
    ...kmNorth(0.1),
    title: "Big pothole, Watt Market roundabout",
  });
  const farther = await makeIreport(app, { category: siblingCategory, ...kmNorth(1.5), title: TITLE });
  const resolvedElsewhere = await makeIreport(app, { category: potholes, title: TITLE, state: "resolved" });
  const duplicate = await makeIreport(app, {
    category: potholes,
    ...ORIGIN,
    title: TITLE,
    state: "duplicate",
    originalId: near.id,
  });
  const data = (await findSimilar(report.id)).data.items;
  expect(data.map(({ id }: { id: string }) => id)).toEqual([duplicate.id, near.id, resolvedElsewhere.id, farther.id]);
  expect(data[1]).toMatchObject({ number: near.number, distance: 0.1, category: potholes.name, can_be_original: true });
  expect(data[1].likeness).toBeGreaterThan(0.8);
  expect(data[0]).toMatchObject({ distance: 0, likeness: 1, can_be_original: false });
  expect(data[2]).toMatchObject({ distance: null, state: "resolved", can_be_original: true });
});

it("omits from similar reports those that are far, old, of another category or LGA, rejected, or near with another text", async () => {
  const ownCategory = await makeIreportCategory(app);
  const report = await makeIreport(app, { category: ownCategory, ...ORIGIN, title: TITLE, submittedAt: daysAgo(40) });
  const sameFields = { category: ownCategory, title: TITLE, submittedAt: daysAgo(40) };
  await makeIreport(app, { ...sameFields, ...kmNorth(2.2) });
  await makeIreport(app, { ...sameFields, ...ORIGIN, submittedAt: daysAgo(71) });
  await makeIreport(app, { ...sameFields, ...ORIGIN, submittedAt: daysAgo(9) });
  await makeIreport(app, { ...sameFields, ...ORIGIN, category: await makeIreportCategory(app) });
  await makeIreport(app, { ...sameFields, lga: "Ikom" });
  await makeIreport(app, { ...sameFields, ...ORIGIN, state: "rejected" });
  await makeIreport(app, { ...sameFields, ...kmNorth(1.8), title: "No water", text: "The tap is dry at home." });
  await makeIreport(app, { ...sameFields, ...kmNorth(0.3), title: "No water", text: "The tap is dry at home." });
  expect((await findSimilar(report.id)).data.items).toEqual([]);
  const found = await makeIreport(app, { ...sameFields, ...kmNorth(1.9) });
  expect((await findSimilar(report.id)).data.items.map(({ id }: { id: string }) => id)).toEqual([found.id]);
});

it("finds similar reports in the same LGA for a report without coordinates", async () => {
  const ownCategory = await makeIreportCategory(app);
  const report = await makeIreport(app, { category: ownCategory, title: TITLE, lga: "Obudu" });
  const otherLga = await makeIreport(app, { category: ownCategory, title: TITLE, lga: "Obudu", lat: 6.67, lng: 9.16 });
  await makeIreport(app, { category: ownCategory, title: TITLE, lga: "Ikom" });
  expect((await findSimilar(report.id)).data.items).toEqual([
    expect.objectContaining({ id: otherLga.id, distance: null }),
  ]);
});

it("returns at most 8 similar reports, and only visible ones", async () => {
  const parentOfBoth = await makeIreportCategory(app);
  const secret = await makeIreportCategory(app, { parentId: parentOfBoth.id, private: true });
  const publicChild = await makeIreportCategory(app, { parentId: parentOfBoth.id });
  const report = await makeIreport(app, { category: publicChild, ...ORIGIN, title: TITLE });
  const privateReport = await makeIreport(app, { category: secret, ...ORIGIN, title: TITLE });
  for (let n = 0; n < 9; n++) await makeIreport(app, { category: publicChild, ...kmNorth(1), title: TITLE });
  const similarItems = (await findSimilar(report.id)).data.items;
  expect(similarItems).toHaveLength(8);
  expect(JSON.stringify(similarItems)).not.toContain(privateReport.number);
  expect((await findSimilar(report.id, headOfficer)).data.items[0].id).toBe(privateReport.id);
  expect((await findSimilar(privateReport.id)).status).toBe(404);
  expect((await findSimilar(uuid())).status).toBe(404);
});
