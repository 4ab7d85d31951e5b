import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TICKET_ORDER_STATES, TICKET_ORDER_TRANSITIONS } from "@/lib/contract/event.values";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { eventOrders, events, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { findSeatMismatches, makeEvent, timeInHours } from "@/lib/server/testing/events";
import { expireOrder, makePaymentMethods, orderCallsOf } from "@/lib/server/testing/orders";
import { expireOrders } from "./expire-orders";
import { readEventDetails } from "./single";
import { hashOfCode } from "./ticket-code";

let app: TestApp;
let user: Awaited<ReturnType<typeof makeUser>>;
beforeAll(async () => {
  app = await startTestApp();
  await makePaymentMethods(app);
  user = await makeUser(app);
});
afterAll(() => app.stop());

const seatsOf = async (eventId: string) =>
  (await app.db.select().from(ticketTypes).where(eq(ticketTypes.eventId, eventId)).orderBy(ticketTypes.position)).map(
    ({ sold, held }) => [sold, held],
  );

describe("placing an order", () => {
  it("reserves the seats of a ticket order for 15 minutes, returns the price, and audits the order with the citizen as actor", async () => {
    const made = await makeEvent(app, { types: [{}, { price: 250_000 }] });
    const { place, read } = orderCallsOf(app, made);
    const { status, json } = await place(user, [2, 1]);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      reference: expect.stringMatching(/^ORD-[0-9A-F]{12}$/),
      event: { id: made.event.id, title: made.event.title },
      state: "reserved",
      total: 450_000,
      items: [
        { ticket_type_id: made.types[0]?.id, quantity: 2, price: 100_000 },
        { ticket_type_id: made.types[1]?.id, quantity: 1, price: 250_000 },
      ],
      payment: null,
      tickets: [],
    });
    expect(Date.parse(json.data.expires_at) - Date.parse(json.data.created_at)).toBe(15 * 60_000);
    expect(await seatsOf(made.event.id)).toEqual([
      [0, 2],
      [0, 1],
    ]);
    expect((await app.audit())[0]).toMatchObject({
      action: "event.placeOrder",
      adminId: user.id,
      recordType: "event_order",
      recordId: json.data.id,
      after: { state: "reserved", tickets: "2 × Regular 1, 1 × Regular 2", total: "₦4,500.00" },
    });
    expect((await read(user, json.data.id)).json.data).toEqual(json.data);
    expect((await read(await makeUser(app), json.data.id)).status).toBe(404);
    expect((await orderCallsOf(app, await makeEvent(app)).read(user, json.data.id)).status).toBe(404);
  });

  it("issues free tickets immediately with one mail, and keeps ticket codes out of the audit trail", async () => {
    const made = await makeEvent(app, { types: [{ price: 0 }] });
    await app.mails();
    const { json } = await orderCallsOf(app, made).place(await makeUser(app, { status: "suspended" }), [2]);
    expect(json.data).toMatchObject({ state: "paid", total: 0, payment: null });
    const codes = json.data.tickets.map(({ code }: { code: string }) => code);
    expect(new Set(codes).size).toBe(2);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    const stored = await app.db.select().from(tickets).where(eq(tickets.orderId, json.data.id));
    expect(stored.map(({ codeHash }) => codeHash).sort()).toEqual(codes.map(hashOfCode).sort());
    expect(stored[0]).toMatchObject({
      state: "valid",
      price: 0,
      reference: expect.stringMatching(/^TKT-[0-9A-F]{12}$/),
    });
    const mails = await app.mails();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ ticketIds: stored.map(({ id }) => id) });
    const mailsAndAudit = JSON.stringify([mails, await app.audit()]);
    for (const code of codes) expect(mailsAndAudit).not.toContain(code);
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
  });

  it.each<[string, Parameters<typeof makeEvent>[1], RegExp, number[]?]>([
    ["a draft", { state: "draft" }, /not on sale/],
    ["an event that is over", { startsAt: timeInHours(-3), endsAt: timeInHours(-1) }, /has ended/],
    ["a hidden type", { types: [{ hidden: true }] }, /Regular 1 is not on sale/],
    ["sales that start later", { types: [{ salesFrom: new Date("2090-03-01T09:00:00Z") }] }, /start on .*2090, 10:00/],
    ["sales that are over", { types: [{ salesUntil: timeInHours(-1) }] }, /Sales of Regular 1 ended on/],
    ["too few", { types: [{ minPerOrder: 2 }] }, /at least 2 of Regular 1/],
    ["more tickets than one order allows", { types: [{ maxPerOrder: 2 }] }, /at most 2 of Regular 1/, [3]],
    ["more tickets than a type has", { types: [{ quantity: 1 }] }, /^Only 1 ticket of Regular 1 left\.$/, [2]],
    ["more tickets than the event has", { capacity: 2, types: [{}, {}] }, /^Only 2 tickets left\.$/, [2, 1]],
  ])("refuses a ticket order with a reason, and reserves nothing: %s", async (_, values, message, quantities) => {
    const made = await makeEvent(app, values);
    const { status, json } = await orderCallsOf(app, made).place(user, quantities);
    expect([status, json.message]).toEqual([409, expect.stringMatching(message)]);
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
    expect((await seatsOf(made.event.id)).flat().every((seats) => seats === 0)).toBe(true);
    expect((await app.audit())[0]).toMatchObject({ action: "event.placeOrder", outcome: "refused" });
  });

  it("refuses an order for a sold-out, cancelled or paused event, or with unknown ids", async () => {
    const made = await makeEvent(app, { types: [{ quantity: 1 }, {}], capacity: 2 });
    const { place } = orderCallsOf(app, made);
    expect((await place(user)).status).toBe(200);
    expect((await place(user)).json.message).toBe("Regular 1 is sold out.");
    expect((await place(user, [0, 1])).status).toBe(200);
    expect((await place(user, [0, 1])).json.message).toBe("This event is sold out.");
    const other = await makeEvent(app);
    expect(await orderCallsOf(app, { event: made.event, types: other.types }).place(user)).toMatchObject({
      status: 404,
    });
    expect(await orderCallsOf(app, { ...other, event: { ...other.event, id: uuid() } }).place(user)).toMatchObject({
      status: 404,
    });
    expect((await place(user, [51])).status).toBe(400);
    expect((await place(user, [])).status).toBe(400);
    const admin = await makeAdmin(app);
    await app.db.transaction((tx) =>
      requestApproval(tx, {
        kind: "event.cancel",
        record: { type: "event", id: other.event.id, name: other.event.title },
        change: "Cancel it",
        payload: {},
        requestedBy: admin.id,
        reason: "Rain",
      }),
    );
    expect(await orderCallsOf(app, other).place(user)).toMatchObject({
      status: 409,
      json: { message: "Sales for this event are paused." },
    });
    const cancelledEvent = await makeEvent(app);
    await cancelEvent(cancelledEvent.event.id);
    expect((await orderCallsOf(app, cancelledEvent).place(user)).json.message).toBe("This event is cancelled.");
  });

  it("refuses an order by an account that may not pay, but not by one that only can't receive money", async () => {
    const { place } = orderCallsOf(app, await makeEvent(app));
    const held = { status: "restricted", legalBasis: "court_order" } as const;
    expect((await place(await makeUser(app, { status: "suspended" }))).json.message).toMatch(/suspended/);
    expect((await place(await makeUser(app, { ...held, restriction: "no_debit" }))).json.message).toMatch(/restricted/);
    expect((await place(await makeUser(app, { status: "closed" }))).status).toBe(409);
    expect((await place(await makeUser(app, { ...held, restriction: "no_credit" }))).status).toBe(200);
    const endedRestriction = { ...held, restriction: "both", restrictedUntil: timeInHours(-1) } as const;
    expect((await place(await makeUser(app, endedRestriction))).status).toBe(200);
  });

  it("reserves seats once if an order is sent twice with the same idempotency key", async () => {
    const made = await makeEvent(app);
    const { place } = orderCallsOf(app, made);
    const keyHeader = { "idempotency-key": uuid() };
    const answers = await Promise.all([place(user, [2], keyHeader), place(user, [2], keyHeader)]);
    expect(answers[0]?.json).toEqual(answers[1]?.json);
    expect(await seatsOf(made.event.id)).toEqual([[0, 2]]);
    expect((await place(user, [1], keyHeader)).status).toBe(400);
  });
});

