import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { images } from "@/lib/server/db/schema/content-entries";
import { eventOrderItems, eventOrders, events, ticketTypes } from "@/lib/server/db/schema/event";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent, makeEventCategory, timeInHours } from "@/lib/server/testing/events";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const call = (method: string, path: string, body?: object, token = admin.token) =>
  app.call(method, `/events${path}`, { token, body });
const readEvent = async (id: string) => (await call("GET", `/${id}`)).json.data;
const lastAudit = async () => (await app.audit())[0];

/** Fields of the event form. `updateEvent` sends their current values, except for the given changes. */
const EVENT_FIELDS = [
  ...["title", "description", "venue", "lga", "lat", "lng", "starts_at", "ends_at", "cover_image_id", "organiser"],
  ...["capacity", "version"],
];
const updateEvent = async (id: string, changes: object) => {
  const beforeUpdate = await readEvent(id);
  const unchanged = Object.fromEntries(EVENT_FIELDS.map((field) => [field, beforeUpdate[field]]));
  return call("PATCH", `/${id}`, { ...unchanged, category_id: beforeUpdate.category?.id ?? null, ...changes });
};
const fieldErrors = (answer: Awaited<ReturnType<typeof call>>) => ({ status: answer.status, ...answer.json.fields });

async function makeImage() {
  const id = uuid();
  await app.db
    .insert(images)
    .values({ id, width: 10, height: 10, thumbnail: Buffer.from("small"), createdBy: admin.id });
  return id;
}
const textWithImage = (imageId: string) => ({
  type: "doc",
  content: [
    { type: "paragraph", content: [{ type: "text", text: "Bring a friend" }] },
    { type: "image", attrs: { imageId, alt: "The stage" } },
  ],
});
const EMPTY_EVENT = {
  ...{ title: "Carnival night", description: null, category_id: null, venue: "", lga: null, lat: null, lng: null },
  ...{ starts_at: null, ends_at: null, cover_image_id: null, organiser: "", capacity: null },
};

describe("a new event", () => {
  it("creates an event as a draft that lists its missing fields", async () => {
    const { status, json } = await call("POST", "", EMPTY_EVENT);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ state: "draft", title: "Carnival night", seats: 0, left: 0, is_used: false });
    expect(Object.keys(json.data.missing)).toEqual(["category_id", "venue", "starts_at", "ends_at", "ticket_types"]);
    expect(await lastAudit()).toMatchObject({
      action: "event.create",
      recordType: "event",
      recordId: json.data.id,
      after: { title: "Carnival night" },
    });
    expect(json.data.timeline).toHaveLength(0); // The audit row is written after the response is built.
    expect((await readEvent(json.data.id)).timeline).toMatchObject([{ action: "event.create", by: { id: admin.id } }]);
  });

  it("stores all fields and pictures of a new event, and the LGA in which its coordinates are", async () => {
    const category = await makeEventCategory(app);
    const [cover, picture] = [await makeImage(), await makeImage()];
    const { json } = await call("POST", "", {
      ...EMPTY_EVENT,
      description: textWithImage(picture),
      category_id: category.id,
      venue: " Stadium ",
      lat: 4.9757,
      lng: 8.3417,
      cover_image_id: cover,
      capacity: 500,
      starts_at: timeInHours(24).toISOString(),
      ends_at: timeInHours(26).toISOString(),
    });
    expect(json.data).toMatchObject({
      category: { id: category.id, colour: "#0a7d4f" },
      venue: "Stadium",
      lga: "Calabar Municipal",
      capacity: 500,
      cover_image_id: cover,
      missing: { ticket_types: "Add a ticket type." },
    });
    const [stored] = await app.db.select().from(events).where(eq(events.id, json.data.id));
    expect(stored?.imageIds).toEqual([cover, picture]);
    expect((await lastAudit())?.after).toMatchObject({
      category: category.name,
      description: expect.stringMatching(/^Bring a friend/),
    });
  });

  it.each([
    ["a title of one letter", { title: "A" }, "title"],
    ["an end before the start", { starts_at: "2027-01-02T10:00:00Z", ends_at: "2027-01-02T09:00:00Z" }, "ends_at"],
    ["half a point", { lat: 4.97 }, "lat"],
    ["a point outside of the state", { lat: 9.05, lng: 7.49 }, "lat"],
    ["a point far from its LGA", { lat: 4.9757, lng: 8.3417, lga: "Ogoja" }, "lga"],
    ["an unknown category", { category_id: UNKNOWN_ID }, "category_id"],
    ["an unknown cover", { cover_image_id: UNKNOWN_ID }, "cover_image_id"],
    ["an unknown picture", { description: textWithImage(UNKNOWN_ID) }, "description"],
    ["no seats", { capacity: 0 }, "capacity"],
  ])("refuses a new event with %s", async (_case, wrongFields, field) => {
    const before = await app.db.$count(events);
    const answer = await call("POST", "", { ...EMPTY_EVENT, ...wrongFields });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.fields)).toContain(field);
    expect(await app.db.$count(events)).toBe(before);
  });

  it("refuses to create, duplicate or delete an event for an admin who may only read, and returns 404 for an unknown event", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
    const { event } = await makeEvent(app);
    expect((await call("POST", "", EMPTY_EVENT, reader.token)).status).toBe(403);
    expect((await call("POST", `/${event.id}/duplicate`, {}, reader.token)).status).toBe(403);
    expect((await call("DELETE", `/${event.id}`, { version: 1 }, reader.token)).status).toBe(403);
    expect((await call("GET", `/${event.id}`, undefined, reader.token)).status).toBe(200);
    expect((await call("GET", `/${UNKNOWN_ID}`)).status).toBe(404);
    expect((await call("GET", `/${UNKNOWN_ID}/figures`)).status).toBe(404);
    expect((await call("PATCH", `/${UNKNOWN_ID}/live`, { version: 1 })).status).toBe(404);
    expect((await call("POST", `/${UNKNOWN_ID}/duplicate`, {})).status).toBe(404);
  });
});

