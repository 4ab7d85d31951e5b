import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import { ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { type MadeIreportCategory, makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";

type Admin = Awaited<ReturnType<typeof makeAdmin>>;
let app: TestApp;
let officer: Admin;
let headOfficer: Admin;
let roads: MadeIreportCategory;
let potholes: MadeIreportCategory;
const works = uuid();
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

beforeAll(async () => {
  app = await startTestApp();
  officer = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "update"] }) });
  headOfficer = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "approve"] }) });
  await app.db.insert(ireportDepartments).values({ id: works, name: "Works" });
  roads = await makeIreportCategory(app, { name: "Roads", departmentId: works });
  potholes = await makeIreportCategory(app, { name: "Potholes", parentId: roads.id });
  const water = await makeIreportCategory(app, { name: "Water" });
  const secret = await makeIreportCategory(app, { name: "Canary", private: true, departmentId: works });
  // Creates four visible reports in the last 10 days, and two in the ten days before.
  await makeIreport(app, { category: potholes, submittedAt: daysAgo(9), lga: "Ikom", escalatedAt: daysAgo(5) });
  await makeIreport(app, { category: roads, submittedAt: new Date(Date.now() - HOUR_MS), ownerId: officer.id });
  await makeIreport(app, { category: water, submittedAt: daysAgo(2), state: "waiting_for_citizen" });
  const makeResolved = (daysBefore: number, hours: number, values: object = {}) =>
    makeIreport(app, {
      category: water,
      submittedAt: daysAgo(daysBefore),
      state: "resolved",
      acknowledgedAt: new Date(daysAgo(daysBefore).getTime() + HOUR_MS),
      resolvedAt: new Date(daysAgo(daysBefore).getTime() + hours * HOUR_MS),
      ...values,
    });
  await makeResolved(8, 10, { rating: 4, ratedAt: daysAgo(1) });
  await makeResolved(12, 20, { rating: 5, ratedAt: daysAgo(11) });
  await makeResolved(13, 40, { rating: 3, ratedAt: daysAgo(2), reopened: 1, reopenedAt: daysAgo(12) });
  await makeIreport(app, { category: secret, submittedAt: daysAgo(5), lga: "Obudu", escalatedAt: daysAgo(1) });
});
afterAll(() => app.stop());

const stats = async (query = "", actor = officer) =>
  (await app.call("GET", `/ireports/stats?${query}`, { token: actor.token })).json;
const LAST_TEN_DAYS = `from=${addDays(lagosDayOf(new Date()), -9)}&to=${lagosDayOf(new Date())}`;
const findByName = (rows: { name: string }[], name: string) => rows.find((row) => row.name === name);

describe("stats", () => {
  it("compares a period's reports with the previous period of equal length, and counts current reports", async () => {
    const { data } = await stats(LAST_TEN_DAYS);
    expect(data).toMatchObject({
      submitted: { now: 4, before: 2 },
      resolved: { now: 1, before: 2 },
      reopened: { now: 0, before: 1 },
      resolve_minutes: { now: 600, before: 30 * 60 },
      rating: { now: 3.5, before: 5, count: 2 },
      open: 3,
      unassigned: 1,
      late: 1,
      escalated: 1,
      waiting_for_citizen: 1,
    });
    // The waiting report was acknowledged after a minute, the resolved report after an hour.
    expect(data.acknowledge_minutes).toEqual({ now: 31, before: 60 });
    expect(data.escalations).toEqual([
      expect.objectContaining({ lga: "Ikom", category: expect.objectContaining({ name: "Potholes" }) }),
    ]);
    expect(data.by_day).toHaveLength(10);
    expect(data.by_day.at(-1)).toMatchObject({ day: lagosDayOf(new Date()) });
    const sum = (of: "submitted" | "resolved") =>
      data.by_day.reduce((total: number, day: Record<typeof of, number>) => total + day[of], 0);
    expect([sum("submitted"), sum("resolved")]).toEqual([4, 1]);
  });

  it("groups report counts by first-level category, responsible department and LGA", async () => {
    const { data } = await stats(LAST_TEN_DAYS);
    expect(findByName(data.by_category, "Roads")).toMatchObject({ id: roads.id, now: 2, before: 0, open: 2, late: 1 });
    expect(findByName(data.by_category, "Water")).toMatchObject({ now: 2, before: 2, open: 1, late: 0 });
    expect(findByName(data.by_category, "Potholes")).toBeUndefined();
    expect(findByName(data.by_department, "Works")).toMatchObject({ id: works, now: 2, open: 2, late: 1 });
    expect(findByName(data.by_department, "No department")).toMatchObject({ id: null, now: 2, before: 2, open: 1 });
    expect(data.by_lga).toHaveLength(18);
    expect(data.by_lga.find(({ lga }: { lga: string }) => lga === "Ikom")).toEqual({
      lga: "Ikom",
      now: 1,
      before: 0,
      open: 1,
      late: 1,
    });
  });

  it("excludes reports that are hidden from the admin from all figures", async () => {
    const statsOfOfficer = (await stats(LAST_TEN_DAYS)).data;
    expect(JSON.stringify(statsOfOfficer)).not.toContain("Canary");
    expect(statsOfOfficer.by_lga.find(({ lga }: { lga: string }) => lga === "Obudu")).toMatchObject({
      now: 0,
      open: 0,
    });
    const statsOfHead = (await stats(LAST_TEN_DAYS, headOfficer)).data;
    expect(statsOfHead).toMatchObject({ submitted: { now: 5 }, open: 4, late: 2, escalated: 2 });
    expect(findByName(statsOfHead.by_category, "Canary")).toMatchObject({ now: 1, late: 1 });
  });

  it("returns report statistics of the last 30 days by default, and refuses an invalid period", async () => {
    const { data } = await stats();
    expect([data.from, data.to]).toEqual([addDays(lagosDayOf(new Date()), -29), lagosDayOf(new Date())]);
    expect(data.submitted.now).toBe(6);
    for (const query of ["from=2026-02-02&to=2026-02-01", "from=2024-01-01&to=2026-01-01", "from=yesterday"])
      expect((await stats(query)).status).toBe(400);
    const outsider = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
    expect((await stats("", outsider)).status).toBe(403);
  });
});

it("shows figures of visible and own reports on Home, and none without the right to read", async () => {
  const read = async (path: string, { token }: Admin) =>
    (await app.call("GET", `/overview${path}`, { token })).json.data;
  const figuresOf = async (actor: Admin) => {
    const { modules } = await read("", actor);
    const figures: { id: string; value: number }[] | undefined = modules.find(
      ({ feature }: { feature: string }) => feature === "iReports",
    )?.figures;
    return figures && Object.fromEntries(figures.map(({ id, value }) => [id, value]));
  };
  const workOf = async (actor: Admin) => {
    const kinds: { kind: string; total: number }[] = (await read("/work", actor)).kinds;
    return Object.fromEntries(kinds.map(({ kind, total }) => [kind, total]));
  };
  expect(await figuresOf(officer)).toMatchObject({ open: 3, late: 1 });
  expect(await workOf(officer)).toMatchObject({ ireports_mine: 1, ireports_unassigned: 1 });
  expect(await figuresOf(headOfficer)).toMatchObject({ open: 4 });
  expect(await workOf(headOfficer)).not.toHaveProperty("ireports_mine");
  const outsider = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
  expect(await figuresOf(outsider)).toBeUndefined();
});