const cancelEvent = async (id: string) => {
  const values = { state: "cancelled", cancelledAt: new Date(), cancelReason: "Rain" } as const;
  await app.db.update(events).set(values).where(eq(events.id, id));
};

describe("an order that is not paid in time", () => {
  it("shows an overdue order as expired immediately, and frees its seats for the next buyer", async () => {
    const made = await makeEvent(app, { types: [{ quantity: 2 }] });
    const { place, read, cancel } = orderCallsOf(app, made);
    const first = (await place(user, [2])).json.data;
    await expireOrder(app, first.id);
    expect((await read(user, first.id)).json.data.state).toBe("expired");
    expect((await cancel(user, first.id)).json.message).toMatch(/time to pay this order is over/);
    expect((await place(user, [1])).status).toBe(200);
    expect((await app.db.select().from(eventOrders).where(eq(eventOrders.id, first.id)))[0]?.state).toBe("expired");
    expect(await seatsOf(made.event.id)).toEqual([[0, 1]]);
    expect((await app.audit()).find(({ recordId }) => recordId === made.event.id)).toMatchObject({
      action: "event.placeOrder",
      after: { expired_orders: 1, seats_back: 2 },
    });
  });

  it("frees the seats of expired orders only once if several servers run the task in parallel", async () => {
    const made = await makeEvent(app, { types: [{}, {}] });
    const { place } = orderCallsOf(app, made);
    const [lateOrder, other] = [(await place(user, [2, 3])).json.data, (await place(user, [1])).json.data];
    const currentOrder = (await place(user, [4])).json.data;
    await expireOrder(app, lateOrder.id);
    await expireOrder(app, other.id);
    const expiredCounts = await Promise.all([expireOrders(app.db), expireOrders(app.db), expireOrders(app.db)]);
    expect(expiredCounts.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await seatsOf(made.event.id)).toEqual([
      [0, 4],
      [0, 0],
    ]);
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
    expect((await app.audit())[0]).toMatchObject({
      action: "event.expireOrders",
      recordId: made.event.id,
      adminId: null,
      after: { expired_orders: 2, seats_back: 6 },
    });
    // The audit trail contains the expiry of orders, but the event's timeline does not, because many such entries would hide changes of the
    // event.
    expect((await readEventDetails(app.db, made.event.id)).timeline).toEqual([]);
    expect((await orderCallsOf(app, made).read(user, currentOrder.id)).json.data.state).toBe("reserved");
  });
});

