import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kilometresBetween } from "@/lib/contract/place.values";
import { dayOf } from "@/lib/server/base/time";
import { ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { makeAdmin, makeUser, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { type MadeCategory, makeCategory, makeReport } from "@/lib/server/testing/ireports";

type Admin = Awaited<ReturnType<typeof makeAdmin>>;
type Row = { id: string; number: string; title: string; state: string };
let app: TestApp;
let desk: Admin;
let head: Admin;
const HOUR = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR);

beforeAll(async () => {
  app = await startTestApp();
  desk = await makeAdmin(app, { rights: rightsOf({ iReports: ["read", "update", "export"] }) });
  head = await makeAdmin(app, { rights: rightsOf({ iReports: ["read", "approve", "export"] }) });
});
afterAll(() => app.stop());

const list = (query: string, by = desk) => app.call("GET", `/ireports?${query}`, { token: by.token });
/** Returns ids of a list within one category, so that tests don't see each other's reports. */
const idsOf = async (category: MadeCategory, query = "", by = desk): Promise<string[]> => {
  const answer = await list(`category=${category.id}&${query}`, by);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json));
  expect(answer.json.data.total).toBeGreaterThanOrEqual(answer.json.data.items.length);
  return answer.json.data.items.map(({ id }: Row) => id);
};

describe("the order of reports", () => {
  let of: MadeCategory;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    of = await makeCategory(app);
    const add = async (name: string, values: Parameters<typeof makeReport>[1]) => {
      ids[name] = (await makeReport(app, { category: of, ...values })).id;
    };
    await add("old", { submittedAt: hoursAgo(50), number: "IR-000007", state: "in_progress", priority: "low" });
    await add("new", { submittedAt: hoursAgo(1), number: "IR-1000001", priority: "urgent" });
    await add("middle", { submittedAt: hoursAgo(20), number: "IR-999999", state: "acknowledged", priority: "urgent" });
    await add("done", { submittedAt: hoursAgo(90), number: "IR-000008", state: "resolved", priority: "high" });
    await add("refused", { submittedAt: hoursAgo(80), number: "IR-000009", state: "rejected" });
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
  ])("by %s", async (query, wanted) => {
    expect(named(await idsOf(of, query)).slice(0, wanted.length)).toEqual(
      query === "sort=state_due_at" ? await byStateDue() : wanted,
    );
  });
  /** Sorts the three open ones by the due time of their states: 4 h, 24 h after acknowledging, 48 h after starting. */
  const byStateDue = async () => {
    const { items } = (await list(`category=${of.id}`)).json.data;
    const open = items.filter((row: { state_due_at: string | null }) => row.state_due_at);
    open.sort((a: { state_due_at: string }, b: { state_due_at: string }) =>
      a.state_due_at.localeCompare(b.state_due_at),
    );
    expect(open).toHaveLength(3);
    return named(open.map(({ id }: Row) => id));
  };

  describe("with reports that wait for the citizen", () => {
    let category: MadeCategory;
    const made: Record<string, string> = {};
    beforeAll(async () => {
      category = await makeCategory(app);
      const add = async (name: string, values: Parameters<typeof makeReport>[1]) => {
        made[name] = (await makeReport(app, { category, lga: "Bekwarra", ...values })).id;
      };
      await add("paused", { submittedAt: hoursAgo(70), state: "waiting_for_citizen", priority: "urgent" });
      await add("started", { submittedAt: hoursAgo(30), state: "in_progress" });
      await add("fresh", { submittedAt: hoursAgo(2) });
      await add("closed", { submittedAt: hoursAgo(90), state: "resolved", priority: "urgent" });
      await add("paused later", { submittedAt: hoursAgo(60), state: "waiting_for_citizen" });
    });
    const nameOf = (id: string) => Object.keys(made).find((name) => made[name] === id);
    it.each([
      ["without a filter", () => ""],
      ["with one category", () => `category=${category.id}`],
      ["with several LGAs", () => "lga=Bekwarra,Abi"],
      ["with several states", () => "state=submitted,in_progress,waiting_for_citizen,resolved"],
      ["with a search", () => "q=pothole"],
    ])("lists them after reports that wait for the desk, %s", async (_kind, filter) => {
      const query = filter();
      const pages = await Promise.all([0, 1, 2, 3].map((page) => list(`${query}&page=${page}&size=100`)));
      const found: Row[] = pages.flatMap((answer) => answer.json.data.items);
      const running = ["submitted", "acknowledged", "in_progress"];
      const part = ({ state }: Row) => (running.includes(state) ? 0 : state === "waiting_for_citizen" ? 1 : 2);
      expect(found.map(part)).toEqual(found.map(part).sort());
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
    ])("keeps the parts in order with %s", async (query, wanted) => {
      const names = (await idsOf(category, query)).map(nameOf);
      expect(names.slice(-wanted.length)).toEqual(wanted);
    });
  });

  it("continues from page to page, across the parts, without gaps or repeats", async () => {
    const many = await makeCategory(app);
    for (let n = 0; n < 45; n++)
      await makeReport(app, {
        category: many,
        submittedAt: hoursAgo(200 + n),
        state: (["submitted", "resolved", "waiting_for_citizen"] as const)[n % 3],
      });
    for (const sort of ["due_at", "-due_at", "-priority", "state_due_at", "-submitted_at", "number"]) {
      const pages = [0, 1, 2, 3].map((page) => idsOf(many, `sort=${sort}&page=${page}`));
      const all = (await Promise.all(pages)).flat();
      expect(all, sort).toHaveLength(45);
      expect(new Set(all).size, sort).toBe(45);
      expect(all, sort).toEqual(await idsOf(many, `sort=${sort}&size=50`));
    }
  });

  it("rejects pages beyond 10,000 reports with a message", async () => {
    const answer = await list("page=100&size=100");
    expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining("first 10,000 reports")]);
    expect((await list("page=99&size=100")).status).toBe(200);
    expect((await list("sort=text")).status).toBe(400);
  });
});

