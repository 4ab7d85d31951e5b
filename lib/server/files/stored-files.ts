import "server-only";
import { asc, eq, inArray, lt, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { log } from "@/lib/server/base/log";
import { type Database, database, type Queryable, type Transaction } from "@/lib/server/db/client";
import { fileOrphans, filePages, files } from "@/lib/server/db/schema/file";
import { isProcessStopping } from "@/lib/server/process/stopping";
import { openBucket } from "./bucket";

/** A file to store, with its media type. */
export type NewFile = { contentType: string; bytes: Buffer };
/** A file read from storage, with its media type. */
export type StoredFile = { contentType: string; bytes: Buffer<ArrayBuffer> };
/**
 * A file that is staged before the transaction: no record uses it yet. `storeFile` keeps it; without a bucket, `storeFile` also writes its
 * bytes.
 */
export type StagedFile = NewFile & { id: string; inBucket: boolean };

/**
 * Stores a file before the transaction, so that no connection waits for the bucket. Files are in the database, or in an
 * S3-compatible bucket if configured (lib/env.ts). They have no public URL; each read is an authorised call.
 *
 * Records the id as an orphan before writing the object: later a transaction keeps it, or `deleteOrphanFiles` deletes
 * it.
 * @param db the pool instead of a transaction, because the orphan row must survive a rollback
 * @throws the bucket's error; then nothing refers to the file
 */
export async function stageFile(db: Database, file: NewFile): Promise<StagedFile> {
  const id = uuid();
  const store = openBucket();
  if (store) {
    await db.insert(fileOrphans).values({ id });
    await store.put(id, file);
  }
  return { ...file, id, inBucket: Boolean(store) };
}

/** Keeps a staged file, in the transaction of the record that uses it, so that a rollback undoes both. @returns its id */
export async function storeFile(tx: Queryable, { id, contentType, bytes, inBucket }: StagedFile): Promise<string> {
  if (inBucket) {
    const claimed = await tx.delete(fileOrphans).where(eq(fileOrphans.id, id));
    if (!claimed.rowCount) throw new Error(`File ${id} was not staged, or is deleted already.`);
  }
  await tx.insert(files).values({ id, contentType, size: bytes.length, bytes: inBucket ? null : bytes });
  return id;
}

/** Bytes per query. PostgreSQL sends bytea as hexadecimal; decoding 10 MB in one go blocks for a quarter of a second. */
const CHUNK_BYTES = 262_144;

/** Reads a file. @returns null if it does not exist @throws an error if the bucket fails or has lost it */
export async function readStoredFile(db: Queryable, id: string): Promise<StoredFile | null> {
  const chunks: Buffer[] = [];
  for (let from = 1; ; from += CHUNK_BYTES) {
    const piece = sql<Buffer | null>`substring(${files.bytes} from ${from}::int for ${CHUNK_BYTES}::int)`;
    const [file] = await db.select({ contentType: files.contentType, piece }).from(files).where(eq(files.id, id));
    // Returns null also if the file was deleted between two reads.
    if (!file) return null;
    const { contentType } = file;
    if (!file.piece) return { contentType, bytes: await requireBucket(id).get(id) };
    chunks.push(file.piece);
    if (file.piece.length < CHUNK_BYTES) return { contentType, bytes: Buffer.concat(chunks) };
  }
}

/** Deletes files that no record uses any more, and the pages of PDFs. `deleteOrphanFiles` deletes their objects. */
export async function removeStoredFiles(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const pages = await tx
    .delete(filePages)
    .where(inArray(filePages.fileId, [...ids]))
    .returning();
  for (const id of [...pages.map(({ pageFileId }) => pageFileId), ...ids]) {
    const [removed] = await tx
      .delete(files)
      .where(eq(files.id, id))
      .returning({ inBucket: sql<boolean>`${files.bytes} is null` });
    if (removed?.inBucket) await tx.insert(fileOrphans).values({ id });
  }
}

/** Minimum age of an orphan: longer than any transaction that could still keep a staged file. */
const ORPHAN_AGE = sql`now() - interval '1 hour'`;

/** Deletes bucket objects without a row. Safe to run on several instances in parallel. @returns number of deleted objects */
export async function deleteOrphanFiles(db: Database = database().db): Promise<number> {
  let deletedCount = 0;
  while (!isProcessStopping() && (await deleteNextOrphan(db))) deletedCount++;
  if (deletedCount) log.info({ swept: deletedCount }, "files that nothing refers to are deleted");
  return deletedCount;
}

const deleteNextOrphan = (db: Database) =>
  db.transaction(async (tx) => {
    const [orphan] = await tx
      .select()
      .from(fileOrphans)
      .where(lt(fileOrphans.notedAt, ORPHAN_AGE))
      .orderBy(asc(fileOrphans.notedAt))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!orphan) return false;
    await requireBucket(orphan.id).remove(orphan.id);
    await tx.delete(fileOrphans).where(eq(fileOrphans.id, orphan.id));
    return true;
  });

function requireBucket(id: string) {
  const store = openBucket();
  if (!store) throw new Error(`File ${id} is in a bucket, and the FILES_BUCKET_ settings are missing.`);
  return store;
}
