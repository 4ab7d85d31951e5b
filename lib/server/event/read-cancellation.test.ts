import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { EVENT_STATES, EVENT_TRANSITIONS } from "@/lib/contract/event.values";
import { approvals } from "@/lib/server/db/schema/approvals";
import { eventOrders, events } from "@/lib/server/db/schema/event";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { buyTickets, orderTickets } from "@/lib/server/testing/event-sales";
import { findSeatMismatches, makeEvent, timeInHours } from "@/lib/server/testing/events";
import { expireOrder, makePaymentMethods, orderCallsOf } from "@/lib/server/testing/orders";
import { runCancellations } from "./run-cancellations";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  await makePaymentMethods(app);
});
afterAll(() => app.stop());

type TestEvent = Awaited<ReturnType<typeof makeEvent>>;
const readNumbers = async ({ event }: TestEvent) =>
  (await app.call("GET", `/events/${event.id}/cancellation`, { token: admin.token })).json.data;
/** Requests the cancellation of an event. `changes` replaces fields of the cancellation form. */
async function cancelEvent(made: TestEvent, changes: Record<string, unknown> = {}, token = admin.token) {
  const { tickets, amount } = await readNumbers(made);
  const { id, title } = made.event;
  const [{ version } = { version: 0 }] = await app.db.select().from(events).where(eq(events.id, id));
  const body = { version, title, reason: "Flood", include_checked_in: false, tickets, amount, ...changes };
  const headers = { "idempotency-key": uuid() };
  return app.call("POST", `/events/${id}/cancellation`, { token, body, headers });
}
const eventStateOf = async ({ event }: TestEvent) =>
  (await app.db.select().from(events).where(eq(events.id, event.id)))[0]?.state;
const FREE_AND_PAID = [{ price: 0 }, { price: 100_000 }];

describe("the effects of a cancellation", () => {
  it("before a cancellation, returns the event's number of tickets, the amounts, the unexpired reservations, and the people, each counted once", async () => {
    const made = await makeEvent(app, { types: FREE_AND_PAID });
    const ada = await makeUser(app);
    const [transferredTicket] = (await buyTickets(app, made, { of: 1, count: 2, user: ada })).tickets;
    await buyTickets(app, made, { count: 3, user: ada });
    const [checkedInTicket] = (await buyTickets(app, made, { of: 1 })).tickets;
    await orderTickets(app, made, { of: 1 });
    const { id } = await orderTickets(app, made, { of: 1 });
    await expireOrder(app, id);
    const call = (path: string, body: object) =>
      app.call("PATCH", `/events/tickets/${path}`, { token: admin.token, body: { version: 1, ...body } });
    const user_id = (await makeUser(app)).id;
    expect((await call(`${transferredTicket?.id}/holder`, { user_id, reason: "A gift" })).status).toBe(200);
    expect((await call(`${checkedInTicket?.id}/check-in`, {})).status).toBe(200);
    expect(await readNumbers(made)).toEqual({
      tickets: 6,
      checked_in: 1,
      free: 3,
      amount: 200_000,
      checked_in_amount: 100_000,
      people: 3,
      reserved: 1,
      refund_limit: 5_000_000,
      needs_approval: { valid: false, with_checked_in: false },
      progress: null,
    });
  });

  it("returns zero effects for cancelling an event without tickets, and 404 for an unknown event", async () => {
    expect(await readNumbers(await makeEvent(app))).toMatchObject({ tickets: 0, amount: 0, people: 0, reserved: 0 });
    expect((await app.call("GET", `/events/${uuid()}/cancellation`, { token: admin.token })).status).toBe(404);
  });
});

