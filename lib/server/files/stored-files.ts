import "server-only";
import { asc, eq, inArray, lt, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { log } from "@/lib/server/base/log";
import { type Database, database, type Queryable, type Transaction } from "@/lib/server/db/client";
import { fileOrphans, filePages, files } from "@/lib/server/db/schema/file";
import { isStopping } from "@/lib/server/process/stopping";
import { bucket } from "./bucket";

export type NewFile = { contentType: string; bytes: Buffer };
export type StoredFile = { contentType: string; bytes: Buffer<ArrayBuffer> };
/** A file that is written, if to the bucket, and belongs to nothing until a transaction keeps it. */
export type StagedFile = NewFile & { id: string; inBucket: boolean };

/**
 * The one interface to stored files: in the database, or in an S3-compatible bucket where one is set (lib/env.ts). Nobody
 * outside this process gets an address of a file; anyone who reads one went through a call that allows it.
 *
 * First half of storing, before the transaction, so that no connection waits for the bucket. The id is noted as an
 * orphan before the object is written: whatever happens then, a transaction keeps it or `sweepFiles` deletes it.
 * @param db the pool, not a transaction: the note has to survive a rollback.
 * @throws the bucket's failure; nothing refers to the file then.
 */
export async function stageFile(db: Database, file: NewFile): Promise<StagedFile> {
  const id = uuid();
  const store = bucket();
  if (store) {
    await db.insert(fileOrphans).values({ id });
    await store.put(id, file);
  }
  return { ...file, id, inBucket: Boolean(store) };
}

/** Second half, in the transaction of what the file belongs to: a rollback takes it along. @returns its id */
export async function keepFile(tx: Queryable, { id, contentType, bytes, inBucket }: StagedFile): Promise<string> {
  if (inBucket) {
    const noted = await tx.delete(fileOrphans).where(eq(fileOrphans.id, id));
    if (!noted.rowCount) throw new Error(`File ${id} was not staged, or is deleted already.`);
  }
  await tx.insert(files).values({ id, contentType, size: bytes.length, bytes: inBucket ? null : bytes });
  return id;
}

/**
 * How much of a file the database hands over at once. It comes written in hexadecimal, and reading 10 MB of that in one go
 * would hold up everybody else for a quarter of a second.
 */
const PIECE = 262_144;

/** @returns null when there is no such file. @throws when the bucket does not answer or has lost it. */
export async function readStoredFile(db: Queryable, id: string): Promise<StoredFile | null> {
  const pieces: Buffer[] = [];
  for (let from = 1; ; from += PIECE) {
    const piece = sql<Buffer | null>`substring(${files.bytes} from ${from}::int for ${PIECE}::int)`;
    const [file] = await db.select({ contentType: files.contentType, piece }).from(files).where(eq(files.id, id));
    // Also when it was removed between two pieces.
    if (!file) return null;
    const { contentType } = file;
    if (!file.piece) return { contentType, bytes: await bucketOf(id).get(id) };
    pieces.push(file.piece);
    if (file.piece.length < PIECE) return { contentType, bytes: Buffer.concat(pieces) };
  }
}

/**
 * Removes files, and the pages of those that are PDFs, in the transaction that removes the last mention of them; an object
 * goes with the next sweep.
 */
export async function removeFiles(tx: Transaction, ids: readonly string[]): Promise<void> {
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

/** An hour outlasts every transaction that may still keep a staged file. */
const ORPHAN_AGE = sql`now() - interval '1 hour'`;

/** Deletes objects of the bucket that no row stands for. Instances may run it at once. @returns how many */
export async function sweepFiles(db: Database = database().db): Promise<number> {
  let swept = 0;
  while (!isStopping() && (await sweepOne(db))) swept++;
  if (swept) log.info({ swept }, "files that nothing refers to are deleted");
  return swept;
}

const sweepOne = (db: Database) =>
  db.transaction(async (tx) => {
    const [orphan] = await tx
      .select()
      .from(fileOrphans)
      .where(lt(fileOrphans.notedAt, ORPHAN_AGE))
      .orderBy(asc(fileOrphans.notedAt))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!orphan) return false;
    await bucketOf(orphan.id).remove(orphan.id);
    await tx.delete(fileOrphans).where(eq(fileOrphans.id, orphan.id));
    return true;
  });

function bucketOf(id: string) {
  const store = bucket();
  if (!store) throw new Error(`File ${id} is in a bucket, and the FILES_BUCKET_ settings are missing.`);
  return store;
}
