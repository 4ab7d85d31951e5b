import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "@/lib/server/testing/database";
import { migrate } from "./migrate";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const appliedMigrations = async () =>
  (await client.query("select * from drizzle.__drizzle_migrations order by id")).rows;

it("changes nothing in a database that is up to date", async () => {
  const before = await appliedMigrations();
  await migrate(database.url);
  expect(await appliedMigrations()).toEqual(before);
  expect(before.length).toBeGreaterThan(0);
});

it("refuses a database from before the first migration, explains what to do, and changes nothing", async () => {
  const [first] = await appliedMigrations();
  await client.query("update drizzle.__drizzle_migrations set hash = 'of an older first migration' where id = $1", [
    first.id,
  ]);
  const before = await appliedMigrations();
  await expect(migrate(database.url)).rejects.toThrow(/move the folder that DATA_DIR names .* start again/);
  expect(await appliedMigrations()).toEqual(before);
});
