import "server-only";
import { randomBytes } from "node:crypto";
import { createReadStream, existsSync, readFileSync, rmSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { v7 as uuid } from "uuid";
import { env } from "@/lib/env";
import { readMigrations } from "@/lib/server/db/migration-files";
import { readSchemaState } from "@/lib/server/db/schema-version";
import { openBucket } from "@/lib/server/files/bucket";
import { auditHashFilesOf } from "./chain-heads";
import { deriveBackupKey } from "./encryption";
import { type BackupManifest, type BackupPart, DATABASE_PART, OBJECTS_FOLDER, writeBackupManifest } from "./manifest";
import { writePart } from "./parts";
import { findPostgresProgram, startPostgresProgram } from "./postgres-programs";
import { copyStoredFiles } from "./stored-objects";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

type BackupOptions = {
  url: string;
  /** Folder that contains all backups. Each backup is a subfolder. */
  to: string;
  /** True for the embedded server, whose package has no pg_dump. */
  isEmbedded?: boolean;
};

/**
 * Writes a backup of one moment: database, objects of the bucket and hashes of the audit chain. The folder gets its final name only
 * once it is complete; after an error or a signal it is removed.
 * @throws CommandError if a program is missing or fails, and errors of the database, the bucket and the disk
 */
export async function writeBackup({
  url,
  to,
  isEmbedded,
}: BackupOptions): Promise<{ folder: string; manifest: BackupManifest }> {
  const started = Date.now();
  const client = await connectWithoutTimeouts(url);
  let draft: string | undefined;
  const removeDraft = () => draft && rmSync(draft, { recursive: true, force: true });
  const endBySignal = () => {
    removeDraft();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, endBySignal);
  try {
    const serverVersion = await readServerMajorVersion(client);
    const pgDump = findPostgresProgram("pg_dump", serverVersion, isEmbedded);
    const id = uuid();
    const folder = path.join(to, `crossriverpay-${new Date(started).toISOString().replace(/[-:]|\.\d+/g, "")}`);
    draft = `${folder}.partial`;
    await mkdir(to, { recursive: true });
    await mkdir(draft, { mode: 0o700 });
    await mkdir(path.join(draft, OBJECTS_FOLDER), { mode: 0o700 });
    const { backupKey } = env();
    const salt = backupKey ? randomBytes(16) : null;
    const key = backupKey && salt ? deriveBackupKey(backupKey, salt) : null;

    // Copies the audit hashes before the snapshot. Their rows were committed earlier, so the snapshot contains them all.
    const parts: BackupPart[] = [];
    for (const { name, file } of auditHashFilesOf(url))
      parts.push(await writePart(draft, name, createReadStream(file), key));

    await client.query("begin isolation level repeatable read, read only");
    const { rows: snapshots } = await client.query("select pg_export_snapshot() as id, now() as at");
    const dump = startPostgresProgram(pgDump, url, [
      ...["--format=custom", "--no-owner", "--no-privileges", "--lock-wait-timeout=60s"],
      `--snapshot=${snapshots[0].id}`,
    ]);
    const databasePart = await writePart(draft, DATABASE_PART, dump.output, key);
    await dump.finished;
    const files = await copyStoredFiles({
      ...{ client, folder: draft, key, bucket: openBucket() },
      isStored: (fileId) => isFileStored(url, fileId),
    });
    const manifest: BackupManifest = {
      ...{ format: 1, id, serverVersion, dumpVersion: pgDump.major },
      at: snapshots[0].at.toISOString(),
      productVersion: readProductVersion(),
      newestMigration: await readNewestMigration(client),
      salt: salt?.toString("hex") ?? null,
      parts: [databasePart, files.part, ...parts],
      objects: files.objects,
      missingFiles: files.missingFiles,
      rows: await countTableRows(client),
      durationMs: Date.now() - started,
    };
    await client.query("commit");
    await writeBackupManifest(draft, manifest, key);
    await rename(draft, folder);
    return { folder, manifest };
  } catch (error) {
    removeDraft();
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, endBySignal);
    await client.end();
  }
}

/** Connects without the time limits of a request: the snapshot's transaction is idle while pg_dump runs. */
export async function connectWithoutTimeouts(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  // Listens to the error of a broken connection, which would end the process otherwise. The next query throws the error.
  client.on("error", () => {});
  await client.connect();
  await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
  return client;
}

/** Returns the major version of the PostgreSQL server. */
export async function readServerMajorVersion(client: Client): Promise<number> {
  const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major");
  return rows[0].major;
}

async function isFileStored(url: string, id: string): Promise<boolean> {
  const client = await connectWithoutTimeouts(url);
  try {
    return (await client.query("select 1 from files where id = $1", [id])).rowCount === 1;
  } finally {
    await client.end();
  }
}

/** Returns the name of the newest migration that the database has. */
export async function readNewestMigration(client: Client): Promise<string> {
  const { applied } = await readSchemaState(client);
  const newest = Math.max(0, ...applied.map(({ when }) => when));
  return readMigrations().find(({ when }) => when === newest)?.tag ?? `unknown (${newest})`;
}

/** Counts the rows of each of the product's tables. */
export async function countTableRows(client: Client): Promise<Record<string, number>> {
  const { rows } = await client.query(`select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by relname`);
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await client.query(`select count(*) as count from public.${client.escapeIdentifier(name)}`);
    counts[name] = Number(counted.rows[0].count);
  }
  return counts;
}

function readProductVersion(): string {
  const file = path.join(process.cwd(), "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : "unknown";
}
