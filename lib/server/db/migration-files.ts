import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { programFile } from "@/lib/server/base/program-file";

/** A migration file, split into statements. */
export type Migration = {
  /** File name without `.sql`, such as `0021_homemail_mends`. */
  tag: string;
  /** Creation time in ms. Drizzle's table `__drizzle_migrations` identifies a migration by it. */
  when: number;
  /** SHA-256 of the migration file, as Drizzle stores it. */
  hash: string;
  /** Statements of the migration's transaction. */
  statements: string[];
  /** Statements that run one by one after the commit: `concurrently` and `validate constraint`. */
  afterCommit: string[];
  /** True if the migration needs an index or constraint that an earlier migration creates only after its own commit. */
  needsFinished?: boolean;
  /** `when` of the migration that code must include to run on the new schema; undefined if the migration removes nothing. */
  oldestCode?: number;
};

const MIGRATIONS_FOLDER = programFile("lib/server/db/migrations");

/**
 * Matches the comment of a contract step, which names the last migration of the release that stopped using what the migration file
 * removes.
 */
const CONTRACT_LINE = /^-- Contract: since (\d{4}_\w+)/gm;
/** First line of a migration that needs statements which an earlier migration runs after its commit. These statements then run first. */
const NEEDS_LINE = /^-- Needs: the statements of \d{4}_\w+ that run after its commit\.$/m;
/**
 * Matches statements that PostgreSQL refuses in a transaction, and `validate`, which reads the whole table and must not prolong a lock.
 */
const AFTER_COMMIT =
  /^(create (unique )?index|drop index|reindex \w+) concurrently\b|^alter table .+ validate constraint/i;

/** Reads the migrations of this version, oldest first. @throws if a file is missing or names an unknown migration */
export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  const { entries } = JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  return entries.map(({ tag, when }) => {
    const sql = readFileSync(path.join(folder, `${tag}.sql`), "utf8");
    const statements = splitStatements(sql);
    const oldestCode = Math.max(
      0,
      ...[...sql.matchAll(CONTRACT_LINE)].map(([, named]) => {
        const entry = entries.find((earlier) => earlier.tag === named && earlier.when < when);
        if (!entry) throw new Error(`${tag}.sql names ${named}, which is no earlier migration.`);
        return entry.when;
      }),
    );
    return {
      tag,
      when,
      hash: createHash("sha256").update(sql).digest("hex"),
      statements: statements.filter((statement) => !runsAfterCommit(statement)),
      afterCommit: statements.filter(runsAfterCommit),
      ...(NEEDS_LINE.test(sql) && { needsFinished: true }),
      ...(oldestCode && { oldestCode }),
    };
  });
}

/** Splits a migration file into statements. Omits parts that contain only comments. */
export const splitStatements = (sql: string) =>
  sql
    .split("--> statement-breakpoint")
    .map((statement) => statement.trim())
    .filter((statement) => stripSqlComments(statement));

/** Returns true for a statement that has to run after the migration's commit, outside its transaction. */
export const runsAfterCommit = (statement: string) => AFTER_COMMIT.test(stripSqlComments(statement));

/** Removes comment lines and a final semicolon, and joins the rest with single spaces: for patterns and messages. */
export const stripSqlComments = (statement: string) =>
  statement
    .replace(/^\s*--.*$/gm, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/;$/, "");
