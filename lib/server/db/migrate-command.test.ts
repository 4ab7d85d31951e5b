// Slow: runs `npm run migrate` in separate processes.
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, runSingleStatement } from "@/lib/server/testing/database";
import { assertMigrated } from "./migrate";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase("template0");
});
afterAll(() => database.drop());

/** Runs `npm run migrate` with these variables. */
function runMigrate(variables: Record<string, string>) {
  const environment = { ...process.env, DATABASE_URL: "postgres://nobody@localhost:1/none", ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/migrate.mjs"], {
    env: environment,
    encoding: "utf8",
  });
  return { status, stdout: stdout.trim().split("\n"), stderr: stderr.trim().split("\n") };
}

it("npm run migrate applies nothing in a Vercel preview, which may use the production database", async () => {
  const preview = runMigrate({ MIGRATION_DATABASE_URL: database.url, VERCEL_ENV: "preview" });
  expect(preview).toMatchObject({ status: 0, stdout: [expect.stringContaining("Not migrated")] });
  await expect(assertMigrated(database.url)).rejects.toThrow("pending");
});

it("npm run migrate prints each applied migration with its duration; the next run applies and prints nothing", async () => {
  const first = runMigrate({ MIGRATION_DATABASE_URL: database.url });
  expect(first.status).toBe(0);
  expect(first.stdout[0]).toMatch(/^0000_baseline \(\d+(\.\d\d)? s\)$/);
  const files = first.stdout.filter((line) => /^\d{4}_\w+ \(/.test(line));
  expect(first.stdout.at(-1)).toBe(`${files.length} migrations applied.`);
  expect(await assertMigrated(database.url)).toBe(false);
  expect(runMigrate({ DATABASE_URL: database.url })).toMatchObject({ status: 0, stdout: ["Nothing to migrate."] });
});

it("npm run migrate exits with code 1 and prints one line if the database can't be reached or is newer than the code", async () => {
  expect(runMigrate({})).toMatchObject({ status: 1, stderr: [expect.stringContaining("ECONNREFUSED")] });
  await runSingleStatement(
    database.url,
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('?', 9999999999999)",
  );
  expect(runMigrate({ DATABASE_URL: database.url })).toMatchObject({
    status: 1,
    stderr: [expect.stringContaining("The database is newer than this version of the product")],
  });
});
