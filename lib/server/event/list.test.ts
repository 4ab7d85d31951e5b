import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent, makeEventCategory, timeInHours } from "@/lib/server/testing/events";
import { makeTickets } from "@/lib/server/testing/tickets";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let sport: Awaited<ReturnType<typeof makeEventCategory>>;
const today = lagosDayOf(new Date());

const readEvents = async (query = "", token = admin.token) => app.call("GET", `/events${query}`, { token });
const listTitles = async (query = "") =>
  (await readEvents(query)).json.data.items.map(({ title }: { title: string }) => title);

describe("the list of events", () => {
  beforeAll(async () => {
    app = await startTestApp();
    admin = await makeAdmin(app);
    expect((await readEvents()).json.data).toMatchObject({ items: [], total: 0, totalIsCapped: false });
    sport = await makeEventCategory(app, { name: "Sport" });
    const daysFromNow = (from: number, hours: number) => ({
      startsAt: timeInHours(from * 24),
      endsAt: timeInHours(from * 24 + hours),
    });
    const pastEvent = { createdBy: admin.id, ...daysFromNow(-9, 5) };
    await makeEvent(app, { ...pastEvent, title: "Long ago", ...daysFromNow(-90, 5) });
    await makeEvent(app, { ...pastEvent, title: "Last week" });
    await makeEvent(app, { ...pastEvent, title: "Under way", ...daysFromNow(-1, 72), organiser: "Ntigha club" });
    await makeEvent(app, { title: "Next month", ...daysFromNow(30, 5), lga: "Ikom", venue: "Ikom stadium" });
    await makeEvent(app, { title: "Next week", ...daysFromNow(7, 5), categoryId: sport.id });
    const cancelledValues = { state: "cancelled", cancelledAt: new Date(), cancelReason: "Rain" } as const;
    await makeEvent(app, { title: "Called off", ...cancelledValues, ...daysFromNow(8, 5) });
    await makeEvent(app, { title: "undated", state: "draft", startsAt: null, endsAt: null });
    await makeEvent(app, { title: "Draft with a start", state: "draft", startsAt: timeInHours(240), endsAt: null });
  });
  afterAll(() => app.stop());

  const DEFAULT_ORDER = ["Under way", "Next week", "Called off", "Draft with a start", "Next month", "undated"];

  it("lists events in progress first, then upcoming events, drafts without a start, and past events", async () => {
    expect(await listTitles()).toEqual([...DEFAULT_ORDER, "Last week", "Long ago"]);
  });

  it("lists draft events without a start last in both directions of the sort", async () => {
    const ascending = [
      "Long ago",
      "Last week",
      "Under way",
      "Next week",
      "Called off",
      "Draft with a start",
      "Next month",
    ];
    expect(await listTitles("?sort=starts_at")).toEqual([...ascending, "undated"]);
    expect(await listTitles("?sort=-starts_at")).toEqual([...ascending.toReversed(), "undated"]);
    expect((await listTitles("?sort=title"))[0]).toBe("Called off");
    expect((await listTitles("?sort=-title"))[0]).toBe("Under way");
    expect((await listTitles("?sort=-updated_at"))[0]).toBe("Draft with a start");
    expect((await readEvents("?sort=venue")).status).toBe(400);
  });

  it.each([
    ["?state=live", ["Under way", "Next week", "Next month"]],
    ["?state=ended", ["Last week", "Long ago"]],
    ["?state=draft,cancelled", ["Called off", "Draft with a start", "undated"]],
    ["?lga=Ikom", ["Next month"]],
    ["?q=iko", ["Next month"]],
    ["?q=week%20calabar", []],
    ["?q=WEEK%20cult", ["Next week", "Last week"]],
    ["?q=ntigha", ["Under way"]],
    ["?q=%26%20%7C%20!", []],
    [`?to=${addDays(today, -5)}`, ["Last week", "Long ago"]],
    [`?from=${addDays(today, 1)}&to=${addDays(today, 1)}`, ["Under way"]],
    [`?from=${addDays(today, 10)}`, ["Draft with a start", "Next month"]],
    [`?from=${addDays(today, 5)}&state=live`, ["Next week", "Next month"]],
  ])("the event list with the query %s contains the events %j", async (query, expectedTitles) => {
    expect(await listTitles(query)).toEqual(expectedTitles);
  });

  it("finds events by category and by id", async () => {
    expect(await listTitles(`?category=${sport.id}`)).toEqual(["Next week"]);
    const [{ id }] = (await readEvents(`?category=${sport.id}`)).json.data.items;
    expect(await listTitles(`?q=${id.toUpperCase()}`)).toEqual(["Next week"]);
    expect(await listTitles(`?q=${uuid()}`)).toEqual([]);
  });

  it("refuses unknown filters of the event list, and admins without the right to read", async () => {
    for (const query of ["?state=open", "?lga=Lagos", "?from=tomorrow", "?venue=x", "?category=x"])
      expect((await readEvents(query)).status).toBe(400);
    const adminWithoutRight = await makeAdmin(app, { rights: makeRights({ iReports: ["read"] }) });
    expect((await readEvents("", adminWithoutRight.token)).status).toBe(403);
  });

  it("exports the event list with its filters", async () => {
    const exportRequest = { token: admin.token, body: { lga: "Ikom" } };
    const { json } = await app.call("POST", "/events/export", exportRequest);
    expect(json.data.rows).toBe(1);
    const file = await app.call("GET", `/exports/${json.data.token}`, {
      headers: { cookie: `cross-riv-token=${admin.token}` },
    });
    const [, line] = (await file.json.text()).split("\r\n");
    expect(line).toMatch(/"Next month",live,"Live","Music \d+","Ikom stadium","Ikom",,,"",.*,100,0,0,0\.00,/);
    const reader = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
    expect((await app.call("POST", "/events/export", { ...exportRequest, token: reader.token })).status).toBe(403);
  });
});

