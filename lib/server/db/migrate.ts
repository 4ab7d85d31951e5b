import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as run } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";

const FOLDER = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/server/db/migrations");
/** Any number, the same for every instance: one migrates, the others wait. */
const MIGRATION_LOCK = 7_205_511;

/** The first migration: every database that this version can use began with it. */
const BASELINE = readMigrationFiles({ migrationsFolder: FOLDER })[0]?.hash;

const TOO_OLD = `This database was made by a version from before the first release, and its tables have changed since. Nothing in it was touched. Without DATABASE_URL: move the folder that DATA_DIR names (.data unless you set it) aside and start again. With DATABASE_URL: name an empty database.`;

/**
 * Brings the schema of this database up to date. Safe to run from several instances at once, and behind a pooler, where
 * only a transaction stays on one connection: the lock and all migrations are one. Drizzle begins a transaction of its
 * own, which in ours is a mere warning, and ends ours with it.
 * @throws when the database began otherwise: a sentence that says what to do
 */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await refuseOlder(client);
    await run(drizzle(client), { migrationsFolder: FOLDER });
  } finally {
    await client.end();
  }
}

async function refuseOlder(client: Client): Promise<void> {
  const { rows } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as began");
  if (!rows[0].began) return;
  const first = await client.query("select hash from drizzle.__drizzle_migrations order by id limit 1");
  if (first.rows[0] && first.rows[0].hash !== BASELINE) throw new Error(TOO_OLD);
}
