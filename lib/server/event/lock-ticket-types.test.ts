import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TICKET_TYPES_MAX } from "@/lib/contract/event.values";
import { approvals } from "@/lib/server/db/schema/approvals";
import { events, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { makeAdmin, makeUser, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { inHours, makeEvent } from "@/lib/server/testing/events";
import { expireOrder, ordersOf } from "@/lib/server/testing/orders";

let app: TestApp;
let desk: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  desk = await makeAdmin(app, { rights: rightsOf({ Events: ["read", "update"] }) });
});
afterAll(() => app.stop());

type Type = typeof ticketTypes.$inferSelect;
type Made = Parameters<typeof makeEvent>[1];
const form = (values: object = {}) => ({
  name: "VIP",
  description: "Front row",
  price: 500_000,
  quantity: 50,
  min_per_order: 1,
  max_per_order: 4,
  sales_from: null,
  sales_until: null,
  hidden: false,
  ...values,
});
const send = (method: string, eventId: string, to: string, body: object) =>
  app.call(method, `/events/${eventId}/ticket-types${to}`, { token: desk.token, body });
const add = (eventId: string, values: object = {}) => send("POST", eventId, "", form(values));
/** Sends the form of a ticket type with changes. */
const change = ({ eventId, ...type }: Type, values: object = {}) =>
  send(
    "PATCH",
    eventId,
    `/${type.id}`,
    form({ name: type.name, price: type.price, quantity: type.quantity, version: type.version, ...values }),
  );
const remove = ({ eventId, id, version }: Type) => send("DELETE", eventId, `/${id}`, { version });
const newest = async () => (await app.audit())[0];
/** Creates an event and returns its first ticket type. */
async function eventWith(values: Made = {}) {
  const { event, types } = await makeEvent(app, values);
  const [first] = types;
  if (!first) throw new Error("No ticket type.");
  return { event, types, first };
}

