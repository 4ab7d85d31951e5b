import "server-only";
import { createWriteStream, existsSync, type WriteStream } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { isNotNull } from "drizzle-orm";
import { env } from "@/lib/env";
import { listAppsWithKey } from "@/lib/server/app-api/known-apps";
import { runCommand } from "@/lib/server/base/run-command";
import { connectDatabase, type Database } from "@/lib/server/db/client";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { prepareSchema } from "@/lib/server/db/prepare-schema";
import { users } from "@/lib/server/db/schema/user";
import { FileError } from "./read-file";

type RowOutcome = { line: number; outcome: string; reason: string };
type CommandOptions = {
  db: Database;
  /** Absolute path of the imported file. */
  file: string;
  app: string;
  isDryRun: boolean;
  /** Writes a row of the report file. */
  onRow: (outcome: RowOutcome) => void;
};

/**
 * Runs `npm run <name> -- <file> --app <name> [--apply]` on the configured database, and writes each row's result to
 * `<file>.report.csv`. Prints errors from `run` and exits with code 1.
 */
export function runImportCommand(usage: string, run: (commandOptions: CommandOptions) => Promise<void>): void {
  runCommand(() => main(usage, run));
}

async function main(usage: string, run: (commandOptions: CommandOptions) => Promise<void>): Promise<undefined> {
  const { values, positionals } = parseArgs({
    options: { app: { type: "string" }, apply: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [named] = positionals;
  if (!named || !values.app || positionals.length > 1) throw new FileError(usage);
  // npm runs the script in the project folder; INIT_CWD is the caller's folder.
  const file = path.resolve(process.env.INIT_CWD ?? ".", named);
  if (!existsSync(file)) throw new FileError(`There is no file ${file}.`);
  const { databaseUrl, dataDir } = env();
  const embeddedServer = databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log: () => {} });
  const url = databaseUrl ?? embeddedServer?.url ?? "";
  // Sets the variable, because the file with the hashes of the audit trail is named after the database.
  process.env.DATABASE_URL = url;
  const { db, pool } = connectDatabase(url, 2, 0);
  let report: WriteStream | undefined;
  try {
    await prepareSchema(url);
    await refuseUnknownApp(db, values.app);
    await run({
      ...{ db, file, app: values.app, isDryRun: !values.apply },
      onRow({ line, outcome, reason }) {
        // Creates the report file only when there is a first row to report: a repeated import reports nothing, and must not overwrite the earlier
        // report.
        report ??= beginReport(file);
        report.write(`${line},${outcome},"${reason.replaceAll('"', '""')}"\n`);
      },
    });
  } finally {
    await new Promise<void>((resolve) => (report ? report.end(resolve) : resolve()));
    await pool.end();
    await embeddedServer?.stop();
  }
}

function beginReport(file: string): WriteStream {
  const report = createWriteStream(importReportPath(file));
  report.write("line,outcome,reason\n");
  return report;
}

/** Rejects a mistyped app name, whose accounts no app could access. @throws FileError */
async function refuseUnknownApp(db: Database, app: string): Promise<void> {
  const named = await listAppsWithKey(db);
  const rows = await db.selectDistinct({ app: users.app }).from(users).where(isNotNull(users.app));
  const allowed = [...new Set([...named, ...rows.flatMap((row) => row.app ?? [])])].sort();
  if (allowed.length && !allowed.includes(app))
    throw new FileError(
      `No app is called “${app}”. The app keys and the accounts name: ${allowed.join(", ")}. Make a key for the app first: App Configurations, Notifications, App keys.`,
    );
}

/** Returns the path of the report for a file. */
export const importReportPath = (file: string) => `${file}.report.csv`;
