import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client, DatabaseError, Pool } from "pg";
import { inject } from "vitest";
import * as schema from "@/lib/server/db/schema/schema";

/** A database of the test file's own: a copy of the migrated, empty template that the global setup made, or of another. */
export async function createTestDatabase(
  template = inject("testServer").template,
): Promise<{ url: string; drop(): Promise<void> }> {
  const { url } = inject("testServer");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await runOnServer(url, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: withDatabase(url, name),
    drop: () => dropDatabase(url, name),
  };
}

/**
 * Closes the connections that a test has left open as well. A vacuum under way is the server's own, and our role may not
 * end it: then it is tried again.
 */
export async function dropDatabase(url: string, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await runOnServer(url, `drop database if exists ${name} with (force)`);
    } catch (error) {
      const isVacuumed = error instanceof DatabaseError && error.code === "42501";
      if (!isVacuumed || tries === 50) throw error;
      await delay(100);
    }
  }
}

/** A pool without the time limits of a request, for tests in which waiting is the point. */
export function connectPatiently(url: string, max: number) {
  const pool = new Pool({ connectionString: url, max });
  // A pool ends before its connections have: what the end of the database then says to them, unheard, fails the run. An
  // idle connection tells its pool, one in use tells who holds it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, db: drizzle(pool, { schema }) };
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = database;
  return address.href;
}

/** Runs one statement that cannot be part of a transaction. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}
