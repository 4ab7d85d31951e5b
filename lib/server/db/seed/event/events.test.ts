import { eq, isNotNull, ne, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contrastWithWhite } from "@/lib/contract/event.values";
import { plainTextOf } from "@/lib/contract/rich-text.values";
import { connectDatabase } from "@/lib/server/db/client";
import { eventCategories, eventOrders, events, ticketScans, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { cancellationSteps } from "@/lib/server/db/schema/event-cancellation";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { clockFrom } from "@/lib/server/db/seed/clock";
import { buildPeople } from "@/lib/server/db/seed/people";
import { buildTransactions } from "@/lib/server/db/seed/transactions";
import { listScanConflicts } from "@/lib/server/event/list-scan-conflicts";
import { missingEventFieldsOf } from "@/lib/server/event/missing-fields";
import { ticketTypesOf } from "@/lib/server/event/read-ticket-types";
import { eventStateOf, saleStateOf } from "@/lib/server/event/state";
import { hashOfCode } from "@/lib/server/event/ticket-code";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { createDemoDatabase } from "@/lib/server/testing/demo-database";
import { findSeatMismatches } from "@/lib/server/testing/events";
import { buildEvents } from "./build";

let database: Awaited<ReturnType<typeof createDemoDatabase>>;
let connection: ReturnType<typeof connectDatabase>;
let allEvents: (typeof events.$inferSelect)[];
let soldTickets: (typeof tickets.$inferSelect)[];
beforeAll(async () => {
  database = await createDemoDatabase();
  connection = connectDatabase(database.url, 10, 0);
  allEvents = await connection.db.select().from(events);
  soldTickets = await connection.db.select().from(tickets);
}, 120_000);
afterAll(async () => {
  await connection.pool.end();
  await database.drop();
});

const eventTitled = (title: string) => allEvents.find((event) => event.title.startsWith(title));
const countBy = <T>(rows: readonly T[], of: (row: T) => string) =>
  Object.fromEntries(
    [...new Set(rows.map(of))].map((name) => [name, rows.filter((row) => of(row) === name).length] as const),
  );

describe("events", () => {
  test("demo events are past, running and future, in every state, each with a description and an LGA", () => {
    expect(countBy(allEvents, (event) => eventStateOf(event))).toEqual({ ended: 10, live: 10, draft: 3, cancelled: 2 });
    const liveEvents = allEvents.filter((event) => eventStateOf(event) === "live");
    expect(liveEvents.filter(({ startsAt }) => startsAt && startsAt.getTime() < Date.now())).toHaveLength(2);
    expect(allEvents.filter(({ coverImageId }) => coverImageId).length).toBeGreaterThan(7);
    for (const { title, description, lga, state } of allEvents.filter((event) => event.state !== "draft")) {
      expect(lga, title).not.toBeNull();
      expect(plainTextOf(description ?? { type: "doc", content: [] }).length, `${title} ${state}`).toBeGreaterThan(60);
    }
  });

  test("demo event categories have colours that are dark enough for white text", async () => {
    const rows = await connection.db.select().from(eventCategories);
    expect(rows).toHaveLength(8);
    for (const { colour } of rows) expect(contrastWithWhite(colour)).toBeGreaterThanOrEqual(4.5);
    expect(new Set(allEvents.flatMap(({ categoryId }) => categoryId ?? [])).size).toBe(8);
  });

  test("each demo draft event lacks a different requirement for going live", async () => {
    const draftEvents = allEvents.filter(({ state }) => state === "draft");
    const ticketTypesByEvent = await ticketTypesOf(
      connection.db,
      draftEvents.map(({ id }) => id),
    );
    const missingFields = draftEvents.map((draft) =>
      Object.keys(missingEventFieldsOf(draft, ticketTypesByEvent.get(draft.id)?.types ?? [])).sort(),
    );
    expect(missingFields.sort()).toEqual([["category_id", "ends_at", "starts_at"], ["ticket_types"], ["venue"]]);
  });

  test("demo events include a sold-out, a nearly sold-out and a free event, and one that goes on sale later", async () => {
    const ticketTypesByEvent = await ticketTypesOf(
      connection.db,
      allEvents.map(({ id }) => id),
    );
    const of = (title: string) => ticketTypesByEvent.get(eventTitled(title)?.id ?? "");
    expect(of("Christmas Village")).toMatchObject({ sold: 120, left: 0 });
    expect(of("Calabar Carnival")?.left).toBeGreaterThan(0);
    expect(of("Calabar Carnival")?.left).toBeLessThan(12);
    expect(of("Calabar Carnival")?.held).toBe(2);
    expect(of("Town hall")?.types.map(({ price, sold: count }) => [price, count])).toEqual([[0, 83]]);
    const types = await connection.db.select().from(ticketTypes);
    const raceTypes = types.filter(({ eventId }) => eventId === eventTitled("Obudu")?.id);
    expect(raceTypes.map((type) => saleStateOf(type, type.quantity))).toEqual(["not_yet", "not_yet", "not_yet"]);
  });
});

describe("tickets", () => {
  test("demo tickets match the seat counters of their events, and their codes match their hashes", async () => {
    expect(soldTickets.length).toBeGreaterThan(1_500);
    expect(soldTickets.length).toBeLessThan(2_501);
    for (const { id, title } of allEvents) expect(await findSeatMismatches(connection.db, id), title).toEqual([]);
    for (const { code, codeHash } of soldTickets) expect(codeHash).toBe(hashOfCode(code));
    const countsByState = countBy(soldTickets, ({ state }) => state);
    expect(countsByState.checked_in).toBeGreaterThan(900);
    expect(countsByState.refunded).toBeGreaterThan(60);
    expect(countsByState.void).toBeGreaterThan(10);
  });

  test("demo tickets have no time in the future, and some of a running event are checked in", () => {
    const now = Date.now();
    for (const ticket of soldTickets) {
      const times = [ticket.createdAt, ticket.updatedAt, ticket.checkedInAt ?? ticket.createdAt];
      for (const at of times) expect(at.getTime()).toBeLessThanOrEqual(now);
      expect(ticket.updatedAt.getTime()).toBeGreaterThanOrEqual(ticket.createdAt.getTime());
    }
    const running = eventTitled("Akpabuyo");
    const ticketsOfEvent = soldTickets.filter(({ eventId }) => eventId === running?.id);
    expect(ticketsOfEvent.filter(({ state }) => state === "checked_in").length).toBeGreaterThan(40);
    expect(ticketsOfEvent.filter(({ state }) => state === "valid").length).toBeGreaterThan(10);
  });

  test("demo tickets belong to active citizens, some of whom did not buy them", async () => {
    const rows = await connection.db
      .select({ holder: users.status })
      .from(tickets)
      .innerJoin(eventOrders, eq(eventOrders.id, tickets.orderId))
      .innerJoin(users, eq(users.id, tickets.holderId))
      .where(ne(tickets.holderId, eventOrders.userId));
    expect(rows.length).toBeGreaterThan(15);
    expect(new Set(rows.map(({ holder }) => holder))).toEqual(new Set(["active"]));
  });

  test("two demo tickets were admitted by two gates each", async () => {
    const eventId = eventTitled("Akpabuyo")?.id ?? "";
    const conflicts = await listScanConflicts(connection.db, { eventId, page: 0, size: 20 });
    expect(conflicts.items).toHaveLength(2);
    for (const { first, gate, scanned_at } of conflicts.items) {
      expect(gate).not.toBe(first?.gate);
      expect(Date.parse(scanned_at)).toBeGreaterThan(Date.parse(first?.at ?? ""));
    }
    expect(await connection.db.$count(ticketScans)).toBe(2);
  });
});

describe("the payments for tickets", () => {
  test("each paid or failed demo order with a price has a payment, and the ledger passes verification", async () => {
    const orders = await connection.db
      .select({ order: eventOrders, payment: transactions })
      .from(eventOrders)
      .leftJoin(transactions, eq(transactions.id, eventOrders.transactionId));
    expect(Object.keys(countBy(orders, ({ order }) => order.state)).sort()).toEqual([
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
    expect(await verifyLedger(connection.db)).toMatchObject({ total: 0, faults: [] });
  });

  test("demo ticket payments are refunded by exactly the prices of their refunded tickets", async () => {
    const invalidRows = await connection.db.execute(sql`
      select p.reference from transactions p join event_orders o on o.transaction_id = p.id where p.refunded_amount <>
        (select coalesce(sum(t.price), 0) from tickets t where t.order_id = o.id and t.state = 'refunded')`);
    expect(invalidRows.rows).toEqual([]);
    const inconsistent = soldTickets.filter(({ state, refundId }) => (state === "refunded") !== (refundId !== null));
    expect(inconsistent).toEqual([]);
  });
});

test("one cancelled demo event is fully refunded, the other has two disputed payments", async () => {
  const steps = await connection.db.select().from(cancellationSteps);
  const of = (title: string) => steps.filter(({ eventId }) => eventId === eventTitled(title)?.id);
  expect(Object.keys(countBy(of("Beach"), ({ state }) => state))).toEqual(["done"]);
  expect(countBy(of("Highlife"), ({ state }) => state).failed).toBe(2);
  for (const { problem, orderId } of of("Highlife").filter(({ state }) => state === "failed")) {
    expect(problem).toMatch(/^The payment TRX-\w+ is disputed\. Record the outcome of the dispute, then retry\.$/);
    expect(await connection.db.$count(tickets, eq(tickets.orderId, orderId))).toBeGreaterThan(0);
  }
  const validTickets = soldTickets.filter(
    ({ eventId, state }) => eventId === eventTitled("Beach")?.id && state === "valid",
  );
  expect(validTickets).toEqual([]);
});

test("demo events and tickets have audit rows, without ticket codes", async () => {
  const rows = await connection.db.select().from(auditTrails).where(isNotNull(auditTrails.recordType));
  const actions = countBy(rows, ({ action }) => action);
  expect(actions["event.create"]).toBe(25);
  expect(actions["event.goLive"]).toBe(22);
  expect(actions["event.transferTicket"]).toBeGreaterThan(15);
  expect(actions["event.refundTicket"]).toBeGreaterThan(20);
  expect(actions["event.refundOrder"]).toBeGreaterThan(20);
  const json = JSON.stringify(rows);
  for (const { code } of soldTickets) expect(json.includes(code)).toBe(false);
});

test("the number of demo tickets does not depend on the time of seeding, and no ticket time is in the future", () => {
  const buildAt = (now: string) => {
    const clock = clockFrom(new Date(now));
    const people = buildPeople(clock);
    const payments = buildTransactions(clock, people);
    const builtEvents = buildEvents(clock, people, payments);
    const builtTickets = builtEvents.flatMap(({ sales }) => sales.flatMap((sale) => sale.tickets));
    const times = [
      ...builtTickets.map(({ updatedAt }) => updatedAt),
      ...builtEvents.flatMap(({ sales }) => sales.map(({ order }) => order.endedAt ?? order.createdAt)),
      ...builtEvents.flatMap(({ actions }) => actions.map(({ at }) => at)),
      ...payments.rows.map((payment) => payment.completedAt ?? payment.createdAt),
    ];
    expect(times.filter((at) => at > new Date(now))).toEqual([]);
    const running = builtEvents.filter(({ story }) => story.when && "since" in story.when);
    const checkedInCounts = running.map(
      ({ row }) => builtTickets.filter((each) => each.eventId === row.id && each.checkedInAt).length,
    );
    expect(Math.min(...checkedInCounts)).toBeGreaterThan(30);
    return {
      sold: builtEvents.map(({ row, types }) => [row.taken, types.map((type) => type.row.sold)]),
      tickets: builtTickets.length,
    };
  };
  const inTheMorning = buildAt("2026-11-21T00:01:00Z");
  expect(buildAt("2026-11-21T22:58:00Z")).toEqual(inTheMorning);
  expect(buildAt("2028-03-01T12:30:00Z")).toEqual(inTheMorning);
  // Slow: builds the demo data three times, at least 5 s.
}, 60_000);
