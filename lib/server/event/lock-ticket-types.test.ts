import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { TICKET_TYPES_MAX } from "@/lib/contract/event.values";
import { approvals } from "@/lib/server/db/schema/approvals";
import { events, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent, timeInHours } from "@/lib/server/testing/events";
import { expireOrder, orderCallsOf } from "@/lib/server/testing/orders";

let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  officer = await makeAdmin(app, { rights: makeRights({ Events: ["read", "update"] }) });
});
afterAll(() => app.stop());

type TicketTypeRow = typeof ticketTypes.$inferSelect;
type EventValues = Parameters<typeof makeEvent>[1];
const typeForm = (values: object = {}) => ({
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
  app.call(method, `/events/${eventId}/ticket-types${to}`, { token: officer.token, body });
const addType = (eventId: string, values: object = {}) => send("POST", eventId, "", typeForm(values));
/** Sends a ticket type's form with the given changes. */
const changeType = ({ eventId, ...type }: TicketTypeRow, values: object = {}) =>
  send(
    "PATCH",
    eventId,
    `/${type.id}`,
    typeForm({ name: type.name, price: type.price, quantity: type.quantity, version: type.version, ...values }),
  );
const removeType = ({ eventId, id, version }: TicketTypeRow) => send("DELETE", eventId, `/${id}`, { version });
const newestAudit = async () => (await app.audit())[0];
async function makeEventWithType(values: EventValues = {}) {
  const { event, types } = await makeEvent(app, values);
  const [first] = types;
  if (!first) throw new Error("No ticket type.");
  return { event, types, first };
}

describe("ticket types of an event", () => {
  it("adds a ticket type at the end of the list, with an audit row on the event", async () => {
    const { event } = await makeEventWithType({ types: [{ position: 4 }] });
    const { status, json } = await addType(event.id, { name: "  VIP ", sales_until: timeInHours(20).toISOString() });
    expect([status, json.data]).toEqual([
      200,
      expect.objectContaining({ name: "VIP", price: 500_000, position: 5, left: 50, sale: "on_sale", is_used: false }),
    ]);
    expect(await newestAudit()).toMatchObject({
      action: "event.createTicketType",
      recordType: "event",
      recordId: event.id,
      recordName: event.title,
      after: { ticket_type: "VIP", price: "₦5,000.00", quantity: 50 },
    });
    const [after] = await app.db.select().from(events).where(eq(events.id, event.id));
    expect([after?.version, Number(after?.updatedAt) > Number(event.updatedAt)]).toEqual([event.version + 1, true]);
  });

  it("updates a draft event's `updated_at`, but not its version, when a ticket type is added", async () => {
    const { event } = await makeEventWithType({ state: "draft" });
    expect((await addType(event.id, { name: "VIP" })).status).toBe(200);
    const [after] = await app.db.select().from(events).where(eq(events.id, event.id));
    expect([after?.version, Number(after?.updatedAt) > Number(event.updatedAt)]).toEqual([event.version, true]);
  });

  it("refuses a ticket type's name that its event already uses, ignoring case", async () => {
    const { event, types } = await makeEvent(app, { types: [{ name: "Regular" }, { name: "VIP" }] });
    const added = await addType(event.id, { name: "REGULAR" });
    expect([added.status, added.json.message]).toEqual([409, expect.stringContaining("REGULAR already")]);
    const renamed = await changeType(types[1] as TicketTypeRow, { name: "regular" });
    expect([renamed.status, renamed.json.message]).toEqual([409, expect.stringContaining("regular already")]);
    expect((await changeType(types[1] as TicketTypeRow, { name: "vip" })).status).toBe(200);
    const other = await makeEventWithType();
    expect((await addType(other.event.id, { name: "Regular" })).status).toBe(200);
  });

  it("refuses invalid numbers and times of a ticket type, and returns the invalid field", async () => {
    const { event, first } = await makeEventWithType({ endsAt: timeInHours(28) });
    const inHoursIso = (hours: number) => timeInHours(hours).toISOString();
    for (const [invalid, field] of [
      [{ price: -1 }, "price"],
      [{ quantity: 0 }, "quantity"],
      [{ min_per_order: 5 }, "max_per_order"],
      [{ quantity: 2, min_per_order: 3 }, "min_per_order"],
      [{ sales_from: inHoursIso(5), sales_until: inHoursIso(4) }, "sales_until"],
      [{ sales_from: "2026-01-01T00:00:00.0001Z", sales_until: "2026-01-01T00:00:00.0002Z" }, "sales_until"],
      [{ sales_from: "0000-01-01T00:00:00Z" }, "sales_from"],
      [{ sales_until: inHoursIso(29) }, "sales_until"],
      [{ sales_from: inHoursIso(29) }, "sales_from"],
    ] as const) {
      const answers = [await addType(event.id, invalid), await changeType(first, invalid)];
      for (const { status, json } of answers)
        expect([invalid, status, Object.keys(json.fields ?? {})[0]]).toEqual([invalid, 400, field]);
    }
    const undated = await makeEvent(app, { state: "draft", startsAt: null, endsAt: null });
    expect((await addType(undated.event.id, { sales_until: inHoursIso(9_000) })).status).toBe(200);
  });

  it("refuses a ticket type if the event has 30 already", async () => {
    const { event } = await makeEvent(app, { types: Array.from({ length: TICKET_TYPES_MAX }, () => ({})) });
    const { status, json } = await addType(event.id);
    expect([status, json.message]).toEqual([409, expect.stringContaining("at most 30")]);
  });

  it("names the ticket type in the audit row of its change, and returns the current type for an outdated change", async () => {
    const { event, first } = await makeEventWithType();
    const changed = await changeType(first, { price: 250_000 });
    expect(changed.json.data).toMatchObject({ name: first.name, price: 250_000, version: 2 });
    expect(await newestAudit()).toMatchObject({
      action: "event.updateTicketType",
      recordId: event.id,
      before: { price: "₦1,000.00" },
      after: { ticket_type: first.name, price: "₦2,500.00" },
    });
    expect((await newestAudit())?.before).not.toHaveProperty("ticket_type");
    const staleChange = await changeType(first, { price: 1 });
    expect([staleChange.status, staleChange.json.current]).toEqual([
      409,
      expect.objectContaining({ price: 250_000, version: 2 }),
    ]);
    expect(await newestAudit()).toMatchObject({ outcome: "refused", recordType: "event", recordId: event.id });
    await changeType({ ...first, version: 2 }, { name: "Early" });
    expect(await newestAudit()).toMatchObject({ before: { ticket_type: first.name }, after: { ticket_type: "Early" } });
  });

  it("refuses to lower a ticket type's quantity below the sold and reserved tickets; a new price does not change sold tickets", async () => {
    const { event, types, first } = await makeEventWithType({ types: [{ price: 0 }] });
    const orders = orderCallsOf(app, { event, types });
    await orders.place(await makeUser(app), [7]);
    const { version } = (await changeType(first, { price: 500_000, max_per_order: 10 })).json.data;
    await orders.place(await makeUser(app), [3]);
    const refused = await changeType({ ...first, version }, { quantity: 9 });
    expect([refused.status, refused.json.fields.quantity]).toEqual([
      400,
      expect.stringContaining("10 tickets are sold"),
    ]);
    const { json } = await changeType({ ...first, version }, { quantity: 10 });
    expect(json.data).toMatchObject({ quantity: 10, left: 0, sale: "sold_out", sold: 7, held: 3, is_used: true });
    expect(json.data.revenue).toBe(0);
    const [sold] = await app.db.select().from(tickets).where(eq(tickets.eventId, event.id));
    expect(sold?.price).toBe(0);
  });

  it("returns 404 for a ticket type that is unknown or belongs to another event", async () => {
    const [{ first }, other] = [await makeEventWithType(), await makeEventWithType()];
    const typeOfOtherEvent = { ...first, eventId: other.event.id };
    for (const { status } of [
      await changeType(typeOfOtherEvent),
      await removeType(typeOfOtherEvent),
      await changeType({ ...first, id: uuid() }),
    ])
      expect(status).toBe(404);
    expect((await addType(uuid())).status).toBe(404);
    expect((await send("POST", uuid(), "/order", { ids: [first.id] })).status).toBe(404);
  });
});

it("saves the order of an event's ticket types in one request, and refuses an incomplete list", async () => {
  const { event, types } = await makeEvent(app, { types: [{ name: "A" }, { name: "B" }, { name: "C" }] });
  const ids = types.map(({ id }) => id).reverse();
  const { json } = await send("POST", event.id, "/order", { ids });
  expect(json.data.items.map(({ id }: TicketTypeRow) => id)).toEqual(ids);
  expect(await newestAudit()).toMatchObject({
    action: "event.orderTicketTypes",
    recordId: event.id,
    before: { ticket_types: "A, B, C" },
    after: { ticket_types: "C, B, A" },
  });
  for (const invalid of [ids.slice(1), [...ids, uuid()], [ids[0], ids[0], ids[1]]]) {
    const refused = await send("POST", event.id, "/order", { ids: invalid });
    expect([refused.status, refused.json.current.map(({ id }: TicketTypeRow) => id)]).toEqual([409, ids]);
  }
});

describe("deleting or changing a ticket type", () => {
  it("refuses to delete a ticket type that was ordered, which can only be hidden", async () => {
    const { event, types, first } = await makeEventWithType({ types: [{}, {}] });
    const order = await orderCallsOf(app, { event, types }).place(await makeUser(app));
    await expireOrder(app, order.json.data.id);
    const refused = await removeType(first);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("Hide it instead")]);
    expect((await changeType(first, { hidden: true })).json.data).toMatchObject({ hidden: true, sale: "hidden" });
    const [, unused] = types;
    expect((await removeType({ ...(unused as TicketTypeRow), version: 9 })).status).toBe(409);
  });

  it("refuses to hide, end or delete the last ticket type that a live event sells", async () => {
    const endedSales = { salesUntil: timeInHours(-1) };
    const { event, types, first } = await makeEventWithType({ types: [{}, { hidden: true }, endedSales] });
    const endedSalesForm = { sales_until: timeInHours(-1).toISOString() };
    for (const refused of [
      await removeType(first),
      await changeType(first, { hidden: true }),
      await changeType(first, endedSalesForm),
    ]) {
      expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("last ticket type")]);
      expect(refused.json.current.id).toBe(first.id);
    }
    // A ticket type that is no longer on sale can be deleted.
    expect((await removeType(types[2] as TicketTypeRow)).status).toBe(200);
    expect((await changeType(types[1] as TicketTypeRow, { hidden: false })).status).toBe(200);
    expect((await removeType(first)).json.data).toEqual({ id: first.id });
    expect(await newestAudit()).toMatchObject({
      action: "event.deleteTicketType",
      recordId: event.id,
      before: { ticket_type: first.name, price: "₦1,000.00" },
    });
    expect(await app.db.$count(ticketTypes, eq(ticketTypes.eventId, event.id))).toBe(1);
    const draft = await makeEventWithType({ state: "draft" });
    expect((await removeType(draft.first)).status).toBe(200);
  });

  it("refuses changes of ticket types if the event is over, cancelled, or has a pending cancellation", async () => {
    const ended = await makeEventWithType({ startsAt: timeInHours(-9), endsAt: timeInHours(-5) });
    const cancelled = await makeEventWithType({ state: "cancelled", cancelledAt: new Date() });
    const awaitingEvent = await makeEventWithType();
    await app.db.insert(approvals).values({
      id: uuid(),
      kind: "event.cancel",
      recordType: "event",
      recordId: awaitingEvent.event.id,
      recordName: awaitingEvent.event.title,
      change: "Cancel it",
      payload: {},
      requestedBy: officer.id,
      expiresAt: timeInHours(24),
    });
    for (const [{ event, first }, words] of [
      [ended, "has ended"],
      [cancelled, "was cancelled"],
      [awaitingEvent, "waits for approval"],
    ] as const) {
      const answers = [
        await addType(event.id),
        await changeType(first, { price: 1 }),
        await send("POST", event.id, "/order", { ids: [first.id] }),
        await removeType(first),
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
