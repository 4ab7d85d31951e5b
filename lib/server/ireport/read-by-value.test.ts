import { asc, desc } from "drizzle-orm";
import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ireport } from "@/lib/contract/ireport";
import { IREPORT_PRIORITIES } from "@/lib/contract/ireport.values";
import { LGAS } from "@/lib/contract/kyc.values";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { type MadeCategory, makeCategory, makeReport } from "@/lib/server/testing/ireports";
import { ireportFilter } from "./filter";
import { listIreports } from "./list";
import { isWaiting } from "./read-by-condition";
import { isReadByValue, spreadOf } from "./read-by-value";
import type { Viewer } from "./visibility";

const HOUR = 3_600_000;
const STATES = ["submitted", "acknowledged", "in_progress", "waiting_for_citizen", "resolved", "rejected"] as const;
const HERE = { lat: 4.9757, lng: 8.3417 };
const REPORTS = 260;
const department = uuid();
let app: TestApp;
let desk: Viewer;
let head: Viewer;
let parent: MadeCategory;
let categories: MadeCategory[];

beforeAll(async () => {
  app = await startTestApp();
  const [reads, decides] = [rightsOf({ iReports: ["read"] }), rightsOf({ iReports: ["read", "approve"] })];
  desk = { id: (await makeAdmin(app, { rights: reads })).id, rights: reads };
  head = { id: (await makeAdmin(app, { rights: decides })).id, rights: decides };
  await app.db.insert(ireportDepartments).values({ id: department, name: "Works" });
  parent = await makeCategory(app, { departmentId: department });
  categories = [
    parent,
    await makeCategory(app, { parentId: parent.id }),
    await makeCategory(app, { parentId: parent.id, private: true }),
    await makeCategory(app),
  ];
  // A fixed sample. Many reports have equal due times, so that their ids decide the order.
  const [any, apart] = [fc.nat(1_000), fc.double({ min: -0.06, max: 0.06, noNaN: true })];
  const drawn = fc.sample(fc.tuple(any, any, any, any, any, fc.option(fc.tuple(apart, apart))), {
    numRuns: REPORTS,
    seed: 7,
  });
  const pick = <T>(of: readonly T[], n: number): T => {
    const one = of[n % of.length];
    if (one === undefined) throw new Error("nothing to pick");
    return one;
  };
  const started = Date.now();
  for (const [category, state, lga, priority, hours, away] of drawn)
    await makeReport(app, {
      anonymous: true,
      category: pick(categories, category),
      state: pick(STATES, state),
      lga: pick(LGAS.slice(0, 4), lga),
      priority: pick(IREPORT_PRIORITIES, priority),
      submittedAt: new Date(started - (1 + (hours % 12)) * 24 * HOUR),
      ...(hours % 9 === 0 && { ownerId: desk.id, state: "acknowledged" }),
      ...(away && { lat: HERE.lat + away[0], lng: HERE.lng + away[1] }),
    });
});
afterAll(() => app.stop());

const inputOf = (query: object) => {
  const { inputSchema } = ireport.list["~orpc"];
  if (!inputSchema) throw new Error("the list has no input");
  return inputSchema.parse(query);
};
const some = <T extends string>(of: readonly T[]) =>
  fc.uniqueArray(fc.constantFrom(...of), { minLength: 1 }).map((values) => values.join());

it("returns the same pages by values as one plain query does", async () => {
  const several = {
    near: fc.constant(`${HERE.lat},${HERE.lng}`),
    category: some(categories.map(({ id }) => id)),
    department: fc.constant(department),
    lga: some(LGAS.slice(0, 5)),
    state: some(STATES),
    priority: some(IREPORT_PRIORITIES),
  };
  const more = { owner: fc.constantFrom("me", "nobody"), late: fc.constant("true") };
  const alone = fc.oneof(...Object.entries(several).map(([key, values]) => fc.record({ [key]: values })));
  const within = fc.record({ within: fc.constantFrom("1", "2", "5", "10", "25") });
  const filters = fc.oneof(alone, fc.record({ ...several, ...more }, { requiredKeys: [] }));
  const slices = fc.record({
    sort: fc.constantFrom("due_at", "-due_at", "-submitted_at"),
    size: fc.constantFrom(20, 50, 100),
    page: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 9),
  });
  const read = { byValue: 0, found: 0 };
  await fc.assert(
    fc.asyncProperty(filters, within, slices, fc.boolean(), async (filter, circle, slice, isHead) => {
      const [input, admin] = [inputOf({ ...filter, ...circle, ...slice }), isHead ? head : desk];
      const way = slice.sort.startsWith("-") ? desc : asc;
      const inOrder =
        slice.sort === "-submitted_at"
          ? [desc(ireports.submittedAt)]
          : [asc(ireports.closed), asc(isWaiting), way(ireports.dueAt)];
      const plain = await app.db
        .select({ id: ireports.id })
        .from(ireports)
        .where(await ireportFilter(app.db, input, admin))
        .orderBy(...inOrder, way(ireports.id));
      const shown = await listIreports(app.db, input, admin);
      const from = slice.page * slice.size;
      expect(shown.items.map(({ id }) => id)).toEqual(plain.slice(from, from + slice.size).map(({ id }) => id));
      expect([shown.total, shown.totalIsCapped]).toEqual([plain.length, false]);
      const spread = await spreadOf(app.db, input, admin);
      if (spread && isReadByValue(spread, input)) read.byValue++;
      if (shown.items.length) read.found++;
    }),
    { numRuns: 120 },
  );
  // Ensures that the comparison covered enough cases.
  expect(read.byValue).toBeGreaterThan(30);
  expect(read.found).toBeGreaterThan(30);
}, 60_000);

it("does not read a deep page, or one in another order, by values", async () => {
  const around = { near: `${HERE.lat},${HERE.lng}`, within: "25" };
  const isByValue = async (query: object) => {
    const input = inputOf(query);
    const spread = await spreadOf(app.db, input, head);
    return spread && isReadByValue(spread, input);
  };
  expect(await isByValue(around)).toBe(true);
  expect(await isByValue({ ...around, page: 90, size: 100 })).toBe(false);
  expect(await isByValue({ ...around, sort: "number" })).toBe(false);
  expect(await isByValue({ lga: "Abi,Ikom", sort: "-due_at", page: 90, size: 100 })).toBe(true);
  expect(await isByValue({ lga: "Abi" })).toBe(null);
});
