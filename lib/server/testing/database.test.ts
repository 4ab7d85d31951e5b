import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { connectWithLongTimeout, createTestDatabase } from "./database";

const databases: Awaited<ReturnType<typeof createTestDatabase>>[] = [];
afterAll(() => Promise.all(databases.map((database) => database.drop())));

test("createTestDatabase creates a separate migrated database at each call", async () => {
  databases.push(...(await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()])));
  expect(new Set(databases.map((database) => database.url)).size).toBe(3);
  const client = new Client({ connectionString: databases[0]?.url });
  await client.connect();
  const tables = await client.query("select count(*)::int as n from pg_tables where schemaname = 'public'");
  expect(tables.rows[0].n).toBeGreaterThan(0);
  await client.end();
});

test("dropping a test database does not crash a pool without time limits that still has idle and busy connections", async () => {
  const database = await createTestDatabase();
  const { pool } = connectWithLongTimeout(database.url, 2);
  const [heldClient, idleClient] = await Promise.all([pool.connect(), pool.connect()]);
  idleClient.release();
  await database.drop();
  await expect.poll(() => pool.totalCount).toBe(1);
  await expect(heldClient.query("select 1")).rejects.toThrow();
  heldClient.release(true);
  await pool.end();
});
