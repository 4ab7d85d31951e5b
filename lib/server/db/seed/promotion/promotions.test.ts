import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dayOf } from "@/lib/server/base/time";
import { connect } from "@/lib/server/db/client";
import { promotionCodes, promotionRedemptions, promotions } from "@/lib/server/db/schema/promotion";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { countClusters } from "@/lib/server/promotion/list-abuse";
import { createDemoDatabase } from "@/lib/server/testing/demo";

let database: Awaited<ReturnType<typeof createDemoDatabase>>;
let one: ReturnType<typeof connect>;
let all: (typeof promotions.$inferSelect)[];
beforeAll(async () => {
  database = await createDemoDatabase();
  one = connect(database.url, 10, 0);
  all = await one.db.select().from(promotions);
}, 120_000);
afterAll(async () => {
  await one.pool.end();
  await database.drop();
});

test("promotions are in every state, and stopped for every cause", () => {
  expect(new Set(all.map(({ state }) => state))).toEqual(
    new Set(["draft", "scheduled", "active", "paused", "ended", "archived"]),
  );
  expect(new Set(all.flatMap(({ endCause }) => endCause ?? []))).toEqual(new Set(["clock", "budget", "uses", "admin"]));
  const short = all.filter(({ pauseCause }) => pauseCause === "pool");
  expect(short.map(({ name }) => name)).toEqual(["Market day: half of it back"]);
  const spent = all.find(({ endCause }) => endCause === "budget");
  expect(spent?.spent).toBe(spent?.budget);
});

test("uses match the counters of promotions and codes", async () => {
  const uses = await one.db.select().from(promotionRedemptions);
  expect(uses.length).toBeGreaterThan(500);
  expect(new Set(uses.map(({ state }) => state)).has("redeemed")).toBe(true);
  for (const { id, name, uses: counted, spent, reserved } of all) {
    const own = uses.filter(({ promotionId }) => promotionId === id);
    const redeemed = own.filter(({ state }) => state === "redeemed");
    expect([counted, spent], name).toEqual([
      redeemed.length,
      redeemed.reduce((sum, { amount, returned }) => sum + amount - returned, 0),
    ]);
    expect(reserved, name).toBe(
      own.filter(({ state }) => state === "reserved").reduce((sum, { amount }) => sum + amount, 0),
    );
  }
  const wrong = await one.db.execute(sql`select c.code from ${promotionCodes} c where c.uses <> (
    select count(*) from promotion_redemptions r where r.code = c.code and r.state in ('reserved', 'redeemed'))`);
  expect(wrong.rows).toEqual([]);
});

test("benefits of payments equal those of their promotions, and the ledger is correct", async () => {
  const wrong = await one.db.execute(sql`select t.reference from transactions t
    left join promotion_redemptions r on r.transaction_id = t.id
    where t.type <> 'refund' and t.discount + t.cashback <> coalesce(r.amount, 0)`);
  expect(wrong.rows).toEqual([]);
  expect(await verifyLedger(one.db)).toMatchObject({ total: 0, faults: [] });
});

test("several accounts share a phone", async () => {
  const period = { from: dayOf(new Date(Date.now() - 60 * 86_400_000)), to: dayOf(new Date()) };
  expect(await countClusters(one.db, period)).toBeGreaterThan(0);
});