describe("a change of an event", () => {
  it("audits a changed event with the previous values, and increments its version", async () => {
    const { event } = await makeEvent(app, { state: "draft" });
    const answer = await updateEvent(event.id, { title: "Harvest fair", starts_at: null, ends_at: null, venue: "" });
    expect(answer.json.data).toMatchObject({ title: "Harvest fair", version: 2, starts_at: null });
    expect(await lastAudit()).toMatchObject({
      action: "event.update",
      before: { title: event.title, venue: "Cultural Centre" },
      after: { title: "Harvest fair", venue: "" },
    });
  });

  it("audits a change of an event as formatting if only the format of its description changed", async () => {
    const { event } = await makeEvent(app, { description: { type: "doc", content: [{ type: "paragraph" }] } });
    const boldText = { type: "text", text: "Hello", marks: [{ type: "bold" }] };
    const plainText = { type: "text", text: "Hello" };
    const paragraph = (content: object) => ({
      description: { type: "doc", content: [{ type: "paragraph", content: [content] }] },
    });
    await updateEvent(event.id, paragraph(plainText));
    await updateEvent(event.id, paragraph(boldText));
    expect((await lastAudit())?.after).toMatchObject({ description: expect.stringContaining("formatting") });
  });

  it("refuses a change based on an outdated version, and returns the current event", async () => {
    const { event } = await makeEvent(app);
    await updateEvent(event.id, { title: "The new title" });
    const answer = await updateEvent(event.id, { title: "Another", version: 1 });
    expect(answer.status).toBe(409);
    expect(answer.json.current).toMatchObject({ title: "The new title", version: 2 });
  });

  it("refuses to clear required fields of a live event, or to lower its capacity below the occupied seats", async () => {
    const { event } = await makeEvent(app, { taken: 7 });
    for (const [field, value] of Object.entries({
      category_id: null,
      venue: " ",
      starts_at: null,
      ends_at: null,
      capacity: 6,
    }))
      expect(fieldErrors(await updateEvent(event.id, { [field]: value }))).toMatchObject({
        status: 400,
        [field]: expect.any(String),
      });
    expect(fieldErrors(await updateEvent(event.id, { starts_at: timeInHours(-1).toISOString() }))).toMatchObject({
      starts_at: "This start has passed. Enter a later one.",
    });
    expect((await updateEvent(event.id, { capacity: 6 })).json.fields.capacity).toContain("7 seats");
    expect((await updateEvent(event.id, { capacity: 7, starts_at: timeInHours(2).toISOString() })).status).toBe(200);
  });

  it("a change of an event may keep a start in the past, but not an end in the past", async () => {
    const { event } = await makeEvent(app, { startsAt: timeInHours(-2), endsAt: timeInHours(2) });
    expect((await updateEvent(event.id, { ends_at: timeInHours(3).toISOString() })).status).toBe(200);
    expect(fieldErrors(await updateEvent(event.id, { ends_at: timeInHours(-1).toISOString() }))).toMatchObject({
      status: 400,
      ends_at: "This end has passed. Enter a later one.",
    });
  });

  it("allows only changes of an event's texts and place once the event has ended", async () => {
    const { event } = await makeEvent(app, { startsAt: timeInHours(-9), endsAt: timeInHours(-5), capacity: 50 });
    for (const [field, value] of Object.entries({
      starts_at: timeInHours(-8).toISOString(),
      ends_at: timeInHours(5).toISOString(),
      capacity: 60,
      venue: "",
    }))
      expect(fieldErrors(await updateEvent(event.id, { [field]: value }))).toMatchObject({
        status: 400,
        [field]: expect.any(String),
      });
    const changed = await updateEvent(event.id, { title: "As it was", organiser: "The state", lga: "Ikom" });
    expect(changed.json.data).toMatchObject({ state: "ended", title: "As it was", lga: "Ikom" });
  });

  it("compares an event's start and end with the database's clock, as the triggers do", async () => {
    const { event } = await makeEvent(app, { startsAt: timeInHours(-2), endsAt: timeInHours(-0.1) });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 1_800_000 });
    const answer = await updateEvent(event.id, { ends_at: timeInHours(2).toISOString() });
    vi.useRealTimers();
    expect(fieldErrors(answer)).toMatchObject({ status: 400, ends_at: "The event is over. Its end stays." });
  });

  it("refuses to change a cancelled event, or one whose cancellation is pending", async () => {
    const { event: cancelledEvent } = await makeEvent(app, {
      state: "cancelled",
      cancelledAt: new Date(),
      cancelReason: "Rain",
    });
    expect(await readEvent(cancelledEvent.id)).toMatchObject({ state: "cancelled", cancelled: { reason: "Rain" } });
    const refused = await updateEvent(cancelledEvent.id, { title: "Not this one" });
    expect(refused.status).toBe(409);
    expect(refused.json.current.title).toBe(cancelledEvent.title);

    const { event } = await makeEvent(app);
    await app.db.transaction((tx) =>
      requestApproval(tx, {
        kind: "event.cancel",
        record: { type: "event", id: event.id, name: event.title },
        change: "Cancel it",
        payload: {},
        requestedBy: admin.id,
        reason: "Rain",
      }),
    );
    expect((await readEvent(event.id)).awaiting).toMatchObject({ change: "Cancel it", requested_by: { id: admin.id } });
    expect((await updateEvent(event.id, { title: "Not this one" })).status).toBe(409);
  });
});

