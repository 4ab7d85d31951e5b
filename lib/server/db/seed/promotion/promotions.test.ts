import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lagosDayOf } from "@/lib/server/base/time";
import { connectDatabase } from "@/lib/server/db/client";
import { promotionCodes, promotionRedemptions, promotions } from "@/lib/server/db/schema/promotion";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { countAbuseClusters } from "@/lib/server/promotion/list-abuse";
import { createDemoDatabase } from "@/lib/server/testing/demo-database";

let database: Awaited<ReturnType<typeof createDemoDatabase>>;
let connection: ReturnType<typeof connectDatabase>;
let allPromotions: (typeof promotions.$inferSelect)[];
beforeAll(async () => {
  database = await createDemoDatabase();
  connection = connectDatabase(database.url, 10, 0);
  allPromotions = await connection.db.select().from(promotions);
}, 120_000);
afterAll(async () => {
  await connection.pool.end();
  await database.drop();
});

test("demo promotions include every state and every reason for ending, and one paused because the pool is empty", () => {
  expect(new Set(allPromotions.map(({ state }) => state))).toEqual(
    new Set(["draft", "scheduled", "active", "paused", "ended", "archived"]),
  );
  expect(new Set(allPromotions.flatMap(({ endCause }) => endCause ?? []))).toEqual(
    new Set(["clock", "budget", "uses", "admin"]),
  );
  const poolPaused = allPromotions.filter(({ pauseCause }) => pauseCause === "pool");
  expect(poolPaused.map(({ name }) => name)).toEqual(["Market day: half of it back"]);
  const spent = allPromotions.find(({ endCause }) => endCause === "budget");
  expect(spent?.spent).toBe(spent?.budget);
});

test("the counters of demo promotions and codes equal the number of their redemptions", async () => {
  const redemptions = await connection.db.select().from(promotionRedemptions);
  expect(redemptions.length).toBeGreaterThan(500);
  expect(new Set(redemptions.map(({ state }) => state)).has("redeemed")).toBe(true);
  for (const { id, name, uses: usageCount, spent, reserved } of allPromotions) {
    const ownRedemptions = redemptions.filter(({ promotionId }) => promotionId === id);
    const redeemed = ownRedemptions.filter(({ state }) => state === "redeemed");
    expect([usageCount, spent], name).toEqual([
      redeemed.length,
      redeemed.reduce((sum, { amount, returned }) => sum + amount - returned, 0),
    ]);
    expect(reserved, name).toBe(
      ownRedemptions.filter(({ state }) => state === "reserved").reduce((sum, { amount }) => sum + amount, 0),
    );
  }
  const invalidRows = await connection.db.execute(sql`select c.code from ${promotionCodes} c where c.uses <> (
    select count(*) from promotion_redemptions r where r.code = c.code and r.state in ('reserved', 'redeemed'))`);
  expect(invalidRows.rows).toEqual([]);
});

test("demo payments get the discounts and cashbacks of their promotions, and the ledger is correct", async () => {
  const invalidRows = await connection.db.execute(sql`select t.reference from transactions t
    left join promotion_redemptions r on r.transaction_id = t.id
    where t.type <> 'refund' and t.discount + t.cashback <> coalesce(r.amount, 0)`);
  expect(invalidRows.rows).toEqual([]);
  expect(await verifyLedger(connection.db)).toMatchObject({ total: 0, faults: [] });
});

test("demo data includes a promotion that several accounts used from one phone", async () => {
  const period = { from: lagosDayOf(new Date(Date.now() - 60 * 86_400_000)), to: lagosDayOf(new Date()) };
  expect(await countAbuseClusters(connection.db, period)).toBeGreaterThan(0);
});