describe("cancelling an order", () => {
  it("frees the seats of a cancelled order only once, and lets only its buyer cancel it", async () => {
    const made = await makeEvent(app);
    const { place, cancel } = orderCallsOf(app, made);
    const { id } = (await place(user, [2])).json.data;
    expect((await cancel(await makeUser(app), id)).status).toBe(404);
    expect((await cancel(user, id)).json.data.state).toBe("cancelled");
    expect(await seatsOf(made.event.id)).toEqual([[0, 0]]);
    expect((await app.audit())[0]).toMatchObject({
      action: "event.cancelOrder",
      recordId: id,
      before: { state: "reserved" },
      after: { state: "cancelled" },
    });
    expect(await cancel(user, id)).toMatchObject({
      status: 409,
      json: { message: "This order is cancelled already.", current: { state: "cancelled" } },
    });
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
  });
});

it("refuses in the database state transitions of ticket orders that the contract does not list", async () => {
  const { event } = await makeEvent(app);
  for (const from of TICKET_ORDER_STATES)
    for (const to of TICKET_ORDER_STATES.filter((state) => state !== from)) {
      const id = uuid();
      const values = { id, reference: `ORD-${id}`, eventId: event.id, userId: user.id, state: from };
      await app.db.insert(eventOrders).values({ ...values, total: 0, quantity: 1, expiresAt: timeInHours(1) });
      const updateQuery = app.db.execute(sql`update event_orders set state = ${to} where id = ${id}`);
      if (TICKET_ORDER_TRANSITIONS[from].includes(to)) await updateQuery;
      else
        await expect(updateQuery, `${from} → ${to}`).rejects.toMatchObject({
          cause: { constraint: "event_orders_transition" },
        });
    }
});
