import { setTimeout as delay } from "node:timers/promises";
import { type Client, DatabaseError } from "pg";
import { type Migration, stripSqlComments } from "./migration-files";
import { isPermissionDenied, SchemaError } from "./schema-version";

/**
 * Maximum time in ms that a migration waits for a table's lock. API calls on the table queue behind the migration, so the limit is shorter
 * than the 3 s that a call waits for the database.
 */
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 5_000;
/** PostgreSQL's error codes for a lock that was not available in time, and for a deadlock. */
const LOCK_ERRORS = ["55P03", "40P01"];

/** Creates tables that store which releases may run on the schema, and which statements still have to run after a commit. */
const BOOKKEEPING = `create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.schema_version (
    only_row boolean primary key default true check (only_row), newest bigint not null, oldest_code bigint not null);
  create table if not exists drizzle.unfinished_statements (
    id serial primary key, migration text not null, statement text not null);`;

/** Options of `applyMigration`: how to log, and how often to retry if a lock is not available. */
export type MigrationLockOptions = {
  log: (message: string) => void;
  /** For tests: number of attempts, and the longest pause between two attempts in ms. */
  attempts?: number;
  longestPauseMs?: number;
};

/**
 * Applies one migration in a transaction of its own. Retries if its table locks are not free within a second, so that it never blocks API
 * calls for longer. Pauses between attempts grow up to 5 s.
 * @returns the duration in ms of the successful attempt
 * @throws SchemaError
 */
export async function applyMigration(
  client: Client,
  migration: Migration,
  options: MigrationLockOptions,
): Promise<number> {
  const { log, attempts = LOCK_ATTEMPTS, longestPauseMs = LONGEST_PAUSE_MS } = options;
  for (let attempt = 1; ; attempt++) {
    const started = Date.now();
    try {
      await runInTransaction(client, migration);
      return Date.now() - started;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      const isLocked = error instanceof DatabaseError && LOCK_ERRORS.includes(error.code ?? "");
      if (!isLocked) throw describeFailure(migration, error);
      if (attempt === attempts)
        throw new SchemaError(
          `Migration ${migration.tag} did not get its locks in ${attempts} attempts and changed nothing: end the long queries or transactions on its tables and run npm run migrate again.`,
          { cause: error },
        );
      log(`${migration.tag} waits for a lock (attempt ${attempt} of ${attempts})`);
      await delay(Math.min(250 * 2 ** attempt, longestPauseMs));
    }
  }
}

async function runInTransaction(client: Client, { tag, when, hash, statements, afterCommit, oldestCode }: Migration) {
  await client.query("begin");
  await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(BOOKKEEPING);
  // Checks again under this table lock that the migration is pending. Another instance may have applied it if the connection with the
  // migration lock broke.
  await client.query("lock table drizzle.__drizzle_migrations in exclusive mode");
  const { rowCount } = await client.query("select 1 from drizzle.__drizzle_migrations where created_at = $1", [when]);
  if (!rowCount) {
    for (const statement of statements) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, when]);
    for (const statement of afterCommit)
      await client.query("insert into drizzle.unfinished_statements (migration, statement) values ($1, $2)", [
        tag,
        statement,
      ]);
    await client.query(
      `insert into drizzle.schema_version (newest, oldest_code) values ($1, $2) on conflict (only_row) do update
       set newest = greatest(schema_version.newest, $1), oldest_code = greatest(schema_version.oldest_code, $2)`,
      [when, oldestCode ?? 0],
    );
  }
  await client.query("commit");
}

function describeFailure({ tag }: Migration, error: unknown): unknown {
  if (isPermissionDenied(error))
    return new SchemaError(
      `Migration ${tag} is pending, and the database role may not change tables: run npm run migrate with MIGRATION_DATABASE_URL.`,
      { cause: error },
    );
  if (!(error instanceof DatabaseError)) return error;
  return new SchemaError(`Migration ${tag} failed and changed nothing: ${error.message}.`, { cause: error });
}

/**
 * Runs the statements that migrations left to run after their commit, oldest migration first. A statement may be interrupted and repeated:
 * an invalid index, which an interrupted build leaves, is dropped and built again. The statements block no writes.
 * @throws SchemaError whose message contains the failed statement; the next run retries it
 */
export async function runUnfinishedStatements(client: Client, log: (message: string) => void): Promise<void> {
  const { rows } = await client.query("select id, migration, statement from drizzle.unfinished_statements order by id");
  if (rows.length === 0) return;
  // Sets no time limits, because these statements wait for other transactions. Not `set local`, because they can't run in a transaction.
  await client.query("set statement_timeout = 0");
  await client.query("set lock_timeout = 0");
  for (const { id, migration, statement } of rows as { id: number; migration: string; statement: string }[]) {
    const words = stripSqlComments(statement);
    const started = Date.now();
    try {
      await runRepeatable(client, statement);
      await client.query("delete from drizzle.unfinished_statements where id = $1", [id]);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      throw new SchemaError(
        `${migration} is applied, but “${words}” failed and is repeated by npm run migrate: ${error.message}.`,
        {
          cause: error,
        },
      );
    }
    log(`${migration}: ${words} (${formatSeconds(Date.now() - started)})`);
  }
}

async function runRepeatable(client: Client, statement: string) {
  const index = /^(create|drop)\b.*?\bindex concurrently (?:if (?:not )?exists )?("[^"]+"|[\w.]+)/i.exec(
    stripSqlComments(statement),
  );
  if (index?.[1] && index[2]) {
    const isCreate = index[1].toLowerCase() === "create";
    const { rows } = await client.query("select indisvalid from pg_index where indexrelid = to_regclass($1)", [
      index[2],
    ]);
    if (isCreate ? rows[0]?.indisvalid : !rows[0]) return;
    if (isCreate && rows[0]) await client.query(`drop index concurrently ${index[2]}`);
  }
  await client.query(statement);
}

/** Formats a duration in ms, such as `1.25 s`. */
export const formatSeconds = (ms: number) => `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 0)} s`;