describe("cancelling an event", () => {
  it("requires the exact title to cancel an event, ignoring spaces around it", async () => {
    const made = await makeEvent(app);
    const refused = await cancelEvent(made, { title: made.event.title.toUpperCase() });
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ["title"]]);
    expect(await eventStateOf(made)).toBe("live");
    expect((await cancelEvent(made, { title: ` ${made.event.title} ` })).status).toBe(200);
  });

  it.each([
    ["version", 99, "changed since"],
    ["tickets", 7, "1 ticket and ₦1,000.00 to refund now, not 7 tickets"],
    ["amount", 7, "not 1 ticket and ₦0.07"],
  ])(
    "refuses a cancellation whose %s differs from the current value, and returns the event",
    async (field, value, words) => {
      const made = await makeEvent(app);
      await buyTickets(app, made);
      const { status, json } = await cancelEvent(made, { [field]: value });
      expect([status, json.message, json.current]).toEqual([
        409,
        expect.stringContaining(words),
        expect.objectContaining({ id: made.event.id, state: "live" }),
      ]);
      expect(await eventStateOf(made)).toBe("live");
    },
  );

  it.each([
    ["draft", { state: "draft" }, "Delete it"],
    ["ended", { startsAt: timeInHours(-3), endsAt: timeInHours(-1) }, "has ended"],
  ] as const)("refuses to cancel an event that is %s", async (state, values, words) => {
    const made = await makeEvent(app, values);
    const { status, json } = await cancelEvent(made);
    expect([status, json.message, json.current.state]).toEqual([409, expect.stringContaining(words), state]);
  });

  it("returns the same response to a repeated cancellation with the same idempotency key, and refuses another key", async () => {
    const made = await makeEvent(app);
    const { id, title } = made.event;
    const body = { version: 1, title, reason: "Flood", include_checked_in: false, tickets: 0, amount: 0 };
    const headers = { "idempotency-key": uuid() };
    const repeat = () => app.call("POST", `/events/${id}/cancellation`, { token: admin.token, body, headers });
    const first = await repeat();
    expect(first.json.data).toMatchObject({ state: "cancelled", cancelled: { reason: "Flood" } });
    expect((await repeat()).json).toEqual(first.json);
    const second = await cancelEvent(made);
    expect([second.status, second.json.message]).toEqual([409, "This event is cancelled already."]);
    const { started_at, ...progress } = (await readNumbers(made)).progress;
    expect(progress).toMatchObject({ orders: 0, pending: 0, ended_at: started_at });
  });

  it("refuses to cancel an event without the right to update", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ Events: ["read", "approve"] }) });
    expect((await cancelEvent(await makeEvent(app), {}, reader.token)).status).toBe(403);
  });

  it("allows in the database only the event state transitions of docs/rules.md", async () => {
    for (const from of EVENT_STATES.filter((state) => state !== "ended"))
      for (const to of EVENT_STATES) {
        if (from === to) continue;
        const { event } = await makeEvent(app, {
          state: from,
          ...(from === "cancelled" && { cancelledAt: new Date() }),
        });
        const cancelledAt = to === "cancelled" ? sql`now()` : sql`null`;
        const changed = app.db.execute(
          sql`update events set state = ${to}, cancelled_at = ${cancelledAt} where id = ${event.id}`,
        );
        // The state "ended" is derived from the current time and never stored.
        if (EVENT_TRANSITIONS[from].includes(to) && to !== "ended") await changed;
        else await expect(changed, `${from} to ${to}`).rejects.toThrow();
      }
    const { event } = await makeEvent(app, { startsAt: timeInHours(-3), endsAt: timeInHours(-1) });
    for (const to of ["draft", "cancelled"])
      await expect(
        app.db.execute(sql`update events set state = ${to}, cancelled_at = now() where id = ${event.id}`),
        `ended to ${to}`,
      ).rejects.toThrow();
  });
});

describe("a cancellation above the refund limit", () => {
  const EXPENSIVE = [{ price: 6_000_000 }];
  const requestOf = async ({ event }: TestEvent) =>
    (await app.db.select().from(approvals).where(eq(approvals.recordId, event.id)))[0];
  const decide = (id: string | undefined, decision: string, token: string) =>
    app.call("PATCH", `/approvals/${id}/decision`, {
      token,
      body: { decision, reason: "Seen" },
      headers: { "idempotency-key": uuid() },
    });

  it("keeps an event live until a second admin approves its cancellation, which then refunds its orders", async () => {
    const made = await makeEvent(app, { types: EXPENSIVE });
    await buyTickets(app, made);
    const { json } = await cancelEvent(made);
    const change = `Cancel “${made.event.title}”: 1 ticket, ₦60,000.00 refunded`;
    expect(json.data).toMatchObject({ state: "live", awaiting: { change } });
    expect((await app.audit())[0]?.after).toMatchObject({ awaiting_approval: change, reason: "Flood" });
    const repeat = await cancelEvent(made, { version: json.data.version });
    expect([repeat.status, repeat.json.message]).toEqual([409, expect.stringContaining("waits for approval")]);

    const request = await requestOf(made);
    expect((await decide(request?.id, "approved", admin.token)).status).toBe(403);
    const approver = await makeAdmin(app, { rights: makeRights({ Events: ["read", "approve"] }) });
    expect((await decide(request?.id, "approved", approver.token)).status).toBe(200);
    const [cancelled] = await app.db.select().from(events).where(eq(events.id, made.event.id));
    expect(cancelled).toMatchObject({ state: "cancelled", cancelReason: "Flood", cancelledBy: approver.id });
    const [row] = await app.audit();
    expect(row).toMatchObject({ before: { state: "live" }, after: { state: "cancelled", to_refund: "₦60,000.00" } });
    await runCancellations(app.db);
    expect((await readNumbers(made)).progress).toMatchObject({ orders: 1, done: 1, refunded_amount: 6_000_000 });
  });

  it("leaves the event live if its cancellation is rejected, and allows another request", async () => {
    const made = await makeEvent(app, { types: EXPENSIVE });
    await buyTickets(app, made);
    await cancelEvent(made);
    const approver = await makeAdmin(app);
    expect((await decide((await requestOf(made))?.id, "rejected", approver.token)).status).toBe(200);
    expect(await eventStateOf(made)).toBe("live");
    expect((await cancelEvent(made)).json.data.awaiting).not.toBeNull();
  });

  it("refuses to approve a cancellation after the event has ended", async () => {
    const made = await makeEvent(app, { types: EXPENSIVE });
    await buyTickets(app, made);
    await cancelEvent(made);
    await app.db
      .update(events)
      .set({ startsAt: timeInHours(-2), endsAt: timeInHours(-1) })
      .where(eq(events.id, made.event.id));
    const approver = await makeAdmin(app);
    const refused = await decide((await requestOf(made))?.id, "approved", approver.token);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("has ended since")]);
  });

  it("requires approval of a cancellation whose refunds exceed the limit together with earlier refunds of a payment", async () => {
    const made = await makeEvent(app, { types: [{ price: 3_000_000 }] });
    const [ticket] = (await buyTickets(app, made, { count: 2 })).tickets;
    const headers = { "idempotency-key": uuid() };
    const body = { version: 1, reason: "Ill" };
    const refund = await app.call("POST", `/events/tickets/${ticket?.id}/refund`, {
      token: admin.token,
      body,
      headers,
    });
    expect(refund.json.data.state).toBe("refunded");
    expect((await cancelEvent(made)).json.data).toMatchObject({ state: "live", awaiting: {} });
  });
});

