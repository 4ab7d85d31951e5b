// Slow: kills server processes while they refund the orders of a cancelled event.
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { build } from "esbuild";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { tickets } from "@/lib/server/db/schema/event";
import { cancellationSteps } from "@/lib/server/db/schema/event-cancellation";
import { outbox } from "@/lib/server/db/schema/outbox";
import { transactions } from "@/lib/server/db/schema/transaction";
import { postLedgerEntries } from "@/lib/server/ledger/post";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { findSeatMismatches, makeEvent } from "@/lib/server/testing/events";
import { fundAccount } from "@/lib/server/testing/ledger";
import { makePaymentMethods } from "@/lib/server/testing/orders";
import { raceRounds } from "@/lib/server/testing/race-rounds";
import { paymentPostings } from "@/lib/server/transaction/postings";

/** Number of orders, each for TICKETS_PER_ORDER tickets. STRESS=1 uses more. */
const ORDER_COUNT = process.env.STRESS ? 1_000 : 60;
const TICKETS_PER_ORDER = 2;
const TICKET_PRICE = 1_000;
const ORDER_AMOUNT = TICKETS_PER_ORDER * TICKET_PRICE;
const KILL_COUNT = raceRounds(1, 3);
const SERVER_COUNT = 2;
const LIMIT_MS = 60_000 + ORDER_COUNT * 200;

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let folder: string;
let eventId: string;
let title: string;
const serverProcesses = new Set<ChildProcess>();

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  await makePaymentMethods(app);
  folder = mkdtempSync(path.join(process.cwd(), "node_modules/.stress-"));
  await build({
    entryPoints: ["lib/server/testing/cancellation-stress/child.ts"],
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outfile: path.join(folder, "child.mjs"),
  });
  const { event, types } = await makeEvent(app, {
    types: [{ price: TICKET_PRICE, quantity: ORDER_COUNT * TICKETS_PER_ORDER }],
  });
  eventId = event.id;
  title = event.title;
  await sellTickets(types[0]?.id ?? "");
}, LIMIT_MS);

