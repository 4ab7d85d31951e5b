import type { Client } from "pg";
import { type Migration, readMigrations } from "./migration-files";

/** Error about the database's migrations whose message is one sentence for the operator. */
export class SchemaError extends Error {
  override name = "SchemaError";
}

const BASELINE_MISMATCH = `This database was made by a version from before the first release, and its tables have changed since. Nothing in it was touched. Without DATABASE_URL: move the folder that DATA_DIR names (.data unless you set it) aside and start again. With DATABASE_URL: name an empty database.`;

type AppliedMigration = { hash: string; when: number };

/** Migrations that a database has, and which releases may run on it. */
export type SchemaState = {
  applied: AppliedMigration[];
  /**
   * Row that the newest migration stored: its `when`, and the `when` of the oldest code that may run on the schema. Undefined before
   * migration 0022.
   */
  version?: { newest: number; oldestCode: number };
  /** Number of statements that applied migrations left to run after their commit, such as index builds. */
  unfinished: number;
};

/** Reads which migrations a database has. @throws SchemaError if the role may not read them */
export async function readSchemaState(client: Client): Promise<SchemaState> {
  try {
    const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as migrations,
      to_regclass('drizzle.schema_version') is not null as version`);
    if (!rows[0].migrations) return { applied: [], unfinished: 0 };
    const applied = await client.query("select hash, created_at from drizzle.__drizzle_migrations order by id");
    const state = {
      applied: applied.rows.map(({ hash, created_at }) => ({ hash, when: Number(created_at) })),
      unfinished: 0,
    };
    if (!rows[0].version) return state;
    const version = await client.query(`select newest, oldest_code,
      (select count(*) from drizzle.unfinished_statements) as unfinished from drizzle.schema_version`);
    if (!version.rows[0]) return state;
    const { newest, oldest_code, unfinished } = version.rows[0];
    return {
      ...state,
      version: { newest: Number(newest), oldestCode: Number(oldest_code) },
      unfinished: Number(unfinished),
    };
  } catch (error) {
    if (!isPermissionDenied(error)) throw error;
    throw new SchemaError(
      "The database role may not read the schema “drizzle”: run docs/database-roles.sql as the role that owns the tables.",
      { cause: error },
    );
  }
}

/** Returns true if PostgreSQL refused a statement because of the role's rights. */
export const isPermissionDenied = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "42501";

/**
 * Checks that this code can run on the database, once the pending migrations are applied. If the database has migrations that this code
 * does not know, it is accepted only if the newer release has stored that this code may still run (decision 0023).
 * @throws SchemaError
 */
export function assertSchemaUsable({ applied, version }: SchemaState, migrations = readMigrations()): void {
  if (applied[0] && applied[0].hash !== migrations[0]?.hash) throw new SchemaError(BASELINE_MISMATCH);
  if (!isDatabaseNewer({ applied }, migrations)) return;
  const newest = Math.max(...applied.map(({ when }) => when));
  const newestKnown = Math.max(...migrations.map(({ when }) => when));
  if (version?.newest === newest && version.oldestCode <= newestKnown) return;
  throw new SchemaError(
    "The database is newer than this version of the product, which can't work with its tables: start the newer version, or restore the backup from before the update.",
  );
}

/** Returns true if the database has migrations that this code does not know. */
export const isDatabaseNewer = ({ applied }: Pick<SchemaState, "applied">, migrations = readMigrations()) =>
  applied.some(({ when }) => !migrations.some((migration) => migration.when === when));

/** Returns the migrations that the database lacks, oldest first. */
export const pendingMigrations = ({ applied }: SchemaState, migrations: readonly Migration[]) =>
  migrations.filter(({ when }) => !applied.some((row) => row.when === when));
