import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { tickets } from "@/lib/server/db/schema/event";
import { users } from "@/lib/server/db/schema/user";
import { postLedgerEntry } from "@/lib/server/ledger/post";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { connectWithLongTimeout } from "@/lib/server/testing/database";
import { findSeatMismatches, makeEvent } from "@/lib/server/testing/events";
import { makePaymentMethods, orderCallsOf } from "@/lib/server/testing/orders";

/** With STRESS=1, simulates 5,000 buyers of 1,000 seats, otherwise a smaller load. */
const { BUYERS, SEATS } = process.env.STRESS ? { BUYERS: 5_000, SEATS: 1_000 } : { BUYERS: 200, SEATS: 60 };
/** Number of parallel buyers, who share 10 database connections. */
const CONCURRENCY = 100;
const START_MONEY = 1_000_000;

let app: TestApp;
let patientPool: ReturnType<typeof connectWithLongTimeout>;
beforeAll(async () => {
  app = await startTestApp();
  // Raises the time limit for a connection. On a busy machine, requests without one would return 503 after 3 s, but this test is about
  // seats.
  patientPool = connectWithLongTimeout(app.url, 10);
  Object.assign(globalThis, { crossRiverPayDatabase: patientPool });
  await makePaymentMethods(app);
});
afterAll(async () => {
  await patientPool.pool.end();
  await app.stop();
});

/** Creates citizens with money in their wallets. */
async function makeBuyers(): Promise<{ id: string }[]> {
  const buyers = Array.from({ length: BUYERS }, (_, n) => ({
    id: uuid(),
    firstName: "Buyer",
    lastName: `No${n}`,
    email: `buyer${n}@example.com`,
    phone: `+23490${String(n).padStart(8, "0")}`,
    dateOfBirth: "1990-05-01",
    gender: "female" as const,
    address: "12 Marian Road",
    lga: "Calabar Municipal" as const,
    tier: 3,
    joinedAt: new Date(),
  }));
  for (let at = 0; at < BUYERS; at += 500) {
    const batch = buyers.slice(at, at + 500);
    await app.db.insert(users).values(batch);
    const balancePostings = batch.map(({ id }) => ({ accountId: id, amount: START_MONEY }));
    const key = `test:${uuid()}`;
    await app.db.transaction((tx) =>
      postLedgerEntry(tx, {
        key,
        kind: "fund",
        description: "Money for a test",
        source: { type: "test", id: uuid() },
        postedBy: null,
        postings: [{ accountId: IDS.settlement_float, amount: -START_MONEY * batch.length }, ...balancePostings],
      }),
    );
  }
  return buyers;
}

it(`sells each of ${SEATS} seats once to ${BUYERS} parallel buyers, and reports to the others that the event is sold out`, async () => {
  const buyers = await makeBuyers();
  // Gives each of two ticket types 60% of the event's seats, so that a type or the event may sell out first.
  const quantity = Math.ceil(SEATS * 0.6);
  const made = await makeEvent(app, { capacity: SEATS, types: [{ quantity }, { quantity, price: 50_000 }] });
  const reversedTypes = { ...made, types: made.types.toReversed() };
  const answers: Record<string, number> = {};
  const times: number[] = [];
  let nextBuyer = 0;
  const buyNext = async () => {
    for (let n = nextBuyer++; n < BUYERS; n = nextBuyer++) {
      const user = buyers[n];
      if (!user) throw new Error("no buyer");
      const ticketCount = 1 + (n % 4);
      const { place, pay } = orderCallsOf(app, n % 3 ? made : reversedTypes);
      const startedAt = performance.now();
      // Orders of three or more tickets contain both types. The buyers list the types in two different orders.
      const ordered = await place(user, ticketCount > 2 ? [ticketCount - 2, 2] : [ticketCount]);
      const outcome = ordered.status === 200 ? await pay(user, ordered.json.data.id) : ordered;
      times.push(performance.now() - startedAt);
      const words = String(outcome.json.message).replace(/\d+ tickets?/, "n tickets");
      const outcomeText = outcome.status === 200 ? "200" : `${outcome.status} ${words}`;
      answers[outcomeText] = (answers[outcomeText] ?? 0) + 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, buyNext));
  const seconds = (performance.now() - began) / 1_000;
  if (process.env.STRESS) {
    times.sort((a, b) => a - b);
    const at = (quantile: number) => Math.round(times[Math.floor(times.length * quantile)] ?? 0);
    const timing = `${seconds.toFixed(1)} s; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
    process.stdout.write(`${BUYERS} buyers, ${SEATS} seats: ${timing} ${JSON.stringify(answers)}\n`);
  }
  for (const outcomeText of Object.keys(answers))
    expect(outcomeText).toMatch(/^200$|^409 (Only n tickets( of .*)? left\.|.* is sold out\.)$/);
  const sold = await app.db.select().from(tickets).where(eq(tickets.eventId, made.event.id));
  expect(sold).toHaveLength(SEATS);
  expect(new Set(sold.map(({ code }) => code)).size).toBe(SEATS);
  expect(await findSeatMismatches(app.db, made.event.id)).toEqual([]);
  expect((await verifyLedger(app.db)).faults).toEqual([]);
  const { rows } = await app.db.execute(sql`
    select (select sum(amount)::int from transactions where type = 'ticket' and state = 'succeeded')
      = (select sum(price)::int from tickets) as paid_is_sold,
      (select count(*)::int from event_orders where state <> 'paid') as unpaid`);
  expect(rows).toEqual([{ paid_is_sold: true, unpaid: 0 }]);
}, 600_000);