describe("a filter", () => {
  let parent: MadeCategory;
  let of: MadeCategory;
  beforeAll(async () => {
    parent = await makeCategory(app);
    of = await makeCategory(app, { parentId: parent.id });
  });

  it("by category includes those below it; by department, the categories it is responsible for", async () => {
    const [works, water] = [uuid(), uuid()];
    await app.db.insert(ireportDepartments).values([
      { id: works, name: "Works" },
      { id: water, name: "Water" },
    ]);
    const roads = await makeCategory(app, { departmentId: works });
    const potholes = await makeCategory(app, { parentId: roads.id });
    const pipes = await makeCategory(app, { parentId: roads.id, departmentId: water });
    const [a, b, c] = [
      await makeReport(app, { category: roads }),
      await makeReport(app, { category: potholes }),
      await makeReport(app, { category: pipes }),
    ];
    expect((await idsOf(roads)).sort()).toEqual([a.id, b.id, c.id].sort());
    expect(await idsOf(potholes)).toEqual([b.id]);
    const of = async (department: string) =>
      (await list(`department=${department}`)).json.data.items.map(({ id }: Row) => id).sort();
    expect(await of(works)).toEqual([a.id, b.id].sort());
    expect(await of(water)).toEqual([c.id]);
    expect(await of(uuid())).toEqual([]);
    expect(await idsOf(potholes, `department=${water}`)).toEqual([]);
  });

  it("by LGA, priority, owner, reporter, reopened and escalated", async () => {
    const plain = await makeReport(app, { category: of });
    const ikom = await makeReport(app, { category: of, lga: "Ikom" });
    const urgent = await makeReport(app, { category: of, priority: "urgent" });
    const mine = await makeReport(app, { category: of, ownerId: desk.id, state: "acknowledged" });
    const heads = await makeReport(app, { category: of, ownerId: head.id, state: "acknowledged" });
    const again = await makeReport(app, { category: of, reopened: 1, reopenedAt: new Date() });
    const escalated = await makeReport(app, { category: of, escalatedAt: new Date() });
    expect(await idsOf(of, "lga=Ikom,Abi")).toEqual([ikom.id]);
    expect(await idsOf(of, "priority=high,urgent")).toEqual([urgent.id]);
    expect(await idsOf(of, "owner=me")).toEqual([mine.id]);
    expect(await idsOf(of, `owner=${head.id}`)).toEqual([heads.id]);
    const nobodys = await idsOf(of, "owner=nobody");
    expect([nobodys.includes(plain.id), nobodys.includes(mine.id)]).toEqual([true, false]);
    expect(await idsOf(of, `reporter=${plain.reporter?.id}`)).toEqual([plain.id]);
    expect(await idsOf(of, "reopened=true")).toEqual([again.id]);
    expect(await idsOf(of, "escalated=true")).toEqual([escalated.id]);
  });

  it("by Lagos days of submission and due time", async () => {
    const made = await makeCategory(app);
    const at = new Date("2026-03-01T23:30:00Z"); // 2 March in Lagos; due three days later.
    const report = await makeReport(app, { category: made, submittedAt: at });
    for (const [query, found] of [
      ["submitted_from=2026-03-02&submitted_to=2026-03-02", true],
      ["submitted_to=2026-03-01", false],
      ["submitted_from=2026-03-03", false],
      ["due_from=2026-03-05&due_to=2026-03-05", true],
      ["due_to=2026-03-04", false],
      ["due_from=2026-03-06", false],
    ] as const)
      expect([query, await idsOf(made, query)]).toEqual([query, found ? [report.id] : []]);
    expect(dayOf(report.dueAt)).toBe("2026-03-05");
  });

  it("by either running clock past its due time", async () => {
    const made = await makeCategory(app, { targetHours: 100, submittedHours: 4 });
    const byState = await makeReport(app, { category: made, submittedAt: hoursAgo(5) });
    const byWhole = await makeReport(app, { category: made, submittedAt: hoursAgo(101), state: "in_progress" });
    await makeReport(app, { category: made, submittedAt: hoursAgo(3) });
    await makeReport(app, { category: made, submittedAt: hoursAgo(500), state: "waiting_for_citizen" });
    await makeReport(app, { category: made, submittedAt: hoursAgo(500), state: "resolved" });
    expect((await idsOf(made, "late=true")).sort()).toEqual([byState.id, byWhole.id].sort());
  });

  it("near a point by exact distance, not by map cells", async () => {
    const made = await makeCategory(app);
    const here = { lat: 4.9757, lng: 8.3417 };
    const north = (km: number) => ({ lat: here.lat + km / 111.195, lng: here.lng });
    const reports = [];
    for (const km of [0, 1.9, 2.1, 4.9, 5.2])
      reports.push({ km, ...(await makeReport(app, { category: made, ...north(km) })) });
    await makeReport(app, { category: made });
    for (const within of ["1", "2", "5", "10"]) {
      const wanted = reports.filter(
        ({ lat, lng }) => kilometresBetween(here, { lat: lat ?? 0, lng: lng ?? 0 }) <= Number(within),
      );
      const found = await idsOf(made, `near=4.9757,8.3417&within=${within}`);
      expect([within, found.sort()]).toEqual([within, wanted.map(({ id }) => id).sort()]);
    }
    expect(await idsOf(made, "near=4.9757,8.3417")).toHaveLength(2);
    expect((await list("near=Calabar")).status).toBe(400);
    expect((await list("near=4.9,8.3&within=3")).status).toBe(400);
  });

  it("rejects unknown values", async () => {
    for (const query of ["state=closed", "category=roads", "lga=Lagos", "owner=you", "late=yes", "colour=red"])
      expect([query, (await list(query)).status]).toEqual([query, 400]);
  });
});