describe("unpaid orders of a cancelled event", () => {
  it("cancels the unpaid orders of a cancelled event and frees their seats", async () => {
    const made = await makeEvent(app);
    const order = await orderTickets(app, made, { count: 3 });
    await cancelEvent(made);
    const [row] = await app.db.select().from(eventOrders).where(eq(eventOrders.id, order.id));
    expect(row?.state).toBe("cancelled");
    expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
    expect((await app.audit())[0]?.after).toMatchObject({ state: "cancelled", reservations_ended: 1 });
    const latePayment = await orderCallsOf(app, made).pay(order.buyer, order.id);
    expect([latePayment.status, latePayment.json.message]).toEqual([409, "This order is cancelled."]);
  });
});

describe("the list of refund steps", () => {
  it("lists a cancelled event's failed refund steps first, and filters, sorts, pages and searches refund steps", async () => {
    const made = await makeEvent(app);
    const purchases = [];
    for (let count = 0; count < 3; count++) purchases.push(await buyTickets(app, made));
    const [first, second, thirdPurchase] = purchases;
    if (!first || !second || !thirdPurchase) throw new Error("nothing bought");
    const list = async (query = "") =>
      (await app.call("GET", `/events/${made.event.id}/cancellation/steps${query}`, { token: admin.token })).json.data;
    const idsOf = (found: { items: { order: { id: string } }[] }) => found.items.map(({ order }) => order.id);
    expect(await list()).toMatchObject({ items: [], total: 0 });
    await app.db.update(users).set({ status: "closed" }).where(eq(users.id, first.buyer.id));
    await cancelEvent(made);
    await runCancellations(app.db);
    expect(idsOf(await list())).toEqual([first.id, thirdPurchase.id, second.id]);
    expect(idsOf(await list("?sort=updated_at"))).toEqual([first.id, second.id, thirdPurchase.id]);
    expect(await list("?state=failed")).toMatchObject({ items: [{ order: { id: first.id } }], total: 1 });
    expect(await list("?page=1")).toMatchObject({ items: [], total: 3, totalIsCapped: false });
    const [row] = (await list("?state=done&sort=-updated_at")).items;
    expect(row).toMatchObject({
      buyer: { id: thirdPurchase.buyer.id },
      transaction: { reference: expect.stringMatching(/^TRX-/) },
      tickets: 1,
      amount: 100_000,
      tries: 1,
    });
    for (const q of [
      row.order.reference.toLowerCase(),
      row.transaction.reference,
      thirdPurchase.buyer.email,
      row.buyer.name,
    ])
      expect(idsOf(await list(`?q=${encodeURIComponent(q)}`)), q).toEqual([thirdPurchase.id]);
    expect((await app.call("GET", `/events/${uuid()}/cancellation/steps`, { token: admin.token })).status).toBe(404);
  });
});
