import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as run } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";

/** Any number, the same for every instance: one migrates, the others wait. */
const MIGRATION_LOCK = 7_205_511;

/**
 * Brings the schema of this database up to date. Safe to run from several instances at once, and behind a pooler, where
 * only a transaction stays on one connection: the lock and all migrations are one. Drizzle begins a transaction of its
 * own, which in ours is a mere warning, and ends ours with it.
 */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await run(drizzle(client), {
      migrationsFolder: path.join(/* turbopackIgnore: true */ process.cwd(), "lib/server/db/migrations"),
    });
  } finally {
    await client.end();
  }
}
