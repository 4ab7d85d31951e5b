import { eq, isNotNull, ne, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contrastWithWhite } from "@/lib/contract/event.values";
import { plainTextOf } from "@/lib/contract/rich-text.values";
import { connect } from "@/lib/server/db/client";
import { eventCategories, eventOrders, events, ticketScans, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { cancellationSteps } from "@/lib/server/db/schema/event-cancellation";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { clockFrom } from "@/lib/server/db/seed/clock";
import { buildPeople } from "@/lib/server/db/seed/people";
import { buildTransactions } from "@/lib/server/db/seed/transactions";
import { listConflicts } from "@/lib/server/event/list-scan-conflicts";
import { missingOf } from "@/lib/server/event/missing-fields";
import { ticketTypesOf } from "@/lib/server/event/read-ticket-types";
import { eventStateOf, saleOf } from "@/lib/server/event/state";
import { hashOfCode } from "@/lib/server/event/ticket-code";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { createDemoDatabase } from "@/lib/server/testing/demo";
import { seatsAgree } from "@/lib/server/testing/events";
import { buildEvents } from "./build";

let database: Awaited<ReturnType<typeof createDemoDatabase>>;
let one: ReturnType<typeof connect>;
let all: (typeof events.$inferSelect)[];
let sold: (typeof tickets.$inferSelect)[];
beforeAll(async () => {
  database = await createDemoDatabase();
  one = connect(database.url, 10, 0);
  all = await one.db.select().from(events);
  sold = await one.db.select().from(tickets);
}, 120_000);
afterAll(async () => {
  await one.pool.end();
  await database.drop();
});

const titled = (title: string) => all.find((event) => event.title.startsWith(title));
const groups = <T>(rows: readonly T[], of: (row: T) => string) =>
  Object.fromEntries(
    [...new Set(rows.map(of))].map((name) => [name, rows.filter((row) => of(row) === name).length] as const),
  );

describe("events", () => {
  test("are in every state, past, running and future, with descriptions, and each within its LGA", () => {
    expect(groups(all, (event) => eventStateOf(event))).toEqual({ ended: 10, live: 10, draft: 3, cancelled: 2 });
    const live = all.filter((event) => eventStateOf(event) === "live");
    expect(live.filter(({ startsAt }) => startsAt && startsAt.getTime() < Date.now())).toHaveLength(2);
    expect(all.filter(({ coverImageId }) => coverImageId).length).toBeGreaterThan(7);
    for (const { title, description, lga, state } of all.filter((event) => event.state !== "draft")) {
      expect(lga, title).not.toBeNull();
      expect(plainTextOf(description ?? { type: "doc", content: [] }).length, `${title} ${state}`).toBeGreaterThan(60);
    }
  });

  test("categories have colours dark enough for white text", async () => {
    const rows = await one.db.select().from(eventCategories);
    expect(rows).toHaveLength(8);
    for (const { colour } of rows) expect(contrastWithWhite(colour)).toBeGreaterThanOrEqual(4.5);
    expect(new Set(all.flatMap(({ categoryId }) => categoryId ?? [])).size).toBe(8);
  });

  test("each draft lacks a different requirement", async () => {
    const drafts = all.filter(({ state }) => state === "draft");
    const selling = await ticketTypesOf(
      one.db,
      drafts.map(({ id }) => id),
    );
    const missing = drafts.map((draft) => Object.keys(missingOf(draft, selling.get(draft.id)?.types ?? [])).sort());
    expect(missing.sort()).toEqual([["category_id", "ends_at", "starts_at"], ["ticket_types"], ["venue"]]);
  });

  test("one is sold out, one nearly, one is free, and one goes on sale later", async () => {
    const selling = await ticketTypesOf(
      one.db,
      all.map(({ id }) => id),
    );
    const of = (title: string) => selling.get(titled(title)?.id ?? "");
    expect(of("Christmas Village")).toMatchObject({ sold: 120, left: 0 });
    expect(of("Calabar Carnival")?.left).toBeGreaterThan(0);
    expect(of("Calabar Carnival")?.left).toBeLessThan(12);
    expect(of("Calabar Carnival")?.held).toBe(2);
    expect(of("Town hall")?.types.map(({ price, sold: count }) => [price, count])).toEqual([[0, 83]]);
    const types = await one.db.select().from(ticketTypes);
    const race = types.filter(({ eventId }) => eventId === titled("Obudu")?.id);
    expect(race.map((type) => saleOf(type, type.quantity))).toEqual(["not_yet", "not_yet", "not_yet"]);
  });
});

describe("tickets", () => {
  test("equal the counters of their events, and their codes match their hashes", async () => {
    expect(sold.length).toBeGreaterThan(1_500);
    expect(sold.length).toBeLessThan(2_501);
    for (const { id, title } of all) expect(await seatsAgree(one.db, id), title).toEqual([]);
    for (const { code, codeHash } of sold) expect(codeHash).toBe(hashOfCode(code));
    const states = groups(sold, ({ state }) => state);
    expect(states.checked_in).toBeGreaterThan(900);
    expect(states.refunded).toBeGreaterThan(60);
    expect(states.void).toBeGreaterThan(10);
  });

  test("do not exceed the seats, and have no time in the future", () => {
    const now = Date.now();
    for (const ticket of sold) {
      const times = [ticket.createdAt, ticket.updatedAt, ticket.checkedInAt ?? ticket.createdAt];
      for (const at of times) expect(at.getTime()).toBeLessThanOrEqual(now);
      expect(ticket.updatedAt.getTime()).toBeGreaterThanOrEqual(ticket.createdAt.getTime());
    }
    const running = titled("Akpabuyo");
    const there = sold.filter(({ eventId }) => eventId === running?.id);
    expect(there.filter(({ state }) => state === "checked_in").length).toBeGreaterThan(40);
    expect(there.filter(({ state }) => state === "valid").length).toBeGreaterThan(10);
  });

  test("some holders are not the buyer, and every holder exists", async () => {
    const rows = await one.db
      .select({ holder: users.status })
      .from(tickets)
      .innerJoin(eventOrders, eq(eventOrders.id, tickets.orderId))
      .innerJoin(users, eq(users.id, tickets.holderId))
      .where(ne(tickets.holderId, eventOrders.userId));
    expect(rows.length).toBeGreaterThan(15);
    expect(new Set(rows.map(({ holder }) => holder))).toEqual(new Set(["active"]));
  });

  test("two gates let in the same ticket", async () => {
    const eventId = titled("Akpabuyo")?.id ?? "";
    const conflicts = await listConflicts(one.db, { eventId, page: 0, size: 20 });
    expect(conflicts.items).toHaveLength(2);
    for (const { first, gate, scanned_at } of conflicts.items) {
      expect(gate).not.toBe(first?.gate);
      expect(Date.parse(scanned_at)).toBeGreaterThan(Date.parse(first?.at ?? ""));
    }
    expect(await one.db.$count(ticketScans)).toBe(2);
  });
});

describe("money", () => {
  test("paid orders with a price have a booked payment, and the ledger is correct", async () => {
    const orders = await one.db
      .select({ order: eventOrders, payment: transactions })
      .from(eventOrders)
      .leftJoin(transactions, eq(transactions.id, eventOrders.transactionId));
    expect(Object.keys(groups(orders, ({ order }) => order.state)).sort()).toEqual([
      "expired",
      "failed",
      "paid",
      "reserved",
    ]);
    for (const { order, payment } of orders) {
      expect(payment !== null, order.reference).toBe(order.total > 0 && ["paid", "failed"].includes(order.state));
      if (!payment) continue;
      expect([payment.type, payment.amount, payment.userId]).toEqual(["ticket", order.total, order.userId]);
      expect(payment.state === "failed").toBe(order.state === "failed");
    }
    expect(new Set(orders.flatMap(({ payment }) => payment?.channel ?? [])).size).toBe(4);
    expect(await verifyLedger(one.db)).toMatchObject({ total: 0, faults: [] });
  });

  test("refunds of each payment equal the prices of its refunded tickets", async () => {
    const wrong = await one.db.execute(sql`
      select p.reference from transactions p join event_orders o on o.transaction_id = p.id where p.refunded_amount <>
        (select coalesce(sum(t.price), 0) from tickets t where t.order_id = o.id and t.state = 'refunded')`);
    expect(wrong.rows).toEqual([]);
    const loose = sold.filter(({ state, refundId }) => (state === "refunded") !== (refundId !== null));
    expect(loose).toEqual([]);
  });
});

test("one cancelled event is fully refunded; the other has two disputed payments", async () => {
  const steps = await one.db.select().from(cancellationSteps);
  const of = (title: string) => steps.filter(({ eventId }) => eventId === titled(title)?.id);
  expect(Object.keys(groups(of("Beach"), ({ state }) => state))).toEqual(["done"]);
  expect(groups(of("Highlife"), ({ state }) => state).failed).toBe(2);
  for (const { problem, orderId } of of("Highlife").filter(({ state }) => state === "failed")) {
    expect(problem).toMatch(/^The payment TRX-\w+ is disputed\. Record the outcome of the dispute, then retry\.$/);
    expect(await one.db.$count(tickets, eq(tickets.orderId, orderId))).toBeGreaterThan(0);
  }
  const left = sold.filter(({ eventId, state }) => eventId === titled("Beach")?.id && state === "valid");
  expect(left).toEqual([]);
});

test("records have a change log, without the codes of tickets", async () => {
  const rows = await one.db.select().from(auditTrails).where(isNotNull(auditTrails.recordType));
  const actions = groups(rows, ({ action }) => action);
  expect(actions["event.create"]).toBe(25);
  expect(actions["event.goLive"]).toBe(22);
  expect(actions["event.transferTicket"]).toBeGreaterThan(15);
  expect(actions["event.refundTicket"]).toBeGreaterThan(20);
  expect(actions["event.refundOrder"]).toBeGreaterThan(20);
  const written = JSON.stringify(rows);
  for (const { code } of sold) expect(written.includes(code)).toBe(false);
});

test("the number of tickets is the same at any time, some are checked in, and none is in the future", () => {
  const build = (now: string) => {
    const clock = clockFrom(new Date(now));
    const people = buildPeople(clock);
    const payments = buildTransactions(clock, people);
    const built = buildEvents(clock, people, payments);
    const made = built.flatMap(({ sales }) => sales.flatMap((sale) => sale.tickets));
    const times = [
      ...made.map(({ updatedAt }) => updatedAt),
      ...built.flatMap(({ sales }) => sales.map(({ order }) => order.endedAt ?? order.createdAt)),
      ...built.flatMap(({ actions }) => actions.map(({ at }) => at)),
      ...payments.rows.map((payment) => payment.completedAt ?? payment.createdAt),
    ];
    expect(times.filter((at) => at > new Date(now))).toEqual([]);
    const running = built.filter(({ story }) => story.when && "since" in story.when);
    const inside = running.map(({ row }) => made.filter((each) => each.eventId === row.id && each.checkedInAt).length);
    expect(Math.min(...inside)).toBeGreaterThan(30);
    return {
      sold: built.map(({ row, types }) => [row.taken, types.map((type) => type.row.sold)]),
      tickets: made.length,
    };
  };
  const inTheMorning = build("2026-11-21T00:01:00Z");
  expect(build("2026-11-21T22:58:00Z")).toEqual(inTheMorning);
  expect(build("2028-03-01T12:30:00Z")).toEqual(inTheMorning);
  // Builds the demo data three times: at least 5 s.
}, 60_000);
