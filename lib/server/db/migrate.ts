import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import { applyMigration, formatSeconds, type MigrationLockOptions, runUnfinishedStatements } from "./apply-migration";
import { readMigrations } from "./migration-files";
import { assertSchemaUsable, isDatabaseNewer, pendingMigrations, readSchemaState, SchemaError } from "./schema-version";

type MigrateOptions = Partial<MigrationLockOptions> & {
  /** Migrations to apply instead of this version's; for tests and measurements. */
  migrations?: ReturnType<typeof readMigrations>;
};

/**
 * Applies pending migrations, each in a transaction, and then the statements that must run outside one. Safe for several instances
 * concurrently. If no migration is pending, only reads the database, so that a server whose role has few rights can start.
 * @returns the number of applied migrations
 * @throws SchemaError with one sentence: a migration failed, got no lock or needs rights that this role lacks, or the database does not
 * fit this code. Throws connection errors unchanged.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<number> {
  const { log = () => {}, migrations = readMigrations() } = options;
  return withClient(url, async (client) => {
    if (!(await hasWork(client, migrations))) return 0;
    return withMigrationLock(url, async () => {
      const pending = await pendingIn(client, migrations);
      for (const migration of pending) {
        if (migration.needsFinished) await runUnfinishedStatements(client, log);
        const ms = await applyMigration(client, migration, { ...options, log });
        log(`${migration.tag} (${formatSeconds(ms)})`);
      }
      if (pending.length || (await readSchemaState(client)).unfinished) await runUnfinishedStatements(client, log);
      return pending.length;
    });
  });
}

/**
 * Checks, without changing anything, that the database has all migrations of this code.
 * @returns true if the database also has newer migrations, as during a rolling update
 * @throws SchemaError with one sentence if a migration is missing, or if this code may not run on the newer ones
 */
export async function assertMigrated(url: string, migrations = readMigrations()): Promise<boolean> {
  return withClient(url, async (client) => {
    const state = await readSchemaState(client);
    assertSchemaUsable(state, migrations);
    const pending = pendingMigrations(state, migrations);
    if (pending.length)
      throw new SchemaError(
        `${pending.length === 1 ? "One migration is" : `${pending.length} migrations are`} pending, from ${pending[0]?.tag}: run npm run migrate, then start again.`,
      );
    return isDatabaseNewer(state, migrations);
  });
}

async function hasWork(client: Client, migrations: ReturnType<typeof readMigrations>) {
  const pending = await pendingIn(client, migrations);
  return pending.length > 0 || (await readSchemaState(client)).unfinished > 0;
}

async function pendingIn(client: Client, migrations: ReturnType<typeof readMigrations>) {
  const state = await readSchemaState(client);
  assertSchemaUsable(state, migrations);
  return pendingMigrations(state, migrations);
}

async function withClient<T>(url: string, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // Ignores connection errors, because the next query fails anyway; an unhandled `error` event would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs a function while no other instance migrates. A transaction on a second connection takes the lock and stays idle, because a pooler
 * may send other statements to another connection. Polls for the lock: PostgreSQL builds an index concurrently only once all running
 * statements have ended, so a statement that waited for the lock would block the build forever.
 */
async function withMigrationLock<T>(url: string, run: () => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    for (;;) {
      await client.query("begin");
      await client.query("set local idle_in_transaction_session_timeout = 0");
      // Uses no parameters, because a parameterised query keeps its snapshot open until the next query.
      const { rows } = await client.query(`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.migration}) as is_ours`);
      if (rows[0].is_ours) return run();
      await client.query("rollback");
      await delay(250);
    }
  });
}
