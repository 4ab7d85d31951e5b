import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { kilometresBetween } from "@/lib/contract/place.values";
import { lagosDayOf } from "@/lib/server/base/time";
import { ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { type MadeIreportCategory, makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";

type Admin = Awaited<ReturnType<typeof makeAdmin>>;
type Row = { id: string; number: string; title: string; state: string };
let app: TestApp;
let officer: Admin;
let headOfficer: Admin;
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

beforeAll(async () => {
  app = await startTestApp();
  officer = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "update", "export"] }) });
  headOfficer = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "approve", "export"] }) });
});
afterAll(() => app.stop());

const list = (query: string, actor = officer) => app.call("GET", `/ireports?${query}`, { token: actor.token });
/** Returns the ids in the report list filtered by one category, so that tests do not affect each other. */
const fetchReportIds = async (category: MadeIreportCategory, query = "", actor = officer): Promise<string[]> => {
  const answer = await list(`category=${category.id}&${query}`, actor);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json));
  expect(answer.json.data.total).toBeGreaterThanOrEqual(answer.json.data.items.length);
  return answer.json.data.items.map(({ id }: Row) => id);
};

describe("the order of reports", () => {
  let of: MadeIreportCategory;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    of = await makeIreportCategory(app);
    const addReport = async (name: string, values: Parameters<typeof makeIreport>[1]) => {
      ids[name] = (await makeIreport(app, { category: of, ...values })).id;
    };
    await addReport("old", { submittedAt: hoursAgo(50), number: "IR-000007", state: "in_progress", priority: "low" });
    await addReport("new", { submittedAt: hoursAgo(1), number: "IR-1000001", priority: "urgent" });
    await addReport("middle", {
      submittedAt: hoursAgo(20),
      number: "IR-999999",
      state: "acknowledged",
      priority: "urgent",
    });
    await addReport("done", { submittedAt: hoursAgo(90), number: "IR-000008", state: "resolved", priority: "high" });
    await addReport("refused", { submittedAt: hoursAgo(80), number: "IR-000009", state: "rejected" });
  });
  const named = (list: string[]) => list.map((id) => Object.keys(ids).find((name) => ids[name] === id));

  it.each([
    ["", ["old", "middle", "new", "done", "refused"]],
    ["sort=due_at", ["old", "middle", "new", "done", "refused"]],
    ["sort=-due_at", ["new", "middle", "old", "refused", "done"]],
    ["sort=state_due_at", ["old", "new", "middle"]],
    ["sort=submitted_at", ["done", "refused", "old", "middle", "new"]],
    ["sort=-submitted_at", ["new", "middle", "old", "refused", "done"]],
    ["sort=number", ["old", "done", "refused", "middle", "new"]],
    ["sort=-number", ["new", "middle", "refused", "done", "old"]],
    ["sort=-priority", ["middle", "new", "old", "done", "refused"]],
    ["sort=priority", ["old", "new", "middle", "refused", "done"]],
    ["state=resolved,rejected", ["done", "refused"]],
    ["state=acknowledged", ["middle"]],
  ])("sorts and filters reports by the query “%s”", async (query, expected) => {
    expect(named(await fetchReportIds(of, query)).slice(0, expected.length)).toEqual(
      query === "sort=state_due_at" ? await listByStateDue() : expected,
    );
  });
  /** Returns the three open reports, sorted by the due time of their state: after 4 h, 24 h (acknowledged) and 48 h (started). */
  const listByStateDue = async () => {
    const { items } = (await list(`category=${of.id}`)).json.data;
    const open = items.filter((row: { state_due_at: string | null }) => row.state_due_at);
    open.sort((a: { state_due_at: string }, b: { state_due_at: string }) =>
      a.state_due_at.localeCompare(b.state_due_at),
    );
    expect(open).toHaveLength(3);
    return named(open.map(({ id }: Row) => id));
  };

  describe("with reports that wait for the citizen", () => {
    let category: MadeIreportCategory;
    const made: Record<string, string> = {};
    beforeAll(async () => {
      category = await makeIreportCategory(app);
      const addReport = async (name: string, values: Parameters<typeof makeIreport>[1]) => {
        made[name] = (await makeIreport(app, { category, lga: "Bekwarra", ...values })).id;
      };
      await addReport("paused", { submittedAt: hoursAgo(70), state: "waiting_for_citizen", priority: "urgent" });
      await addReport("started", { submittedAt: hoursAgo(30), state: "in_progress" });
      await addReport("fresh", { submittedAt: hoursAgo(2) });
      await addReport("closed", { submittedAt: hoursAgo(90), state: "resolved", priority: "urgent" });
      await addReport("paused later", { submittedAt: hoursAgo(60), state: "waiting_for_citizen" });
    });
    const nameOf = (id: string) => Object.keys(made).find((name) => made[name] === id);
    it.each([
      ["without a filter", () => ""],
      ["with one category", () => `category=${category.id}`],
      ["with several LGAs", () => "lga=Bekwarra,Abi"],
      ["with several states", () => "state=submitted,in_progress,waiting_for_citizen,resolved"],
      ["with a search", () => "q=pothole"],
    ])("lists reports that wait for the citizen after those that wait for an officer, %s", async (_kind, filter) => {
      const query = filter();
      const pages = await Promise.all([0, 1, 2, 3].map((page) => list(`${query}&page=${page}&size=100`)));
      const found: Row[] = pages.flatMap((answer) => answer.json.data.items);
      const running = ["submitted", "acknowledged", "in_progress"];
      const partOfState = ({ state }: Row) => (running.includes(state) ? 0 : state === "waiting_for_citizen" ? 1 : 2);
      expect(found.map(partOfState)).toEqual(found.map(partOfState).sort());
      expect(found.map(({ id }) => nameOf(id)).filter(Boolean)).toEqual([
        "started",
        "fresh",
        "paused",
        "paused later",
        "closed",
      ]);
    });

    it.each([
      ["sort=-due_at", ["fresh", "started", "paused later", "paused", "closed"]],
      ["sort=-priority", ["started", "fresh", "paused", "paused later", "closed"]],
      ["sort=state_due_at", ["paused", "paused later", "closed"]],
      ["sort=submitted_at", ["closed", "paused", "paused later", "started", "fresh"]],
      ["state=waiting_for_citizen,resolved", ["paused", "paused later", "closed"]],
    ])("shows running, paused and closed reports in the expected order for the query %s", async (query, expected) => {
      const names = (await fetchReportIds(category, query)).map(nameOf);
      expect(names.slice(-expected.length)).toEqual(expected);
    });
  });

  it("pages the report list across its sections, without gaps or repetitions", async () => {
    const largeCategory = await makeIreportCategory(app);
    for (let n = 0; n < 45; n++)
      await makeIreport(app, {
        category: largeCategory,
        submittedAt: hoursAgo(200 + n),
        state: (["submitted", "resolved", "waiting_for_citizen"] as const)[n % 3],
      });
    for (const sort of ["due_at", "-due_at", "-priority", "state_due_at", "-submitted_at", "number"]) {
      const pages = [0, 1, 2, 3].map((page) => fetchReportIds(largeCategory, `sort=${sort}&page=${page}`));
      const allPages = (await Promise.all(pages)).flat();
      expect(allPages, sort).toHaveLength(45);
      expect(new Set(allPages).size, sort).toBe(45);
      expect(allPages, sort).toEqual(await fetchReportIds(largeCategory, `sort=${sort}&size=50`));
    }
  });

  it("refuses pages beyond 10,000 reports with a message", async () => {
    const answer = await list("page=100&size=100");
    expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining("first 10,000 reports")]);
    expect((await list("page=99&size=100")).status).toBe(200);
    expect((await list("sort=text")).status).toBe(400);
  });
});