describe("a ticket type", () => {
  it("is added at the end of the list, with an audit row on the event", async () => {
    const { event } = await eventWith({ types: [{ position: 4 }] });
    const { status, json } = await add(event.id, { name: "  VIP ", sales_until: inHours(20).toISOString() });
    expect([status, json.data]).toEqual([
      200,
      expect.objectContaining({ name: "VIP", price: 500_000, position: 5, left: 50, sale: "on_sale", is_used: false }),
    ]);
    expect(await newest()).toMatchObject({
      action: "event.createTicketType",
      recordType: "event",
      recordId: event.id,
      recordName: event.title,
      after: { ticket_type: "VIP", price: "₦5,000.00", quantity: 50 },
    });
    const [after] = await app.db.select().from(events).where(eq(events.id, event.id));
    expect([after?.version, Number(after?.updatedAt) > Number(event.updatedAt)]).toEqual([event.version, true]);
  });

  it("needs a unique name within its event, whatever the case", async () => {
    const { event, types } = await makeEvent(app, { types: [{ name: "Regular" }, { name: "VIP" }] });
    const added = await add(event.id, { name: "REGULAR" });
    expect([added.status, added.json.message]).toEqual([409, expect.stringContaining("REGULAR already")]);
    const renamed = await change(types[1] as Type, { name: "regular" });
    expect([renamed.status, renamed.json.message]).toEqual([409, expect.stringContaining("regular already")]);
    expect((await change(types[1] as Type, { name: "vip" })).status).toBe(200);
    const other = await eventWith();
    expect((await add(other.event.id, { name: "Regular" })).status).toBe(200);
  });

  it("is refused at the wrong field for invalid numbers and times", async () => {
    const { event, first } = await eventWith({ endsAt: inHours(28) });
    const at = (hours: number) => inHours(hours).toISOString();
    for (const [wrong, field] of [
      [{ price: -1 }, "price"],
      [{ quantity: 0 }, "quantity"],
      [{ min_per_order: 5 }, "max_per_order"],
      [{ quantity: 2, min_per_order: 3 }, "min_per_order"],
      [{ sales_from: at(5), sales_until: at(4) }, "sales_until"],
      [{ sales_from: "2026-01-01T00:00:00.0001Z", sales_until: "2026-01-01T00:00:00.0002Z" }, "sales_until"],
      [{ sales_from: "0000-01-01T00:00:00Z" }, "sales_from"],
      [{ sales_until: at(29) }, "sales_until"],
      [{ sales_from: at(29) }, "sales_from"],
    ] as const) {
      const answers = [await add(event.id, wrong), await change(first, wrong)];
      for (const { status, json } of answers)
        expect([wrong, status, Object.keys(json.fields ?? {})[0]]).toEqual([wrong, 400, field]);
    }
    const undated = await makeEvent(app, { state: "draft", startsAt: null, endsAt: null });
    expect((await add(undated.event.id, { sales_until: at(9_000) })).status).toBe(200);
  });

  it("is refused beyond 30 per event", async () => {
    const { event } = await makeEvent(app, { types: Array.from({ length: TICKET_TYPES_MAX }, () => ({})) });
    const { status, json } = await add(event.id);
    expect([status, json.message]).toEqual([409, expect.stringContaining("at most 30")]);
  });

  it("is named in the audit trail of a change; a stale version gets the current type", async () => {
    const { event, first } = await eventWith();
    const changed = await change(first, { price: 250_000 });
    expect(changed.json.data).toMatchObject({ name: first.name, price: 250_000, version: 2 });
    expect(await newest()).toMatchObject({
      action: "event.updateTicketType",
      recordId: event.id,
      before: { price: "₦1,000.00" },
      after: { ticket_type: first.name, price: "₦2,500.00" },
    });
    expect((await newest())?.before).not.toHaveProperty("ticket_type");
    const stale = await change(first, { price: 1 });
    expect([stale.status, stale.json.current]).toEqual([409, expect.objectContaining({ price: 250_000, version: 2 })]);
    expect(await newest()).toMatchObject({ outcome: "refused", recordType: "event", recordId: event.id });
    await change({ ...first, version: 2 }, { name: "Early" });
    expect(await newest()).toMatchObject({ before: { ticket_type: first.name }, after: { ticket_type: "Early" } });
  });

  it("refuses fewer tickets than are sold and reserved, and keeps the price of sold tickets", async () => {
    const { event, types, first } = await eventWith({ types: [{ price: 0 }] });
    const orders = ordersOf(app, { event, types });
    await orders.place(await makeUser(app), [7]);
    const { version } = (await change(first, { price: 500_000, max_per_order: 10 })).json.data;
    await orders.place(await makeUser(app), [3]);
    const refused = await change({ ...first, version }, { quantity: 9 });
    expect([refused.status, refused.json.fields.quantity]).toEqual([
      400,
      expect.stringContaining("10 tickets are sold"),
    ]);
    const { json } = await change({ ...first, version }, { quantity: 10 });
    expect(json.data).toMatchObject({ quantity: 10, left: 0, sale: "sold_out", sold: 7, held: 3, is_used: true });
    expect(json.data.revenue).toBe(0);
    const [sold] = await app.db.select().from(tickets).where(eq(tickets.eventId, event.id));
    expect(sold?.price).toBe(0);
  });

  it("answers 404 for a type of another event, or one that does not exist", async () => {
    const [{ first }, other] = [await eventWith(), await eventWith()];
    const elsewhere = { ...first, eventId: other.event.id };
    for (const { status } of [await change(elsewhere), await remove(elsewhere), await change({ ...first, id: uuid() })])
      expect(status).toBe(404);
    expect((await add(uuid())).status).toBe(404);
    expect((await send("POST", uuid(), "/order", { ids: [first.id] })).status).toBe(404);
  });
});

