import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client, DatabaseError, Pool } from "pg";
import { inject } from "vitest";

/** Pool whose single connection all test files of a worker use, because opening a connection takes longer than most statements. */
let testServer: Pool | undefined;

/** Runs one statement on the test server, outside a transaction. */
async function runOnTestServer(url: string, statement: string): Promise<void> {
  // Keeps the connection open; an open connection does not keep the worker's process alive.
  testServer ??= new Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }).on(
    "error",
    () => {},
  );
  await testServer.query(statement);
}

/** Creates a database for one test file as a copy of `template`, by default the migrated, empty one. */
export async function createTestDatabase(
  template = inject("testServer").template,
): Promise<{ url: string; drop(): Promise<void> }> {
  const { url } = inject("testServer");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await runOnTestServer(url, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: withDatabase(url, name),
    drop: () => dropDatabase(url, name, runOnTestServer),
  };
}

/**
 * Drops a database, even if a test left connections open. Retries for 5 s while a vacuum of the database runs, because our role may not
 * cancel a vacuum.
 */
export async function dropDatabase(url: string, name: string, run = runSingleStatement): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(url, `drop database if exists ${name} with (force)`);
    } catch (error) {
      const isVacuumed = error instanceof DatabaseError && error.code === "42501";
      if (!isVacuumed || attempt === 50) throw error;
      await delay(100);
    }
  }
}

/** Creates a pool without the time limits of a request, for tests that must wait. */
export function connectWithLongTimeout(url: string, max: number) {
  const pool = new Pool({ connectionString: url, max });
  // Ignores errors: a pool ends before its connections have closed, and an unhandled error would fail the test run. An
  // idle connection reports its error to the pool, an active one to its client.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, db: drizzle(pool) };
}

/** Returns the URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = database;
  return address.href;
}

/** Runs one statement outside a transaction. */
export async function runSingleStatement(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}