afterAll(async () => {
  for (const child of serverProcesses) child.kill("SIGKILL");
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Inserts paid orders in bulk: every fourth is paid by card, the others from wallets. */
async function sellTickets(typeId: string) {
  await app.db.execute(sql`
    insert into users (id, first_name, last_name, email, phone, date_of_birth, gender, address, lga, joined_at, tier)
    select md5('u' || n)::uuid, 'A', 'B', n || '@example.com', '+234' || n, '1990-01-01', 'female', 'x', 'Ikom', now(), 3
    from generate_series(1, ${ORDER_COUNT}::int) n`);
  await app.db.execute(sql`
    insert into transactions (id, reference, user_id, type, channel, method_id, amount, state, completed_at)
    select md5('p' || n)::uuid, 'TRX-' || n, md5('u' || n)::uuid, 'ticket', m.channel, m.id, ${ORDER_AMOUNT}::int, 'succeeded', now()
    from generate_series(1, ${ORDER_COUNT}::int) n
      join payment_methods m on m.code = case when n % 4 = 0 then 'card' else 'wallet' end`);
  await app.db.execute(sql`
    insert into event_orders (id, reference, event_id, user_id, state, total, quantity, expires_at, transaction_id)
    select md5('o' || n)::uuid, 'ORD-' || n, ${eventId}, md5('u' || n)::uuid, 'paid', ${ORDER_AMOUNT}::int, ${TICKETS_PER_ORDER}::int,
      now(), md5('p' || n)::uuid from generate_series(1, ${ORDER_COUNT}::int) n`);
  await app.db.execute(sql`
    insert into event_order_items (order_id, ticket_type_id, quantity, price)
    select o.id, ${typeId}, ${TICKETS_PER_ORDER}::int, ${TICKET_PRICE}::int from event_orders o where o.event_id = ${eventId}`);
  await app.db.execute(sql`
    insert into tickets (id, reference, code, code_hash, event_id, ticket_type_id, order_id, holder_id, price)
    select gen_random_uuid(), 'TKT-' || o.id || k, o.id || '-' || k, md5(o.id::text || k), ${eventId}, ${typeId}, o.id,
      o.user_id, ${TICKET_PRICE}::int
    from event_orders o cross join generate_series(1, ${TICKETS_PER_ORDER}::int) k where o.event_id = ${eventId}`);
  const [seats, revenue] = [ORDER_COUNT * TICKETS_PER_ORDER, ORDER_COUNT * ORDER_AMOUNT];
  await app.db.execute(sql`update ticket_types set sold = ${seats}, revenue = ${revenue} where id = ${typeId}`);
  await app.db.execute(sql`update events set taken = ${seats} where id = ${eventId}`);
  const payments = await app.db.select().from(transactions);
  for (const { userId, channel } of payments) if (channel === "wallet") await fundAccount(app.db, userId, ORDER_AMOUNT);
  for (let from = 0; from < payments.length; from += 50)
    await app.db.transaction((tx) =>
      postLedgerEntries(
        tx,
        payments.slice(from, from + 50).map((payment) => ({
          key: `transaction:${payment.id}`,
          kind: "transaction" as const,
          description: payment.reference,
          source: { type: "transaction", id: payment.id },
          postedBy: null,
          postings: paymentPostings(payment),
        })),
      ),
    );
}

/** Starts a separate server process that shares only the database with the other server processes. */
function startServer(): ChildProcess {
  const child = fork(path.join(folder, "child.mjs"), {
    execArgv: ["--conditions=react-server", "--enable-source-maps"],
    env: { ...process.env, NODE_ENV: "production", DATABASE_URL: app.url },
  });
  serverProcesses.add(child);
  return child;
}

const startServers = () => Array.from({ length: SERVER_COUNT }, startServer);

async function killServer(child: ChildProcess) {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  serverProcesses.delete(child);
}

const countDoneSteps = () =>
  app.db.$count(cancellationSteps, and(eq(cancellationSteps.eventId, eventId), eq(cancellationSteps.state, "done")));
const waitUntil = (condition: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await condition()).toBe(true), { timeout: LIMIT_MS, interval: 5 });

it(
  `refunds each of ${ORDER_COUNT * TICKETS_PER_ORDER} tickets once although ${SERVER_COUNT} servers are killed ${KILL_COUNT} times during the refunds`,
  async () => {
    const cancelled = await app.call("POST", `/events/${eventId}/cancellation`, {
      token: admin.token,
      headers: { "idempotency-key": uuid() },
      body: {
        version: 1,
        title,
        reason: "Flood",
        include_checked_in: false,
        tickets: ORDER_COUNT * TICKETS_PER_ORDER,
        amount: ORDER_COUNT * ORDER_AMOUNT,
      },
    });
    expect(cancelled.json.data).toMatchObject({ state: "cancelled" });
    const startedAt = Date.now();
    for (let killCount = 0; killCount < KILL_COUNT; killCount++) {
      const servers = startServers();
      const doneAtKill = (ORDER_COUNT * (killCount + 1)) / (KILL_COUNT + 1);
      await waitUntil(async () => (await countDoneSteps()) >= doneAtKill);
      await Promise.all(servers.map(killServer));
      expect(await countDoneSteps(), "killed midway").toBeLessThan(ORDER_COUNT);
    }
    const lastServers = startServers();
    await waitUntil(async () => (await countDoneSteps()) === ORDER_COUNT);
    const seconds = (Date.now() - startedAt) / 1_000;
    await Promise.all(lastServers.map(killServer));
    if (process.env.STRESS)
      process.stdout.write(`${ORDER_COUNT * TICKETS_PER_ORDER} tickets in ${seconds.toFixed(1)} s\n`);

    const refunds = await app.db.select().from(transactions).where(eq(transactions.type, "refund"));
    expect(new Set(refunds.map(({ refundOf }) => refundOf)).size).toBe(ORDER_COUNT);
    expect(refunds.map(({ amount }) => amount)).toEqual(Array.from({ length: ORDER_COUNT }, () => ORDER_AMOUNT));
    expect(await app.db.$count(tickets, eq(tickets.state, "refunded"))).toBe(ORDER_COUNT * TICKETS_PER_ORDER);
    const balances = await app.db.execute<{ balance: string; wallets: number }>(sql`
      select balance, count(*)::int as wallets from ledger_accounts where user_id is not null group by balance`);
    expect(balances.rows.map(({ balance, wallets }) => [Number(balance), wallets]).sort()).toEqual([
      [0, ORDER_COUNT / 4],
      [ORDER_AMOUNT, (ORDER_COUNT * 3) / 4],
    ]);
    expect(await verifyLedger(app.db)).toMatchObject({ total: 0, faults: [], finished: true });
    expect(await findSeatMismatches(app.db, eventId)).toEqual([]);
    // Expects one mail per buyer, and one refund order to the provider per card payment.
    expect(await app.db.$count(outbox, eq(outbox.kind, "bulk_mail"))).toBe(ORDER_COUNT);
    expect(await app.db.$count(outbox, eq(outbox.kind, "refund"))).toBe(ORDER_COUNT / 4);
    const auditRows = (await app.audit()).filter(({ action }) => action === "event.refundOrder");
    expect(auditRows).toHaveLength(ORDER_COUNT);
  },
  LIMIT_MS * 2,
);
