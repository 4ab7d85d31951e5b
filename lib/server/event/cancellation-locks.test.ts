import { asc, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { events, tickets } from "@/lib/server/db/schema/event";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { findSeatMismatches, makeEvent } from "@/lib/server/testing/events";
import { makePaymentMethods } from "@/lib/server/testing/orders";
import { buyTicketsFromWallet } from "@/lib/server/testing/tickets";
import { runCancellations } from "./run-cancellations";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await makePaymentMethods(app);
});
afterAll(() => app.stop());

it("refunds a cancelled order without deadlock while a gate scans the same tickets", async () => {
  const { token } = await makeAdmin(app);
  const made = await makeEvent(app, { types: [{ price: 100_000 }, { price: 0 }] });
  const bought = await buyTicketsFromWallet(app, made, { quantities: [1, 1] });
  const path = `/events/${made.event.id}`;
  const { version } = (await app.call("GET", path, { token })).json.data;
  const { title } = made.event;
  const body = { version, title, reason: "Flood", include_checked_in: false, tickets: 2, amount: 100_000 };
  const headers = { "idempotency-key": uuid() };
  expect((await app.call("POST", `${path}/cancellation`, { token, body, headers })).status).toBe(200);

  const run = await app.db.transaction(async (tx) => {
    const freeTicket = bought.tickets.find(({ price }) => price === 0);
    await tx
      .select()
      .from(tickets)
      .where(eq(tickets.id, freeTicket?.id ?? ""))
      .for("update");
    const runningCancellation = runCancellations(app.db);
    const isWaiting = async () => {
      const { rows } = await app.db.execute(sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows.length;
    };
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1);
    // Locks the event, as a gate scan does after it has locked the ticket. The refund still waits for that ticket, so it must not have
    // locked the event yet.
    await tx.select().from(events).where(eq(events.id, made.event.id)).for("share", { noWait: true });
    return { running: runningCancellation };
  });
  expect(await run.running).toBe(1);
  const remainingTickets = await app.db
    .select()
    .from(tickets)
    .where(eq(tickets.eventId, made.event.id))
    .orderBy(asc(tickets.price));
  expect(remainingTickets.map(({ state }) => state)).toEqual(["void", "refunded"]);
  expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
});