describe("a filter", () => {
  let parent: MadeIreportCategory;
  let of: MadeIreportCategory;
  beforeAll(async () => {
    parent = await makeIreportCategory(app);
    of = await makeIreportCategory(app, { parentId: parent.id });
  });

  it("filters reports by a category with its subcategories, and by a department with its categories", async () => {
    const [works, water] = [uuid(), uuid()];
    await app.db.insert(ireportDepartments).values([
      { id: works, name: "Works" },
      { id: water, name: "Water" },
    ]);
    const roads = await makeIreportCategory(app, { departmentId: works });
    const potholes = await makeIreportCategory(app, { parentId: roads.id });
    const pipes = await makeIreportCategory(app, { parentId: roads.id, departmentId: water });
    const [a, b, c] = [
      await makeIreport(app, { category: roads }),
      await makeIreport(app, { category: potholes }),
      await makeIreport(app, { category: pipes }),
    ];
    expect((await fetchReportIds(roads)).sort()).toEqual([a.id, b.id, c.id].sort());
    expect(await fetchReportIds(potholes)).toEqual([b.id]);
    const of = async (department: string) =>
      (await list(`department=${department}`)).json.data.items.map(({ id }: Row) => id).sort();
    expect(await of(works)).toEqual([a.id, b.id].sort());
    expect(await of(water)).toEqual([c.id]);
    expect(await of(uuid())).toEqual([]);
    expect(await fetchReportIds(potholes, `department=${water}`)).toEqual([]);
  });

  it("filters reports by LGA, priority, owner, reporter, reopened and escalated", async () => {
    const plain = await makeIreport(app, { category: of });
    const ikom = await makeIreport(app, { category: of, lga: "Ikom" });
    const urgent = await makeIreport(app, { category: of, priority: "urgent" });
    const mine = await makeIreport(app, { category: of, ownerId: officer.id, state: "acknowledged" });
    const reportOfHead = await makeIreport(app, { category: of, ownerId: headOfficer.id, state: "acknowledged" });
    const reopenedReport = await makeIreport(app, { category: of, reopened: 1, reopenedAt: new Date() });
    const escalated = await makeIreport(app, { category: of, escalatedAt: new Date() });
    expect(await fetchReportIds(of, "lga=Ikom,Abi")).toEqual([ikom.id]);
    expect(await fetchReportIds(of, "priority=high,urgent")).toEqual([urgent.id]);
    expect(await fetchReportIds(of, "owner=me")).toEqual([mine.id]);
    expect(await fetchReportIds(of, `owner=${headOfficer.id}`)).toEqual([reportOfHead.id]);
    const unassignedIds = await fetchReportIds(of, "owner=nobody");
    expect([unassignedIds.includes(plain.id), unassignedIds.includes(mine.id)]).toEqual([true, false]);
    expect(await fetchReportIds(of, `reporter=${plain.reporter?.id}`)).toEqual([plain.id]);
    expect(await fetchReportIds(of, "reopened=true")).toEqual([reopenedReport.id]);
    expect(await fetchReportIds(of, "escalated=true")).toEqual([escalated.id]);
  });

  it("filters reports by Lagos days of submission and due time", async () => {
    const made = await makeIreportCategory(app);
    const endOfDay = new Date("2026-03-01T23:30:00Z"); // 2 March in Lagos; due three days later.
    const report = await makeIreport(app, { category: made, submittedAt: endOfDay });
    for (const [query, found] of [
      ["submitted_from=2026-03-02&submitted_to=2026-03-02", true],
      ["submitted_to=2026-03-01", false],
      ["submitted_from=2026-03-03", false],
      ["due_from=2026-03-05&due_to=2026-03-05", true],
      ["due_to=2026-03-04", false],
      ["due_from=2026-03-06", false],
    ] as const)
      expect([query, await fetchReportIds(made, query)]).toEqual([query, found ? [report.id] : []]);
    expect(lagosDayOf(report.dueAt)).toBe("2026-03-05");
  });

  it("the filter for late reports finds reports with either of their running deadline clocks past its due time", async () => {
    const made = await makeIreportCategory(app, { targetHours: 100, submittedHours: 4 });
    const lateInState = await makeIreport(app, { category: made, submittedAt: hoursAgo(5) });
    const lateOverall = await makeIreport(app, { category: made, submittedAt: hoursAgo(101), state: "in_progress" });
    await makeIreport(app, { category: made, submittedAt: hoursAgo(3) });
    await makeIreport(app, { category: made, submittedAt: hoursAgo(500), state: "waiting_for_citizen" });
    await makeIreport(app, { category: made, submittedAt: hoursAgo(500), state: "resolved" });
    expect((await fetchReportIds(made, "late=true")).sort()).toEqual([lateInState.id, lateOverall.id].sort());
  });

  it("filters reports near a point by exact distance, not by map cells", async () => {
    const made = await makeIreportCategory(app);
    const origin = { lat: 4.9757, lng: 8.3417 };
    const kmNorth = (km: number) => ({ lat: origin.lat + km / 111.195, lng: origin.lng });
    const reports = [];
    for (const km of [0, 1.9, 2.1, 4.9, 5.2])
      reports.push({ km, ...(await makeIreport(app, { category: made, ...kmNorth(km) })) });
    await makeIreport(app, { category: made });
    for (const radiusKm of ["1", "2", "5", "10"]) {
      const expected = reports.filter(
        ({ lat, lng }) => kilometresBetween(origin, { lat: lat ?? 0, lng: lng ?? 0 }) <= Number(radiusKm),
      );
      const found = await fetchReportIds(made, `near=4.9757,8.3417&within=${radiusKm}`);
      expect([radiusKm, found.sort()]).toEqual([radiusKm, expected.map(({ id }) => id).sort()]);
    }
    expect(await fetchReportIds(made, "near=4.9757,8.3417")).toHaveLength(2);
    expect((await list("near=Calabar")).status).toBe(400);
    expect((await list("near=4.9,8.3&within=3")).status).toBe(400);
  });

  it("refuses unknown filter values of the report list", async () => {
    for (const query of ["state=closed", "category=roads", "lga=Lagos", "owner=you", "late=yes", "colour=red"])
      expect([query, (await list(query)).status]).toEqual([query, 400]);
  });
});

