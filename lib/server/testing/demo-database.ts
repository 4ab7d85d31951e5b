import { sql } from "drizzle-orm";
import { Client } from "pg";
import { expect, inject, vi } from "vitest";
import { connectDatabase } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { users } from "@/lib/server/db/schema/user";
import { loadDemoData } from "@/lib/server/db/seed/demo";
import { createTestDatabase, runSingleStatement, withDatabase } from "./database";

/** Arbitrary key of an advisory lock: one worker loads the demo data while the others wait. */
const DEMO_LOCK_ID = 4_711;

/** Creates a database with the demo data for one test file, as a copy. The demo data are loaded only once per test run. */
export async function createDemoDatabase() {
  const { url, demo } = inject("testServer");
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [DEMO_LOCK_ID]);
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [demo]);
    if (!rowCount) await loadDemoDraft(url, demo);
  } finally {
    await client.end();
  }
  return createTestDatabase(demo);
}

/** Loads demo data once with an interruption, then by two servers concurrently. The tests check the result. */
async function loadDemoDraft(url: string, demo: string) {
  const { template } = inject("testServer");
  // Loads under a temporary name, so that an interrupted load does not count as complete.
  const draft = `${demo}_draft`;
  await runSingleStatement(url, `drop database if exists ${draft} with (force)`);
  await runSingleStatement(url, `create database ${draft} template ${template}`);
  const [brokenConnection, otherConnection] = [0, 1].map(() => connectDatabase(withDatabase(url, draft), 10, 0));
  if (!brokenConnection || !otherConnection) throw new Error("no connections");
  try {
    const expectBroken = expect(loadDemoData(otherConnection.db)).rejects.toThrow();
    // Terminates the connection while the load draws pictures.
    await vi.waitFor(
      async () => {
        const endedBackends = await brokenConnection.db.execute(sql`select pg_terminate_backend(pid) from pg_locks
          where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`);
        expect(endedBackends.rows).toHaveLength(1);
      },
      { timeout: 20_000, interval: 50 },
    );
    await expectBroken;
    expect(await brokenConnection.db.$count(admins)).toBe(0);
    expect(await brokenConnection.db.$count(users)).toBe(0);
    await Promise.all([loadDemoData(brokenConnection.db), loadDemoData(otherConnection.db)]);
  } finally {
    await Promise.all([brokenConnection.pool.end(), otherConnection.pool.end()]);
  }
  await runSingleStatement(url, `alter database ${draft} rename to ${demo}`);
}
