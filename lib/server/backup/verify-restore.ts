import "server-only";
import { inArray, sql } from "drizzle-orm";
import type { Client } from "pg";
import type { Database } from "@/lib/server/db/client";
import { assertMigrated } from "@/lib/server/db/migrate";
import { files } from "@/lib/server/db/schema/file";
import { SchemaError } from "@/lib/server/db/schema-version";
import { openBucket } from "@/lib/server/files/bucket";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import type { BackupManifest } from "./manifest";
import { type BackupFileEntry, readBackupFileList, sha256 } from "./stored-objects";
import { countTableRows, readNewestMigration } from "./write-backup";

type VerifyOptions = {
  folder: string;
  manifest: BackupManifest;
  key: Buffer | null;
  url: string;
  db: Database;
  client: Client;
  log: (line: string) => void;
};

/**
 * Compares a restored database with its backup: migrations, rows of each table, ledger, audit chain with the heads in
 * `DATA_DIR`, and files with their hashes.
 * @returns a sentence for each fault, with the id of what is missing or differs
 */
export async function verifyRestore(options: VerifyOptions): Promise<string[]> {
  const { manifest, client, url, db, log } = options;
  const faults: string[] = [];
  const add = (area: string, found: readonly string[]) => {
    log(`${area}: ${found.length ? found.join(" ") : "complete"}`);
    faults.push(...found);
  };
  const newestMigration = await readNewestMigration(client);
  const migrationFaults = await checkMigrations(url);
  add(`Migrations, up to ${newestMigration}`, migrationFaults);
  // Skips the other checks, which need the tables of this version.
  if (migrationFaults.length) return faults;
  add("Rows of each table", compareRows(manifest, await countTableRows(client)));
  add("Ledger", await checkLedger(db));
  add("Audit chain", await checkChain(db));
  add("Files", await checkFiles(options));
  return faults;
}

async function checkMigrations(url: string): Promise<string[]> {
  try {
    await assertMigrated(url);
    return [];
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return [
      `${error.message} To migrate it: MIGRATION_DATABASE_URL=<address> npm run migrate. Then repeat this with --verify-only.`,
    ];
  }
}

/**
 * Returns a sentence for each table with fewer rows than in the backup. More rows are no fault: migrating the copy, or recording its
 * verification, may add some.
 */
const compareRows = ({ rows }: BackupManifest, restoredRows: Record<string, number>) =>
  Object.entries(rows).flatMap(([table, count]) => {
    const restoredCount = restoredRows[table];
    if (restoredCount === undefined) return [`Table ${table} is missing.`];
    return restoredCount < count ? [`Table ${table} has ${restoredCount} of ${count} rows.`] : [];
  });

async function checkLedger(db: Database): Promise<string[]> {
  const faults: string[] = [];
  let after: string | undefined;
  do {
    const part = await verifyLedger(db, { after });
    faults.push(...part.faults);
    after = part.next ?? undefined;
  } while (after);
  return faults;
}

async function checkChain(db: Database): Promise<string[]> {
  let checked = 0;
  for (;;) {
    const part = await verifyAuditChain(db, checked);
    if (part.bad) {
      const { row, position, message } = part.bad;
      return [`${row === null ? `Position ${position} of the audit trail` : `Audit row ${row}`}: ${message}`];
    }
    if (part.finished) return [];
    checked = part.checked;
  }
}

/** Number of file faults after which the check of files stops, because so many faults have one common cause. */
const MAX_FILE_FAULTS = 1_000;

async function checkFiles({ folder, key, db }: VerifyOptions): Promise<string[]> {
  const faults: string[] = [];
  for await (const batch of readBackupFileList(folder, key)) {
    const ids = batch.map(({ id }) => id);
    const rows = await db
      .select({ id: files.id, hash: sql<string | null>`encode(sha256(${files.bytes}), 'hex')` })
      .from(files)
      .where(inArray(files.id, ids));
    const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
    for (const file of batch) {
      const fault = await findFileFault(file, hashes);
      if (fault) faults.push(fault);
    }
    if (faults.length >= MAX_FILE_FAULTS) break;
  }
  return faults;
}

async function findFileFault(file: BackupFileEntry, hashes: Map<string, string | null>): Promise<string | null> {
  const { id, isInBucket, sha256: expectedHash, isDeleted } = file;
  if (!hashes.has(id)) return `File ${id} has no row in the database.`;
  if (isDeleted) return null;
  if (!expectedHash) return `File ${id} was missing in the bucket already when the backup was made.`;
  let hash = hashes.get(id);
  if (isInBucket) {
    const object = await openBucket()?.find(id);
    if (!object) return `File ${id} is missing in the bucket.`;
    hash = sha256(object);
  }
  return hash === expectedHash ? null : `File ${id} differs from the backup.`;
}