describe("a search", () => {
  let of: MadeIreportCategory;
  beforeAll(async () => {
    of = await makeIreportCategory(app);
  });

  it("finds reports by number, reporter's phone or email, and word prefixes in title, ward or text", async () => {
    const user = await makeUser(app, { phone: "+2348031234567", email: "Ekaette.B@example.com" });
    const report = await makeIreport(app, {
      category: of,
      number: "IR-000042",
      reporterId: user.id,
      title: "Flooded gutter",
      ward: "Efut Uwanse",
      text: "Water stands before the primary school since Monday, na so e dey.",
    });
    await makeIreport(app, { category: of, title: "Street light", text: "The lamp is out at night." });
    for (const typed of [
      "IR-000042",
      "ir-42",
      "0803 123 4567",
      "+234 (0) 803-123-4567",
      "ekaette.b@example.com",
      "flooded",
      "FLOOD gut",
      "uwan",
      "primary scho",
      "  gutter!  ",
    ])
      expect([typed, await fetchReportIds(of, `q=${encodeURIComponent(typed)}`)]).toEqual([typed, [report.id]]);
    for (const typed of ["IR-43", "08031234568", "nobody@example.com", "utter", "flooded lamp"])
      expect([typed, await fetchReportIds(of, `q=${encodeURIComponent(typed)}`)]).toEqual([typed, []]);
  });

  it("treats operators, quotes and punctuation in a search for reports as text", async () => {
    for (const typed of [
      "!!!",
      "a & b",
      "'",
      "'); drop table ireports; --",
      "\\",
      ":*",
      "foo:*A",
      "<->",
      "(a|b",
      "%",
      "é ɔ́ 漢 😀",
    ])
      expect([typed, (await list(`q=${encodeURIComponent(typed)}`)).status]).toEqual([typed, 200]);
    expect(await fetchReportIds(of, `q=${encodeURIComponent("!!!")}`)).toEqual([]);
  });
});