it("saves the order of an event's ticket types in one write, and refuses an incomplete list", async () => {
  const { event, types } = await makeEvent(app, { types: [{ name: "A" }, { name: "B" }, { name: "C" }] });
  const ids = types.map(({ id }) => id).reverse();
  const { json } = await send("POST", event.id, "/order", { ids });
  expect(json.data.items.map(({ id }: Type) => id)).toEqual(ids);
  expect(await newest()).toMatchObject({
    action: "event.orderTicketTypes",
    recordId: event.id,
    before: { ticket_types: "A, B, C" },
    after: { ticket_types: "C, B, A" },
  });
  for (const wrong of [ids.slice(1), [...ids, uuid()], [ids[0], ids[0], ids[1]]]) {
    const refused = await send("POST", event.id, "/order", { ids: wrong });
    expect([refused.status, refused.json.current.map(({ id }: Type) => id)]).toEqual([409, ids]);
  }
});

describe("refuses to delete or change", () => {
  it("a type that was ordered, which can only be hidden", async () => {
    const { event, types, first } = await eventWith({ types: [{}, {}] });
    const order = await ordersOf(app, { event, types }).place(await makeUser(app));
    await expireOrder(app, order.json.data.id);
    const refused = await remove(first);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("Hide it instead")]);
    expect((await change(first, { hidden: true })).json.data).toMatchObject({ hidden: true, sale: "hidden" });
    const [, unused] = types;
    expect((await remove({ ...(unused as Type), version: 9 })).status).toBe(409);
  });

  it("the last type that a live event sells, whether by hiding, ending or deleting it", async () => {
    const over = { salesUntil: inHours(-1) };
    const { event, types, first } = await eventWith({ types: [{}, { hidden: true }, over] });
    const ends = { sales_until: inHours(-1).toISOString() };
    for (const refused of [await remove(first), await change(first, { hidden: true }), await change(first, ends)]) {
      expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("last ticket type")]);
      expect(refused.json.current.id).toBe(first.id);
    }
    // A type that is no longer on sale does not count.
    expect((await remove(types[2] as Type)).status).toBe(200);
    expect((await change(types[1] as Type, { hidden: false })).status).toBe(200);
    expect((await remove(first)).json.data).toEqual({ id: first.id });
    expect(await newest()).toMatchObject({
      action: "event.deleteTicketType",
      recordId: event.id,
      before: { ticket_type: first.name, price: "₦1,000.00" },
    });
    expect(await app.db.$count(ticketTypes, eq(ticketTypes.eventId, event.id))).toBe(1);
    const draft = await eventWith({ state: "draft" });
    expect((await remove(draft.first)).status).toBe(200);
  });

  it("any type of an event that is over, cancelled, or whose cancellation waits for approval", async () => {
    const ended = await eventWith({ startsAt: inHours(-9), endsAt: inHours(-5) });
    const cancelled = await eventWith({ state: "cancelled", cancelledAt: new Date() });
    const waiting = await eventWith();
    await app.db.insert(approvals).values({
      id: uuid(),
      kind: "event.cancel",
      recordType: "event",
      recordId: waiting.event.id,
      recordName: waiting.event.title,
      change: "Cancel it",
      payload: {},
      requestedBy: desk.id,
      expiresAt: inHours(24),
    });
    for (const [{ event, first }, words] of [
      [ended, "has ended"],
      [cancelled, "was cancelled"],
      [waiting, "waits for approval"],
    ] as const) {
      const answers = [
        await add(event.id),
        await change(first, { price: 1 }),
        await send("POST", event.id, "/order", { ids: [first.id] }),
        await remove(first),
      ];
      for (const { status, json } of answers)
        expect([status, json.message]).toEqual([409, expect.stringContaining(words)]);
      expect(answers.map(({ json }) => json.current?.id ?? json.current?.[0]?.id)).toEqual([
        undefined,
        first.id,
        first.id,
        first.id,
      ]);
    }
  });
});