describe("going live", () => {
  it("publishes a complete draft event only once", async () => {
    const { event } = await makeEvent(app, { state: "draft" });
    const { status, json } = await call("PATCH", `/${event.id}/live`, { version: 1 });
    expect({ status, state: json.data.state, missing: json.data.missing }).toEqual({
      status: 200,
      state: "live",
      missing: {},
    });
    expect(await lastAudit()).toMatchObject({
      action: "event.goLive",
      before: { state: "draft" },
      after: { state: "live" },
    });
    const secondPublish = await call("PATCH", `/${event.id}/live`, { version: 2 });
    expect({ status: secondPublish.status, is: secondPublish.json.current.state }).toEqual({ status: 409, is: "live" });
    expect((await call("PATCH", `/${event.id}/live`, { version: 1 })).status).toBe(409);
  });

  it.each([
    ["a venue", { venue: "" }, "Enter the venue."],
    ["a start", { startsAt: null, endsAt: null }, "Enter when it starts. Enter when it ends."],
    ["a future start", { startsAt: timeInHours(-1), endsAt: timeInHours(1) }, "The start has passed."],
    ["ticket types", { types: [] }, "Add a ticket type."],
    ["a ticket type that is on view", { types: [{ hidden: true }] }, "Show a ticket type"],
    ["a ticket type that is still sold", { types: [{ salesUntil: timeInHours(-1) }] }, "Show a ticket type"],
  ])("refuses to publish an event without %s", async (_case, missingFields, message) => {
    const { event } = await makeEvent(app, { state: "draft", ...missingFields });
    const { status, json } = await call("PATCH", `/${event.id}/live`, { version: 1 });
    expect(status).toBe(409);
    expect(json.message).toContain(message);
    expect(json.current).toMatchObject({ id: event.id, state: "draft" });
  });

  it("refuses to publish an event without a category", async () => {
    const { event } = await makeEvent(app, { state: "draft" });
    await updateEvent(event.id, { category_id: null });
    const { status, json } = await call("PATCH", `/${event.id}/live`, { version: 2 });
    expect(status).toBe(409);
    expect(json.message).toContain("Choose a category.");
  });
});

