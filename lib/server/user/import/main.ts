import "server-only";
import { createWriteStream, existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { env } from "@/lib/env";
import { formatCount } from "@/lib/format";
import { connect } from "@/lib/server/db/client";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { migrate } from "@/lib/server/db/migrate";
import { importRegister } from "./import-register";
import { FileProblem } from "./read-file";

const USAGE = "Use: npm run import-users -- register.csv --app <name of the app> [--apply]";

/** `npm run import-users`: see docs/operations.md. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { app: { type: "string" }, apply: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [named] = positionals;
  if (!named || !values.app || positionals.length > 1) throw new FileProblem(USAGE);
  // npm starts it in the project's folder, and says where it was asked from.
  const file = path.resolve(process.env.INIT_CWD ?? ".", named);
  if (!existsSync(file)) throw new FileProblem(`There is no file ${file}.`);
  const { databaseUrl, dataDir } = env();
  const embedded = databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log: () => {} });
  const url = databaseUrl ?? embedded?.url ?? "";
  const { db, pool } = connect(url, 2, 0);
  try {
    await migrate(url);
    await run(db, file, { app: values.app, isDryRun: !values.apply });
  } finally {
    await pool.end();
    await embedded?.stop();
  }
}

async function run(db: Parameters<typeof importRegister>[0], file: string, mode: { app: string; isDryRun: boolean }) {
  const report = `${file}.report.csv`;
  const lines = createWriteStream(report);
  lines.write("line,outcome,reason\n");
  const started = Date.now();
  const counts = await importRegister(db, file, {
    ...mode,
    onRow: ({ line, outcome, reason }) => lines.write(`${line},${outcome},"${reason.replaceAll('"', '""')}"\n`),
    onProgress: ({ rows }) => process.stderr.write(`\r${formatCount(rows)} rows`),
  });
  await new Promise<void>((resolve) => lines.end(resolve));
  const { rows, opened, unchanged, refused, isDone } = counts;
  const seconds = ((Date.now() - started) / 1_000).toFixed(1);
  const would = mode.isDryRun ? "would be " : "";
  process.stderr.write("\n");
  say(isDone ? "This file was imported before. Nothing was changed." : `${formatCount(rows)} rows in ${seconds} s.`);
  say(
    `${formatCount(opened)} accounts ${would}opened, ${formatCount(unchanged)} unchanged, ${formatCount(refused)} refused.`,
  );
  if (!isDone) say(`Each row is in ${report}.`);
  if (mode.isDryRun) say("This was a dry run: nothing was written. Add --apply to import.");
}

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

main().catch((error: unknown) => {
  process.stderr.write(
    `\n${error instanceof FileProblem ? error.message : error instanceof Error ? (error.stack ?? error.message) : error}\n`,
  );
  process.exitCode = 1;
});