describe("private reports", () => {
  let hidden: MadeIreportCategory;
  let privateReport: Awaited<ReturnType<typeof makeIreport>>;
  beforeAll(async () => {
    const parent = await makeIreportCategory(app, { private: true });
    hidden = await makeIreportCategory(app, { parentId: parent.id });
    privateReport = await makeIreport(app, {
      category: hidden,
      title: "Canary bribe",
      text: "An official asks for money, the canary says.",
      lat: 6.5,
      lng: 8.8,
      submittedAt: hoursAgo(300),
    });
  });

  it("shows private reports in lists, counts, searches and exports only to admins who may see them", async () => {
    for (const query of [
      "",
      `category=${hidden.id}`,
      `q=${privateReport.number}`,
      "q=canary",
      "near=6.5,8.8&within=25",
      `reporter=${privateReport.reporter?.id}`,
      "late=true&size=100",
    ]) {
      const visibleData = (await list(query)).json.data;
      expect([query, visibleData.items.some(({ id }: Row) => id === privateReport.id)]).toEqual([query, false]);
      expect(JSON.stringify(visibleData)).not.toContain("anary");
      const dataOfHead =
        (await list(`${query}&size=100`, headOfficer)).json.data ?? (await list(query, headOfficer)).json.data;
      expect([query, dataOfHead.items.some(({ id }: Row) => id === privateReport.id)]).toEqual([query, true]);
      if (query.includes("category")) expect([visibleData.total, dataOfHead.total]).toEqual([0, 1]);
    }
  });

  it("shows a private report to the admin to whom it is assigned", async () => {
    const ownReport = await makeIreport(app, { category: hidden, ownerId: officer.id, state: "acknowledged" });
    expect(await fetchReportIds(hidden)).toEqual([ownReport.id]);
  });

  it("exports private reports only to admins who see them, without anonymous reporters, with formulas escaped", async () => {
    const open = await makeIreportCategory(app);
    const named = await makeIreport(app, { category: open, title: "=HYPERLINK(1)", submittedAt: hoursAgo(3) });
    const anonymous = await makeIreport(app, { category: open, anonymous: true, submittedAt: hoursAgo(2) });
    const csvLines = async (actor: Admin, filter: object = {}) => {
      const made = await app.call("POST", "/ireports/export", { token: actor.token, body: filter });
      expect(made.status).toBe(200);
      const file = await app.call("GET", `/exports/${made.json.data.token}`, {
        headers: { cookie: `cross-riv-token=${actor.token}` },
      });
      const lines = (await file.json.text()).split("\r\n").slice(0, -1);
      expect(lines).toHaveLength(made.json.data.rows + 1);
      return lines as string[];
    };
    const [header = "", first = "", second = "", ...others] = await csvLines(officer, { category: open.id });
    expect(header).toContain('"Number","Category"');
    expect(first).toContain(named.number);
    expect(first).toContain(`"'=HYPERLINK(1)"`);
    expect(first).toContain(named.reporter?.lastName);
    expect(second).toContain(anonymous.number);
    expect(second).not.toContain("Ekaette");
    expect(others).toEqual([]);
    expect((await csvLines(officer)).join()).not.toContain(privateReport.number);
    expect((await csvLines(headOfficer)).join()).toContain(privateReport.number);
    const [row] = await app.audit();
    expect(row).toMatchObject({ action: "exports.download", recordName: "ireports", after: { complete: true } });
    const reader = await makeAdmin(app, { rights: makeRights({ iReports: ["read"] }) });
    expect((await app.call("POST", "/ireports/export", { token: reader.token, body: {} })).status).toBe(403);
  });
});
