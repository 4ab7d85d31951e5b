// Slow: reconciles a week of the demo data.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type Database } from "@/lib/server/db/client";
import { createDemoDatabase } from "@/lib/server/testing/demo-database";
import { reconcileWeek } from "./reconcile-week";

let db: Database;
let stop: () => Promise<void>;
beforeAll(async () => {
  const database = await createDemoDatabase();
  process.env.DATABASE_URL = database.url;
  const connection = connectDatabase(database.url, 4);
  Object.assign(globalThis, { crossRiverPayDatabase: connection });
  db = connection.db;
  stop = async () => {
    await connection.pool.end();
    await database.drop();
  };
  await reconcileWeek(db);
});
afterAll(() => stop());

const query = async (text: string) => (await db.execute(sql.raw(text))).rows;

it("the demo's first two days of reconciliation are closed, and the others open", async () => {
  expect(await query("select state, count(*)::int from reconciliation_days group by state")).toEqual([
    { state: "closed", count: 2 },
  ]);
});

it("the demo's statements are imported, and its settlements, payments and remittances matched by rules", async () => {
  expect(await query("select state, problem from bank_statements")).toEqual([
    { state: "imported", problem: null },
    { state: "imported", problem: null },
  ]);
  const rules = await query("select distinct rule from reconciliation_matches order by rule");
  expect(rules.map(({ rule }) => rule)).toEqual(["one_to_many", "reference", "settlement"]);
});

it("the demo's open days have an exception of each kind that a bank or an app can cause", async () => {
  const reasons = await query(
    `select distinct finding from reconciliation_items where match_id is null and finding is not null
      and due_on <= (now() at time zone 'Africa/Lagos')::date order by finding`,
  );
  expect(reasons.map(({ finding }) => finding)).toEqual([
    "amount_differs",
    "duplicate",
    "missing_at_bank",
    "no_head_account",
    "no_revenue_head",
    "reversed",
    "unknown",
  ]);
});

it("reconcileWeek signs out the sessions in which it reconciled the demo's week", async () => {
  expect(await query("select distinct ended_reason from sessions where device = 'demo data'")).toEqual([
    { ended_reason: "signed_out" },
  ]);
});

it("running reconcileWeek again does not reconcile the demo's week a second time", async () => {
  await reconcileWeek(db);
  expect(await query("select count(*)::int from bank_accounts")).toEqual([{ count: 1 }]);
});