describe("a search", () => {
  let of: MadeCategory;
  beforeAll(async () => {
    of = await makeCategory(app);
  });

  it("finds a number, the reporter's phone or email, and word prefixes in title, ward or text", async () => {
    const user = await makeUser(app, { phone: "+2348031234567", email: "Ekaette.B@example.com" });
    const report = await makeReport(app, {
      category: of,
      number: "IR-000042",
      reporterId: user.id,
      title: "Flooded gutter",
      ward: "Efut Uwanse",
      text: "Water stands before the primary school since Monday, na so e dey.",
    });
    await makeReport(app, { category: of, title: "Street light", text: "The lamp is out at night." });
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
      expect([typed, await idsOf(of, `q=${encodeURIComponent(typed)}`)]).toEqual([typed, [report.id]]);
    for (const typed of ["IR-43", "08031234568", "nobody@example.com", "utter", "flooded lamp"])
      expect([typed, await idsOf(of, `q=${encodeURIComponent(typed)}`)]).toEqual([typed, []]);
  });

  it("treats operators, quotes and punctuation as text", async () => {
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
    expect(await idsOf(of, `q=${encodeURIComponent("!!!")}`)).toEqual([]);
  });
});

describe("private reports", () => {
  let hidden: MadeCategory;
  let canary: Awaited<ReturnType<typeof makeReport>>;
  beforeAll(async () => {
    const parent = await makeCategory(app, { private: true });
    hidden = await makeCategory(app, { parentId: parent.id });
    canary = await makeReport(app, {
      category: hidden,
      title: "Canary bribe",
      text: "An official asks for money, the canary says.",
      lat: 6.5,
      lng: 8.8,
      submittedAt: hoursAgo(300),
    });
  });

  it("are in lists, counts, searches and exports only for admins who may see them", async () => {
    for (const query of [
      "",
      `category=${hidden.id}`,
      `q=${canary.number}`,
      "q=canary",
      "near=6.5,8.8&within=25",
      `reporter=${canary.reporter?.id}`,
      "late=true&size=100",
    ]) {
      const seen = (await list(query)).json.data;
      expect([query, seen.items.some(({ id }: Row) => id === canary.id)]).toEqual([query, false]);
      expect(JSON.stringify(seen)).not.toContain("anary");
      const full = (await list(`${query}&size=100`, head)).json.data ?? (await list(query, head)).json.data;
      expect([query, full.items.some(({ id }: Row) => id === canary.id)]).toEqual([query, true]);
      if (query.includes("category")) expect([seen.total, full.total]).toEqual([0, 1]);
    }
  });

  it("are visible to their owner", async () => {
    const own = await makeReport(app, { category: hidden, ownerId: desk.id, state: "acknowledged" });
    expect(await idsOf(hidden)).toEqual([own.id]);
  });

  it("are exported only to admins who see them, without anonymous reporters, with formulas escaped", async () => {
    const open = await makeCategory(app);
    const named = await makeReport(app, { category: open, title: "=HYPERLINK(1)", submittedAt: hoursAgo(3) });
    const anonymous = await makeReport(app, { category: open, anonymous: true, submittedAt: hoursAgo(2) });
    const linesOf = async (by: Admin, filter: object = {}) => {
      const made = await app.call("POST", "/ireports/export", { token: by.token, body: filter });
      expect(made.status).toBe(200);
      const file = await app.call("GET", `/exports/${made.json.data.token}`, {
        headers: { cookie: `cross-riv-token=${by.token}` },
      });
      const lines = (await file.json.text()).split("\r\n").slice(0, -1);
      expect(lines).toHaveLength(made.json.data.rows + 1);
      return lines as string[];
    };
    const [header = "", first = "", second = "", ...others] = await linesOf(desk, { category: open.id });
    expect(header).toContain('"Number","Category"');
    expect(first).toContain(named.number);
    expect(first).toContain(`"'=HYPERLINK(1)"`);
    expect(first).toContain(named.reporter?.lastName);
    expect(second).toContain(anonymous.number);
    expect(second).not.toContain("Ekaette");
    expect(others).toEqual([]);
    expect((await linesOf(desk)).join()).not.toContain(canary.number);
    expect((await linesOf(head)).join()).toContain(canary.number);
    const [row] = await app.audit();
    expect(row).toMatchObject({ action: "exports.download", recordName: "ireports", after: { complete: true } });
    const reader = await makeAdmin(app, { rights: rightsOf({ iReports: ["read"] }) });
    expect((await app.call("POST", "/ireports/export", { token: reader.token, body: {} })).status).toBe(403);
  });
});
