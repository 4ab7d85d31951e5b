import { asc, desc } from "drizzle-orm";
import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { ireportCalls } from "@/lib/contract/ireport";
import { IREPORT_PRIORITIES } from "@/lib/contract/ireport.values";
import { LGAS } from "@/lib/contract/lgas.values";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { type MadeIreportCategory, makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";
import { ireportFilter } from "./filter";
import { listIreports } from "./list";
import { findMultiValueFilter, shouldReadPerValue } from "./multi-value-reader";
import { IS_WAITING_FOR_CITIZEN } from "./single-condition-reader";
import type { IreportViewer } from "./visibility";

const HOUR_MS = 3_600_000;
const STATES = ["submitted", "acknowledged", "in_progress", "waiting_for_citizen", "resolved", "rejected"] as const;
const ORIGIN = { lat: 4.9757, lng: 8.3417 };
const REPORT_COUNT = 260;
const department = uuid();
let app: TestApp;
let officer: IreportViewer;
let headOfficer: IreportViewer;
let parent: MadeIreportCategory;
let categories: MadeIreportCategory[];

beforeAll(async () => {
  app = await startTestApp();
  const [readRights, approveRights] = [
    makeRights({ iReports: ["read"] }),
    makeRights({ iReports: ["read", "approve"] }),
  ];
  officer = { id: (await makeAdmin(app, { rights: readRights })).id, rights: readRights };
  headOfficer = { id: (await makeAdmin(app, { rights: approveRights })).id, rights: approveRights };
  await app.db.insert(ireportDepartments).values({ id: department, name: "Works" });
  parent = await makeIreportCategory(app, { departmentId: department });
  categories = [
    parent,
    await makeIreportCategory(app, { parentId: parent.id }),
    await makeIreportCategory(app, { parentId: parent.id, private: true }),
    await makeIreportCategory(app),
  ];
  // Uses a fixed sample in which many reports have equal due times, so that their ids decide the order.
  const [anyNumber, offsetDegrees] = [fc.nat(1_000), fc.double({ min: -0.06, max: 0.06, noNaN: true })];
  const randomReports = fc.sample(
    fc.tuple(anyNumber, anyNumber, anyNumber, anyNumber, anyNumber, fc.option(fc.tuple(offsetDegrees, offsetDegrees))),
    {
      numRuns: REPORT_COUNT,
      seed: 7,
    },
  );
  const pick = <T>(choices: readonly T[], n: number): T => {
    const choice = choices[n % choices.length];
    if (choice === undefined) throw new Error("nothing to pick");
    return choice;
  };
  const started = Date.now();
  for (const [category, state, lga, priority, hours, offset] of randomReports)
    await makeIreport(app, {
      anonymous: true,
      category: pick(categories, category),
      state: pick(STATES, state),
      lga: pick(LGAS.slice(0, 4), lga),
      priority: pick(IREPORT_PRIORITIES, priority),
      submittedAt: new Date(started - (1 + (hours % 12)) * 24 * HOUR_MS),
      ...(hours % 9 === 0 && { ownerId: officer.id, state: "acknowledged" }),
      ...(offset && { lat: ORIGIN.lat + offset[0], lng: ORIGIN.lng + offset[1] }),
    });
});
afterAll(() => app.stop());

const parseInput = (query: object) => {
  const { inputSchema } = ireportCalls.list["~orpc"];
  if (!inputSchema) throw new Error("the list has no input");
  return inputSchema.parse(query);
};
const arbitraryList = <T extends string>(choices: readonly T[]) =>
  fc.uniqueArray(fc.constantFrom(...choices), { minLength: 1 }).map((values) => values.join());

it("returns the same pages of reports with one query per filter value as with one query for all values", async () => {
  const multiValueFilters = {
    near: fc.constant(`${ORIGIN.lat},${ORIGIN.lng}`),
    category: arbitraryList(categories.map(({ id }) => id)),
    department: fc.constant(department),
    lga: arbitraryList(LGAS.slice(0, 5)),
    state: arbitraryList(STATES),
    priority: arbitraryList(IREPORT_PRIORITIES),
  };
  const extraFilters = { owner: fc.constantFrom("me", "nobody"), late: fc.constant("true") };
  const oneFilter = fc.oneof(...Object.entries(multiValueFilters).map(([key, values]) => fc.record({ [key]: values })));
  const within = fc.record({ within: fc.constantFrom("1", "2", "5", "10", "25") });
  const filters = fc.oneof(oneFilter, fc.record({ ...multiValueFilters, ...extraFilters }, { requiredKeys: [] }));
  const slices = fc.record({
    sort: fc.constantFrom("due_at", "-due_at", "-submitted_at"),
    size: fc.constantFrom(20, 50, 100),
    page: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 9),
  });
  const readCounts = { byValue: 0, found: 0 };
  await fc.assert(
    fc.asyncProperty(filters, within, slices, fc.boolean(), async (filter, radius, slice, isHead) => {
      const [input, admin] = [parseInput({ ...filter, ...radius, ...slice }), isHead ? headOfficer : officer];
      const direction = slice.sort.startsWith("-") ? desc : asc;
      const inOrder =
        slice.sort === "-submitted_at"
          ? [desc(ireports.submittedAt)]
          : [asc(ireports.closed), asc(IS_WAITING_FOR_CITIZEN), direction(ireports.dueAt)];
      const expectedRows = await app.db
        .select({ id: ireports.id })
        .from(ireports)
        .where(await ireportFilter(app.db, input, admin))
        .orderBy(...inOrder, direction(ireports.id));
      const listed = await listIreports(app.db, input, admin);
      const firstIndex = slice.page * slice.size;
      expect(listed.items.map(({ id }) => id)).toEqual(
        expectedRows.slice(firstIndex, firstIndex + slice.size).map(({ id }) => id),
      );
      expect([listed.total, listed.totalIsCapped]).toEqual([expectedRows.length, false]);
      const multiValue = await findMultiValueFilter(app.db, input, admin);
      if (multiValue && shouldReadPerValue(multiValue, input)) readCounts.byValue++;
      if (listed.items.length) readCounts.found++;
    }),
    { numRuns: 120 },
  );
  // Checks that the random inputs included enough pages that are read with one query per filter value.
  expect(readCounts.byValue).toBeGreaterThan(30);
  expect(readCounts.found).toBeGreaterThan(30);
}, 60_000);

it("reads a deep page of the report list, or another sort order, with one query for all filter values", async () => {
  const circleFilter = { near: `${ORIGIN.lat},${ORIGIN.lng}`, within: "25" };
  const isByValue = async (query: object) => {
    const input = parseInput(query);
    const multiValue = await findMultiValueFilter(app.db, input, headOfficer);
    return multiValue && shouldReadPerValue(multiValue, input);
  };
  expect(await isByValue(circleFilter)).toBe(true);
  expect(await isByValue({ ...circleFilter, page: 90, size: 100 })).toBe(false);
  expect(await isByValue({ ...circleFilter, sort: "number" })).toBe(false);
  expect(await isByValue({ lga: "Abi,Ikom", sort: "-due_at", page: 90, size: 100 })).toBe(true);
  expect(await isByValue({ lga: "Abi" })).toBe(null);
});
