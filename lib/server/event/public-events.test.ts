import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PublicEventRow } from "@/lib/contract/event.app";
import type { RichText } from "@/lib/contract/rich-text.values";
import { startOfDay } from "@/lib/server/base/time";
import { events } from "@/lib/server/db/schema/event";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { docWithText, insertPicture } from "@/lib/server/testing/content-entries";
import { makeEvent, makeEventCategory, timeInHours } from "@/lib/server/testing/events";
import { expireOrder, orderCallsOf } from "@/lib/server/testing/orders";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const readPublic = async (path: string, headers = {}) => app.call("GET", `/public/events${path}`, { headers });
const listEvents = async (query = "") => (await readPublic(query)).json.data;
const listTitles = async (query: string) => (await listEvents(query)).items.map(({ title }: PublicEventRow) => title);
const readListedRow = async (id: string, query: string) =>
  (await listEvents(query)).items.find((each: PublicEventRow) => each.id === id) as PublicEventRow;
/** Creates an event in its own category, and returns a query that lists only that category. */
async function makeOwnEvent(values: Parameters<typeof makeEvent>[1] = {}) {
  const made = await makeEvent(app, { createdBy: admin.id, ...values });
  return { ...made, query: `?category=${made.event.categoryId}` };
}
type OwnEvent = Awaited<ReturnType<typeof makeOwnEvent>>;
/** Reserves seats of the event's first type for a citizen. */
const orderSeats = async (target: OwnEvent, quantity: number) =>
  (await orderCallsOf(app, target).place(await makeUser(app), [quantity])).json.data;

describe("the public list of events", () => {
  it("lists live events that have not ended, next start first", async () => {
    const category = await makeEventCategory(app);
    const makeNamed = (title: string, values: object = {}) =>
      makeEvent(app, { title, categoryId: category.id, createdBy: admin.id, ...values });
    await makeNamed("Later", { startsAt: timeInHours(50), endsAt: timeInHours(52) });
    await makeNamed("Next");
    await makeNamed("Under way", { startsAt: timeInHours(-1), endsAt: timeInHours(1) });
    await makeNamed("Draft", { state: "draft" });
    await makeNamed("Ended", { startsAt: timeInHours(-3), endsAt: timeInHours(-1) });
    await makeNamed("Cancelled", { state: "cancelled", cancelledAt: new Date() });
    expect(await listTitles(`?category=${category.id}`)).toEqual(["Under way", "Next", "Later"]);
    expect(await listEvents(`?category=${uuid()}`)).toEqual({ items: [], total: 0, next_change_at: null });
  });

  it("filters public events by LGA, and by Lagos days on which an event takes place at least partly", async () => {
    const inHoursOfDay = (hours: number) => new Date(startOfDay("2031-05-10").getTime() + hours * 3_600_000);
    const { query } = await makeOwnEvent({
      title: "Night",
      lga: "Yakurr",
      startsAt: inHoursOfDay(20),
      endsAt: inHoursOfDay(27),
    });
    for (const [days, found] of [
      ["&from=2031-05-10&to=2031-05-10", true],
      ["&from=2031-05-11", true],
      ["&to=2031-05-09", false],
      ["&from=2031-05-12", false],
      ["&from=2031-05-01&to=2031-05-31&lga=Yakurr", true],
      ["&lga=Obudu", false],
    ] as const)
      expect([days, await listTitles(query + days)]).toEqual([days, found ? ["Night"] : []]);
    expect((await readPublic("?lga=Lagos")).status).toBe(400);
    const { query: until } = await makeOwnEvent({ startsAt: inHoursOfDay(20), endsAt: inHoursOfDay(24) });
    expect(await listTitles(`${until}&from=2031-05-11`)).toEqual([]);
  });

  it("returns pages of 50 public events, and the total", async () => {
    const { id: categoryId } = await makeEventCategory(app);
    const { id: createdBy } = admin;
    await app.db.insert(events).values(
      Array.from({ length: 51 }, (_, n) => ({
        ...{ id: uuid(), title: `Event ${n}`, venue: "Hall", state: "live" as const, categoryId, createdBy },
        ...{ startsAt: timeInHours(10 + n), endsAt: timeInHours(100 + n) },
      })),
    );
    const pages = await Promise.all([0, 1, 2].map((page) => listEvents(`?category=${categoryId}&page=${page}`)));
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [50, 51],
      [1, 51],
      [0, 51],
    ]);
    expect(pages[1].items[0].title).toBe("Event 50");
  });

  it("returns the price range of each event, without hidden types and types whose sale has ended", async () => {
    const { event, query } = await makeOwnEvent({
      types: [
        { price: 200_000 },
        { price: 900_000, salesFrom: timeInHours(1) },
        { price: 1, hidden: true },
        { price: 5_000_000, salesUntil: timeInHours(-1) },
      ],
    });
    expect(await readListedRow(event.id, query)).toMatchObject({
      price_from: 200_000,
      price_to: 900_000,
      sold_out: false,
    });
    const endedSales = await makeOwnEvent({ types: [{ salesUntil: timeInHours(-1) }] });
    expect(await readListedRow(endedSales.event.id, endedSales.query)).toMatchObject({
      price_from: null,
      price_to: null,
      sold_out: true,
    });
  });

  it("marks events as sold out by type or capacity, unless a sale starts later", async () => {
    const isSoldOut = async ({ event, query }: OwnEvent) => (await readListedRow(event.id, query)).sold_out;
    const types = await makeOwnEvent({ types: [{ quantity: 2 }] });
    const order = await orderSeats(types, 2);
    expect(await isSoldOut(types)).toBe(true);
    await expireOrder(app, order.id);
    expect(await isSoldOut(types)).toBe(false);
    const fullEvent = await makeOwnEvent({ capacity: 3 });
    await orderSeats(fullEvent, 3);
    expect(await isSoldOut(fullEvent)).toBe(true);
    const laterSales = await makeOwnEvent({ types: [{ quantity: 1 }, { salesFrom: timeInHours(1) }] });
    await orderSeats(laterSales, 1);
    expect(await isSoldOut(laterSales)).toBe(false);
  });

  it("returns the time of the public event list's next scheduled change, for example the end of an event", async () => {
    const fewTickets = await makeOwnEvent({ types: [{ quantity: 1 }, { hidden: true, salesUntil: timeInHours(1) }] });
    const nextChange = async ({ query }: OwnEvent, page = 0) =>
      (await listEvents(`${query}&page=${page}`)).next_change_at;
    expect(await nextChange(fewTickets)).toBe(fewTickets.event.endsAt?.toISOString());
    // Freed seats change the list only if the event was sold out.
    const order = await orderSeats(fewTickets, 1);
    expect(await nextChange(fewTickets)).toBe(order.expires_at);
    const salesStart = timeInHours(2);
    const timedSales = await makeOwnEvent({ types: [{}, { salesFrom: salesStart, salesUntil: timeInHours(3) }] });
    await orderSeats(timedSales, 1);
    expect(await nextChange(timedSales)).toBe(salesStart.toISOString());
    // The end of an event on another page counts too, because it changes the total number of events.
    expect(await nextChange(timedSales, 1)).toBe(timedSales.event.endsAt?.toISOString());
  });
});