describe("the pages of the list", () => {
  beforeAll(async () => {
    app = await startTestApp();
    admin = await makeAdmin(app);
    const categoryId = (await makeEventCategory(app)).id;
    const made = { createdBy: admin.id, categoryId, types: [] };
    for (let n = 0; n < 23; n++) {
      await makeEvent(app, { ...made, title: `Coming ${n}`, startsAt: timeInHours(n + 1), endsAt: timeInHours(n + 2) });
      await makeEvent(app, { ...made, title: `Past ${n}`, startsAt: timeInHours(-n - 3), endsAt: timeInHours(-n - 2) });
    }
    for (let n = 0; n < 3; n++)
      await makeEvent(app, { ...made, title: `Undated ${n}`, state: "draft", startsAt: null, endsAt: null });
  });
  afterAll(() => app.stop());

  it("pages the event list from future to undated and past events without a gap", async () => {
    const all = await listTitles("?size=100");
    const numbers = Array.from({ length: 23 }, (_, n) => n);
    const undatedTitles = [2, 1, 0].map((n) => `Undated ${n}`);
    expect(all).toEqual([...numbers.map((n) => `Coming ${n}`), ...undatedTitles, ...numbers.map((n) => `Past ${n}`)]);
    const pages = [
      await listTitles("?page=0"),
      await listTitles("?page=1"),
      await listTitles("?page=2"),
      await listTitles("?page=3"),
    ];
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 9, 0]);
    expect(pages.flat()).toEqual(all);
    expect((await readEvents("?page=2")).json.data).toMatchObject({ page: 2, size: 20, total: 49 });
    const descending = await listTitles("?sort=-starts_at&page=2");
    expect(descending.slice(-3)).toEqual(undatedTitles);
  });
});

// Uses dates in 2101, which is in the future and not a leap year.
describe("the calendar", () => {
  beforeAll(async () => {
    app = await startTestApp();
    admin = await makeAdmin(app);
    const category = await makeEventCategory(app, { colour: "#8a1f4d" });
    const eventOn = (startsAt: string, endsAt: string | null) => ({
      startsAt: new Date(startsAt),
      endsAt: endsAt === null ? null : new Date(endsAt),
      categoryId: category.id,
    });
    await makeEvent(app, { title: "Over the edge", ...eventOn("2101-02-27T10:00:00Z", "2101-03-01T10:00:00Z") });
    await makeEvent(app, { title: "Ends as March begins", ...eventOn("2101-02-27T10:00:00Z", "2101-02-28T23:00:00Z") });
    // 23:30 UTC is on the next day in Lagos.
    await makeEvent(app, { title: "Lagos night", ...eventOn("2101-02-28T23:30:00Z", "2101-03-01T02:00:00Z") });
    await makeEvent(app, { title: "April", ...eventOn("2101-03-31T23:00:00Z", "2101-04-01T02:00:00Z") });
    await makeEvent(app, { title: "No end yet", state: "draft", ...eventOn("2101-03-05T10:00:00Z", null) });
    await makeEvent(app, {
      title: "Long draft",
      state: "draft",
      ...eventOn("2101-01-01T10:00:00Z", "2101-06-01T10:00:00Z"),
    });
    await makeEvent(app, { title: "undated", state: "draft", startsAt: null, endsAt: null });
  });
  afterAll(() => app.stop());
  const calendar = (from: string, to: string) => readEvents(`/calendar?from=${from}&to=${to}`);

  it("lists in the calendar the events that take place at least partly on the requested Lagos days", async () => {
    const { items } = (await calendar("2101-03-01", "2101-03-31")).json.data;
    expect(items.map(({ title }: { title: string }) => title)).toEqual([
      "Long draft",
      "Over the edge",
      "Lagos night",
      "No end yet",
    ]);
    expect(items[1]).toMatchObject({ state: "live", colour: "#8a1f4d", starts_at: "2101-02-27T10:00:00.000Z" });
    expect(items[3].ends_at).toBe(items[3].starts_at);
  });

  it("refuses an event calendar whose period is reversed or too long", async () => {
    expect((await calendar("2101-03-02", "2101-03-01")).status).toBe(400);
    expect((await calendar("2101-03-01", "2101-05-01")).status).toBe(200);
    expect((await calendar("2101-03-01", "2101-05-02")).status).toBe(400);
  });
});

describe("a row of the list", () => {
  beforeAll(async () => {
    app = await startTestApp();
    admin = await makeAdmin(app);
  });
  afterAll(() => app.stop());

  it("returns sold and available seats and the revenue of each event", async () => {
    const made = await makeEvent(app, { capacity: 150, types: [{ price: 250_000 }, { price: 0 }] });
    const checkedIn = { state: "checked_in", checkedInAt: new Date(), checkedInBy: admin.id } as const;
    await makeTickets(app, made, { count: 3 });
    await makeTickets(app, made, { count: 2, of: 1, ...checkedIn });
    const [row] = (await readEvents()).json.data.items;
    expect(row).toMatchObject({ capacity: 150, seats: 150, sold: 5, left: 145, revenue: 750_000 });
  });
});
