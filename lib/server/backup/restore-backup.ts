import "server-only";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { openBucket } from "@/lib/server/files/bucket";
import { CommandError } from "./command-error";
import { type BackupManifest, DATABASE_PART } from "./manifest";
import { checkParts, readPart } from "./parts";
import { findPostgresProgram, startPostgresProgram } from "./postgres-programs";
import { restoreObjects } from "./stored-objects";
import { connectWithoutTimeouts, readServerMajorVersion } from "./write-backup";

type RestoreOptions = {
  folder: string;
  manifest: BackupManifest;
  key: Buffer | null;
  url: string;
  log: (line: string) => void;
};

/**
 * Restores a backup into an empty database, in one transaction, and its objects into the configured bucket.
 * @throws CommandError if the database is not empty or too old, or a part is damaged: then nothing was written
 */
export async function restoreBackup({ folder, manifest, key, url, log }: RestoreOptions): Promise<void> {
  await checkParts(folder, manifest);
  log("The parts of the backup are complete.");
  const bucket = openBucket();
  if (manifest.objects.count > 0 && !bucket)
    throw new CommandError(
      `The backup has ${manifest.objects.count} objects of a bucket: set the FILES_BUCKET_ settings to the bucket to restore to.`,
    );
  const client = await connectWithoutTimeouts(url);
  try {
    const serverVersion = await readServerMajorVersion(client);
    if (serverVersion < manifest.serverVersion)
      throw new CommandError(
        `The backup is of PostgreSQL ${manifest.serverVersion}, and the server of --database has version ${serverVersion}.`,
      );
    await refuseTables(client);
    const pgRestore = findPostgresProgram("pg_restore", Math.max(serverVersion, manifest.dumpVersion));
    const running = startPostgresProgram(pgRestore, url, [
      ...["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"],
    ]);
    // If pg_restore ends early, its own error message is thrown instead of the broken pipe.
    const sent = pipeline(readPart(folder, DATABASE_PART, key), running.input).catch((error: unknown) => error);
    await running.finished;
    const sendingError = await sent;
    if (sendingError) throw sendingError;
    await client.query("analyze");
    log("The database is restored.");
  } finally {
    await client.end();
  }
  if (bucket && manifest.objects.count > 0) {
    const writtenCount = await restoreObjects({ folder, key, bucket });
    log(`${writtenCount} of ${manifest.objects.count} objects were written to the bucket; the others were there.`);
  }
}

async function refuseTables(client: Client): Promise<void> {
  const { rows } = await client.query(`select relnamespace::regnamespace || '.' || relname as name from pg_class
    where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
    order by name limit 1`);
  if (rows[0])
    throw new CommandError(
      `The database of --database is not empty: it has ${rows[0].name}. Restore into a new database, and nothing is overwritten.`,
    );
}