describe("one public event", () => {
  it("returns an event's text, cover and ticket types, without fields for admins", async () => {
    const cover = await insertPicture(app, admin);
    const inText = await insertPicture(app, admin);
    const picture = { type: "image", attrs: { imageId: inText, alt: "The stage" } };
    const description = { type: "doc", content: [...docWithText("Bring <friends>").content, picture] } as RichText;
    const carnivalEvent = await makeOwnEvent({
      ...{ title: "Carnival", description, coverImageId: cover, imageIds: [cover, inText], organiser: "The state" },
      ...{ lga: "Calabar Municipal", lat: 4.9757, lng: 8.3417 },
      types: [
        { name: "Regular", salesUntil: timeInHours(2) },
        { hidden: true, price: 1 },
        { salesUntil: timeInHours(-1) },
      ],
    });
    const { event, types } = carnivalEvent;
    const order = await orderSeats(carnivalEvent, 3);
    const { status, json } = await readPublic(`/${event.id}`);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      ...{ title: "Carnival", organiser: "The state", lat: 4.9757, price_from: 100_000, price_to: 100_000 },
      cover: { alt: "Carnival", sizes: [{ url: `/api/v1/public/images/${cover}/480` }] },
      text: expect.stringContaining("Bring <friends>"),
      next_change_at: order.expires_at,
    });
    expect(json.data.html).toContain("<p>Bring &lt;friends&gt;</p>");
    expect(json.data.html).toContain(`src="/api/v1/public/images/${inText}/480"`);
    expect(json.data.ticket_types).toEqual([
      {
        ...{ id: types[0]?.id, name: "Regular", description: "", price: 100_000, min_per_order: 1, max_per_order: 10 },
        ...{ sales_from: null, sales_until: types[0]?.salesUntil?.toISOString(), sale: "on_sale", left: 97 },
      },
      expect.objectContaining({ sale: "over" }),
    ]);
  });

  it("returns a live event that has no text and no cover, and returns 404 before and after an event is live", async () => {
    const { event } = await makeOwnEvent();
    expect((await readPublic(`/${event.id}`)).json.data).toMatchObject({ html: "", text: "", cover: null });
    for (const values of [
      { state: "draft" as const },
      { state: "cancelled" as const, cancelledAt: new Date() },
      { startsAt: timeInHours(-3), endsAt: timeInHours(-1) },
    ])
      expect([values, (await readPublic(`/${(await makeOwnEvent(values)).event.id}`)).status]).toEqual([values, 404]);
    expect((await readPublic(`/${uuid()}`)).status).toBe(404);
  });

  it("caches a public event until the event is changed, and at most until the event ends", async () => {
    const { event } = await makeOwnEvent({ startsAt: timeInHours(-1), endsAt: new Date(Date.now() + 20_000) });
    const first = await readPublic(`/${event.id}`);
    const etag = first.headers.get("etag") ?? "";
    expect(Number(/max-age=(\d+)/.exec(first.headers.get("cache-control") ?? "")?.[1])).toBeLessThan(20);
    expect((await readPublic(`/${event.id}`, { "if-none-match": etag })).status).toBe(304);
    await app.db.update(events).set({ venue: "Elsewhere" }).where(eq(events.id, event.id));
    expect((await readPublic(`/${event.id}`, { "if-none-match": etag })).status).toBe(200);
  });
});
