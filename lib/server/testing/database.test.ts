import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { connectPatiently, createTestDatabase } from "./database";

const made: Awaited<ReturnType<typeof createTestDatabase>>[] = [];
afterAll(() => Promise.all(made.map((database) => database.drop())));

test("gives every test a migrated database of its own", async () => {
  made.push(...(await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()])));
  expect(new Set(made.map((database) => database.url)).size).toBe(3);
  const client = new Client({ connectionString: made[0]?.url });
  await client.connect();
  const tables = await client.query("select count(*)::int as n from pg_tables where schemaname = 'public'");
  expect(tables.rows[0].n).toBeGreaterThan(0);
  await client.end();
});

test("keeps a patient pool alive when its database is dropped, with idle and busy connections", async () => {
  const database = await createTestDatabase();
  const { pool } = connectPatiently(database.url, 2);
  const [held, idle] = await Promise.all([pool.connect(), pool.connect()]);
  idle.release();
  await database.drop();
  await expect.poll(() => pool.totalCount).toBe(1);
  await expect(held.query("select 1")).rejects.toThrow();
  held.release(true);
  await pool.end();
});
