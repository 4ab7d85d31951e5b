import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, lagosDayOf, startOfDay } from "@/lib/server/base/time";
import { cancellationSteps } from "@/lib/server/db/schema/event-cancellation";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent, timeInHours } from "@/lib/server/testing/events";
import { makeTicket, makeTickets } from "@/lib/server/testing/tickets";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const readPath = async (path: string) => (await app.call("GET", `/events${path}`, { token: admin.token })).json.data;
const checkedIn = (at: Date | string) =>
  ({ state: "checked_in", checkedInAt: new Date(at), checkedInBy: admin.id }) as const;

describe("the figures of an event", () => {
  it("returns 0 for all figures of an event before its first sale", async () => {
    const { event } = await makeEvent(app, { types: [] });
    expect(await readPath(`/${event.id}/figures`)).toEqual({
      ...{ sold: 0, left: 0, checked_in: 0, refunded: 0, voided: 0, revenue: 0, refunded_amount: 0 },
      ...{ types: [], by_day: [], by_minute: [], step: 1 },
    });
  });

  it("groups an event's sales by ticket type and Lagos day, and its check-ins by minute", async () => {
    const made = await makeEvent(app, { types: [{ price: 100_000 }, { price: 500_000, quantity: 10 }] });
    // 00:30 of the next day in Lagos.
    const next = { createdAt: new Date("2026-03-04T23:30:00Z") };
    await makeTickets(app, made, { count: 2, createdAt: new Date("2026-03-04T22:30:00Z") });
    await makeTickets(app, made, { count: 3, of: 1, ...next, ...checkedIn("2026-03-09T17:00:40Z") });
    await makeTicket(app, made, { of: 1, ...next, ...checkedIn("2026-03-09T17:03:10Z") });
    await makeTicket(app, made, { of: 1, ...next, state: "refunded" });
    await makeTicket(app, made, { ...next, state: "void" });
    await makeTicket(app, await makeEvent(app), checkedIn("2026-03-09T17:01:00Z"));
    expect(await readPath(`/${made.event.id}/figures`)).toMatchObject({
      sold: 6,
      left: 104,
      checked_in: 4,
      refunded: 1,
      voided: 1,
      revenue: 2_200_000,
      refunded_amount: 500_000,
      types: [
        { sold: 2, left: 98, checked_in: 0, refunded: 0, revenue: 200_000 },
        { sold: 4, left: 6, checked_in: 4, refunded: 1, revenue: 2_000_000 },
      ],
      by_day: [
        { day: "2026-03-04", tickets: 2, amount: 200_000 },
        { day: "2026-03-05", tickets: 6, amount: 2_600_000 },
      ],
      step: 1,
      by_minute: [
        { at: "2026-03-09T17:00:00.000Z", count: 3 },
        { at: "2026-03-09T17:01:00.000Z", count: 0 },
        { at: "2026-03-09T17:02:00.000Z", count: 0 },
        { at: "2026-03-09T17:03:00.000Z", count: 1 },
      ],
    });
  });

  it.each([
    ["2026-03-09T20:59:59Z", 1, "2026-03-09T17:00:00.000Z", 240],
    ["2026-03-09T21:00:00Z", 5, "2026-03-09T17:00:00.000Z", 49],
    ["2026-03-12T17:00:00Z", 60, "2026-03-09T17:00:00.000Z", 73],
    // In the last two cases, each step consists of whole Lagos days.
    ["2026-06-09T17:00:00Z", 1_440, "2026-03-08T23:00:00.000Z", 93],
    ["2027-06-09T17:00:00Z", 2_880, null, 230],
  ])("groups check-ins from 17:00 to %s into steps of %i minutes", async (last, step, first, points) => {
    const made = await makeEvent(app);
    await makeTicket(app, made, checkedIn("2026-03-09T17:00:00Z"));
    await makeTickets(app, made, { count: 2, ...checkedIn(last) });
    const figures = await readPath(`/${made.event.id}/figures`);
    expect({ step: figures.step, points: figures.by_minute.length }).toEqual({ step, points });
    if (first) expect(figures.by_minute[0]).toEqual({ at: first, count: 1 });
    expect(figures.by_minute.at(-1).count).toBe(2);
  });
});

describe("the overview", () => {
  it("compares in the event overview sales with the previous period, and lists next events, drafts and pending refunds", async () => {
    const freshApp = await startTestApp();
    app = freshApp;
    admin = await makeAdmin(app);
    const today = lagosDayOf(new Date());
    const startOfDayIn = (days: number) => new Date(startOfDay(addDays(today, days)).getTime() + 1_000);
    const next = await makeEvent(app, { title: "Next", capacity: 120, types: [{}, {}] });
    await makeEvent(app, { title: "Under way", startsAt: timeInHours(-1), endsAt: timeInHours(1) });
    const endedEvent = await makeEvent(app, { title: "Over", startsAt: timeInHours(-9), endsAt: timeInHours(-5) });
    await makeEvent(app, { title: "Draft", state: "draft" });
    await makeTickets(app, next, { count: 3, createdAt: startOfDayIn(0) });
    await makeTicket(app, next, { createdAt: startOfDayIn(0), state: "refunded" });
    await makeTickets(app, endedEvent, { count: 2, createdAt: startOfDayIn(-6), ...checkedIn(startOfDayIn(-5)) });
    await makeTickets(app, endedEvent, { count: 4, createdAt: startOfDayIn(-7) });
    await makeTickets(app, endedEvent, { count: 5, createdAt: startOfDayIn(-14) });
    const cancelledEvent = await makeEvent(app, {
      title: "Off",
      state: "cancelled",
      cancelledAt: new Date(),
      cancelReason: "Rain",
    });
    const owedTickets = [
      await makeTicket(app, cancelledEvent),
      await makeTicket(app, cancelledEvent),
      await makeTicket(app, cancelledEvent),
    ];
    const step = { eventId: cancelledEvent.event.id, tickets: 1, amount: 100_000 };
    const states = ["pending", "failed", "done"] as const;
    await app.db
      .insert(cancellationSteps)
      .values(owedTickets.map(({ orderId }, index) => ({ ...step, orderId, state: states[index] })));

    const overview = await readPath("/overview?days=7");
    expect(overview).toMatchObject({
      live: 2,
      drafts: 1,
      seats: 220,
      sold: 3,
      now: { tickets: 8, revenue: 800_000, checked_in: 2 },
      before: { tickets: 4, revenue: 400_000, checked_in: 0 },
      next: [{ title: "Under way" }, { title: "Next", seats: 120, left: 117 }],
      newest_drafts: [{ title: "Draft" }],
      refunding: [{ id: cancelledEvent.event.id, title: "Off", pending: 1, failed: 1 }],
    });
    expect(overview.by_day).toHaveLength(7);
    expect(overview.by_day[0]).toEqual({ day: addDays(today, -6), tickets: 2, amount: 200_000 });
    expect(overview.by_day[6]).toEqual({ day: today, tickets: 6, amount: 600_000 });
    expect((await readPath("/overview")).by_day).toHaveLength(30);
    expect((await app.call("GET", "/events/overview?days=8", { token: admin.token })).status).toBe(400);
  });
});
