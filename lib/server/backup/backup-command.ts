import "server-only";
import { parseArgs } from "node:util";
import { env } from "@/lib/env";
import { formatCount } from "@/lib/format";
import { formatSecondsSince, printLine, resolveFolder, runCommand, toOneLine } from "@/lib/server/base/run-command";
import { startEmbeddedPostgres } from "@/lib/server/db/embedded";
import { CommandError } from "./command-error";
import { backupBytesOf } from "./manifest";
import { recordBackup } from "./record-backup";
import { writeBackup } from "./write-backup";

const USAGE = "Use: npm run backup -- --to <folder>";

/** Runs `npm run backup`; see docs/backup.md. */
runCommand(async () => {
  const started = Date.now();
  const { to } = readArguments();
  const { migrationDatabaseUrl, databaseUrl, dataDir } = env();
  const givenUrl = migrationDatabaseUrl ?? databaseUrl;
  const embeddedServer = givenUrl ? null : await startEmbeddedPostgres({ dataDir, log: () => {} });
  const url = givenUrl ?? embeddedServer?.url ?? "";
  // Sets the database URL, because the name of the file with the audit trail's hashes is derived from it.
  process.env.DATABASE_URL = url;
  try {
    const { folder, manifest } = await writeBackup({ url, to: resolveFolder(to), isEmbedded: Boolean(embeddedServer) });
    // Records the backup before printing, because printing fails if nobody reads the output.
    const isRecorded = await recordBackup(url, manifest).catch((error: unknown) => {
      throw new CommandError(`The backup ${folder} is complete, but could not be recorded: ${toOneLine(error)}`);
    });
    printLine(`${folder}: ${formatCount(backupBytesOf(manifest))} bytes in ${formatSecondsSince(started)}.`);
    if (!manifest.salt) printLine("It is not encrypted, because BACKUP_KEY is not set.");
    if (!manifest.parts.some(({ name }) => name.startsWith("audit-")))
      printLine("It has no heads of the audit chain, because DATA_DIR has none of this database.");
    if (!isRecorded)
      printLine("It is not recorded, because the database has no table for it yet: npm run migrate adds it.");
    for (const id of manifest.missingFiles) process.stderr.write(`File ${id} is missing in the bucket.\n`);
    return manifest.missingFiles.length === 0;
  } finally {
    await embeddedServer?.stop();
  }
});

function readArguments(): { to: string } {
  try {
    const { to } = parseArgs({ options: { to: { type: "string" } } }).values;
    if (to) return { to };
  } catch {
    // Prints the usage for an unknown argument.
  }
  throw new CommandError(USAGE);
}
