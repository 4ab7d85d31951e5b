import "server-only";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { env } from "@/lib/env";
import { formatCount, pluralize } from "@/lib/format";
import { formatSecondsSince, printLine, resolveFolder, runCommand } from "@/lib/server/base/run-command";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import { connectDatabase, type Database } from "@/lib/server/db/client";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { assertMigrated } from "@/lib/server/db/migrate";
import { readArchiveLines, readArchiveManifest, verifyArchive } from "./archive-file";
import { archivePartition, archivingObstacleOf, listOldPartitions } from "./archive-partitions";
import { CommandError } from "./command-error";
import { connectWithoutTimeouts } from "./write-backup";

const USAGE =
  "Use: npm run archive -- [--keep-months 24] [--to <folder> --do], or --verify <archive>, or --print <archive>";

/** Runs `npm run archive`; see docs/archive.md. */
runCommand(async () => {
  const { verify, print, to, keepMonths, isReal } = readArguments();
  if (verify) return verifyFolder(resolveFolder(verify));
  if (print) return printRows(resolveFolder(print));
  const { migrationDatabaseUrl, databaseUrl, dataDir } = env();
  const givenUrl = migrationDatabaseUrl ?? databaseUrl;
  const embeddedServer = givenUrl ? null : await startEmbeddedPostgres({ dataDir, log: () => {} });
  const url = givenUrl ?? embeddedServer?.url ?? "";
  // Sets the database URL, because the name of the file with the audit trail's hashes is derived from it.
  process.env.DATABASE_URL = url;
  const { db, pool } = connectDatabase(url, 2, 0);
  // Keeps this connection open until the command ends, because its session has the archive lock.
  const client = await connectWithoutTimeouts(url);
  try {
    await assertMigrated(url);
    const { rows } = await client.query(`select pg_try_advisory_lock(${ADVISORY_LOCKS.archive}) as is_ours`);
    if (!rows[0].is_ours) throw new CommandError("Another npm run archive is at work.");
    return await archiveOld(db, { keepMonths, folder: isReal && to ? resolveFolder(to) : null });
  } finally {
    await client.end();
    await pool.end();
    await embeddedServer?.stop();
  }
});

async function archiveOld(db: Database, { keepMonths, folder }: { keepMonths: number; folder: string | null }) {
  const partitions = await listOldPartitions(db, keepMonths);
  if (partitions.length === 0)
    printLine(`Nothing to archive: no rows are older than ${pluralize(keepMonths, "full month")}.`);
  for (const partition of partitions) {
    const started = Date.now();
    const { name, rows, firstAt, lastAt } = partition;
    const title = `${name}: ${pluralize(rows, "row")} from ${firstAt.toISOString()} to ${lastAt.toISOString()}`;
    const obstacle = await archivingObstacleOf(db, partition);
    if (obstacle) {
      process.stderr.write(`${title} can't be archived: ${obstacle}\n`);
      return false;
    }
    if (folder)
      printLine(
        `${title}, archived in ${await archivePartition(db, partition, folder)} in ${formatSecondsSince(started)}.`,
      );
    else printLine(`${title}.`);
  }
  if (!folder && partitions.length > 0) printLine("Nothing was changed. To archive them, add --to <folder> --do.");
  return true;
}

async function verifyFolder(folder: string): Promise<boolean> {
  const { manifest, erased } = await verifyArchive(folder);
  const { partition, rows, firstPosition, lastPosition, lastHash } = manifest;
  printLine(
    `${partition}: ${pluralize(rows, "row")}, positions ${firstPosition} to ${lastPosition}, unchanged. Erased: ${formatCount(erased)}. Last hash: ${lastHash}`,
  );
  return true;
}

async function printRows(folder: string): Promise<boolean> {
  const { key } = readArchiveManifest(folder);
  for await (const line of readArchiveLines(folder, key))
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, "drain");
  return true;
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: "string" },
        do: { type: "boolean", default: false },
        "keep-months": { type: "string", default: "24" },
        verify: { type: "string" },
        print: { type: "string" },
      },
    });
    const keepMonths = Number(values["keep-months"]);
    if (Number.isInteger(keepMonths) && keepMonths >= 1 && values.do === (values.to !== undefined))
      return { verify: values.verify, print: values.print, to: values.to, keepMonths, isReal: values.do };
  } catch {
    // Prints the usage for an unknown argument.
  }
  throw new CommandError(USAGE);
}
