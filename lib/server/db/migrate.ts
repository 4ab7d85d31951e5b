import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as run } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { programFile } from "@/lib/server/base/program-file";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";

const MIGRATIONS_FOLDER = programFile("lib/server/db/migrations");

/** Hash of the first migration, which every compatible database has. */
const BASELINE_HASH = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })[0]?.hash;

const BASELINE_MISMATCH = `This database was made by a version from before the first release, and its tables have changed since. Nothing in it was touched. Without DATABASE_URL: move the folder that DATA_DIR names (.data unless you set it) aside and start again. With DATABASE_URL: name an empty database.`;

/**
 * Applies pending migrations; safe for several instances concurrently. The lock and all migrations share one
 * transaction, because behind a pooler only a transaction stays on one connection. Drizzle's own BEGIN inside it only
 * causes a warning, and its COMMIT ends our transaction.
 * @throws Error with advice if the database did not start with the first migration
 */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    await client.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.migration]);
    await assertBaseline(client);
    await run(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER });
  } finally {
    await client.end();
  }
}

async function assertBaseline(client: Client): Promise<void> {
  const { rows } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as began");
  if (!rows[0].began) return;
  const first = await client.query("select hash from drizzle.__drizzle_migrations order by id limit 1");
  if (first.rows[0] && first.rows[0].hash !== BASELINE_HASH) throw new Error(BASELINE_MISMATCH);
}