describe("a copy of an event", () => {
  it("copies an event as a draft with the same ticket types and no sales", async () => {
    const { event } = await makeEvent(app, {
      title: "x".repeat(120),
      capacity: 300,
      taken: 5,
      types: [
        {
          name: "VIP",
          price: 500_000,
          sold: 5,
          revenue: 2_500_000,
          salesFrom: timeInHours(-5),
          salesUntil: timeInHours(5),
        },
        { name: "Regular" },
      ],
    });
    const { json } = await call("POST", `/${event.id}/duplicate`, {});
    expect(json.data).toMatchObject({
      title: `Copy of ${"x".repeat(112)}`,
      state: "draft",
      capacity: 300,
      sold: 0,
      starts_at: event.startsAt?.toISOString(),
      ticket_types: [
        { name: "VIP", price: 500_000, sold: 0, revenue: 0, sales_from: null, sales_until: expect.any(String) },
        { name: "Regular", quantity: 100 },
      ],
    });
    expect(await lastAudit()).toMatchObject({
      action: "event.duplicate",
      recordId: json.data.id,
      after: { copy_of: event.title, ticket_types: "VIP, Regular" },
    });
    expect((await call("PATCH", `/${json.data.id}/live`, { version: 1 })).status).toBe(200);
  });

  it("omits dates in the past from the copy of an event", async () => {
    const { event } = await makeEvent(app, { startsAt: timeInHours(-9), endsAt: timeInHours(-5) });
    const { json } = await call("POST", `/${event.id}/duplicate`, {});
    expect(json.data).toMatchObject({ starts_at: null, ends_at: null, venue: event.venue });
    const { event: draft } = await makeEvent(app, { state: "draft", startsAt: null, endsAt: timeInHours(-5) });
    expect((await call("POST", `/${draft.id}/duplicate`, {})).json.data.ends_at).toBeNull();
  });
});

describe("deleting an event", () => {
  it("deletes a draft event with its ticket types", async () => {
    const { event } = await makeEvent(app, { state: "draft" });
    expect((await call("DELETE", `/${event.id}`, { version: 9 })).status).toBe(409);
    const { status, json } = await call("DELETE", `/${event.id}`, { version: 1 });
    expect({ status, id: json.data.id }).toEqual({ status: 200, id: event.id });
    expect((await call("GET", `/${event.id}`)).status).toBe(404);
    expect(await app.db.$count(ticketTypes, eq(ticketTypes.eventId, event.id))).toBe(0);
    expect(await lastAudit()).toMatchObject({
      action: "event.remove",
      recordId: event.id,
      before: { title: event.title },
    });
  });

  it("refuses to delete a live event", async () => {
    const { event } = await makeEvent(app);
    const { status, json } = await call("DELETE", `/${event.id}`, { version: 1 });
    expect(status).toBe(409);
    expect(json.message).toContain("Cancel it instead.");
    expect(json.current.id).toBe(event.id);
  });
});

describe("the seats of an event", () => {
  it("sums an event's seats over its ticket types up to its capacity, and counts expired reservations as free", async () => {
    const { event, types } = await makeEvent(app, {
      capacity: 120,
      taken: 35,
      types: [
        { quantity: 100, sold: 20, held: 15, revenue: 2_000_000 },
        { quantity: 100, hidden: true },
      ],
    });
    const user = await makeUser(app);
    for (const [quantity, expiresAt] of [
      [5, timeInHours(1)],
      [10, timeInHours(-1)],
    ] as const) {
      const id = uuid();
      const order = { id, reference: `ORD-${id}`, eventId: event.id, userId: user.id, total: 1, quantity, expiresAt };
      await app.db.insert(eventOrders).values(order);
      await app.db
        .insert(eventOrderItems)
        .values({ orderId: id, ticketTypeId: types[0]?.id ?? "", quantity, price: 100_000 });
    }
    expect(await readEvent(event.id)).toMatchObject({
      seats: 120,
      sold: 20,
      held: 5,
      left: 95,
      revenue: 2_000_000,
      is_used: true,
      ticket_types: [
        { sold: 20, held: 5, left: 75, sale: "on_sale", is_used: true },
        { left: 95, sale: "hidden", is_used: false },
      ],
    });
  });
});
