import "server-only";
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { Client } from "pg";
import type { Bucket } from "@/lib/server/files/bucket";
import { CommandError } from "./command-error";
import { FILES_PART, OBJECTS_FOLDER } from "./manifest";
import { readPart, writePart } from "./parts";

/** A stored file in the backup's list. */
export type BackupFileEntry = {
  id: string;
  contentType: string;
  isInBucket: boolean;
  /** Hash of the content; null if the object was missing in the bucket. */
  sha256: string | null;
  /** True if the file was deleted while the backup was made, which explains its missing object. */
  isDeleted?: boolean;
};

const ROWS_PER_QUERY = 200;
/** Number of objects copied at the same time. Each is in memory, up to about 20 MB. */
const CONCURRENT_OBJECTS = 4;

/** Returns the SHA-256 hash in hexadecimal. */
export const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

type CopyOptions = {
  /** Connection whose transaction has the snapshot of the dump. */
  client: Client;
  /** Returns true if the file still has a row in the database, read outside the snapshot. */
  isStored: (id: string) => Promise<boolean>;
  bucket: Bucket | null;
  folder: string;
  key: Buffer | null;
};

/** Lists all stored files of the snapshot with their hashes, and copies those of the bucket into the backup. */
export async function copyStoredFiles({ client, isStored, bucket, folder, key }: CopyOptions) {
  const objects = { count: 0, bytes: 0 };
  const missingFiles: string[] = [];

  async function copyObject(file: BackupFileEntry): Promise<BackupFileEntry> {
    if (!file.isInBucket) return file;
    if (!bucket) throw new CommandError(`File ${file.id} is in a bucket, and the FILES_BUCKET_ settings are missing.`);
    const bytes = await bucket.find(file.id);
    if (!bytes) {
      const isDeleted = !(await isStored(file.id));
      if (!isDeleted) missingFiles.push(file.id);
      return { ...file, isDeleted };
    }
    const part = await writePart(folder, `${OBJECTS_FOLDER}/${file.id}`, toStream(bytes), key);
    objects.count++;
    objects.bytes += part.bytes;
    return { ...file, sha256: sha256(bytes) };
  }

  async function* lines() {
    for await (const batch of readFileRows(client)) {
      for (let from = 0; from < batch.length; from += CONCURRENT_OBJECTS) {
        const listed = await Promise.all(batch.slice(from, from + CONCURRENT_OBJECTS).map(copyObject));
        yield Buffer.from(listed.map((file) => `${JSON.stringify(file)}\n`).join(""));
      }
    }
  }

  const part = await writePart(folder, FILES_PART, lines(), key);
  return { part, objects, missingFiles: missingFiles.sort() };
}

async function* toStream(bytes: Buffer) {
  yield bytes;
}

/** Yields the rows of stored files in batches, ordered by id. PostgreSQL computes the hashes of content in the database. */
async function* readFileRows(client: Client): AsyncGenerator<BackupFileEntry[]> {
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await client.query<BackupFileEntry>(
      `select id, content_type as "contentType", bytes is null as "isInBucket", encode(sha256(bytes), 'hex') as sha256
      from files where id > $1 order by id limit ${ROWS_PER_QUERY}`,
      [last],
    );
    if (rows.length) yield rows;
    if (rows.length < ROWS_PER_QUERY) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Reads the list of stored files of a backup, in batches. */
export async function* readBackupFileList(folder: string, key: Buffer | null): AsyncGenerator<BackupFileEntry[]> {
  const lines = createInterface({ input: Readable.from(readPart(folder, FILES_PART, key)), crlfDelay: Infinity });
  let batch: BackupFileEntry[] = [];
  for await (const line of lines) {
    batch.push(JSON.parse(line));
    if (batch.length < ROWS_PER_QUERY) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}

type RestoreOptions = { folder: string; key: Buffer | null; bucket: Bucket };

/** Writes the backup's objects to the bucket, except objects that the bucket already has unchanged. @returns how many were written */
export async function restoreObjects({ folder, key, bucket }: RestoreOptions): Promise<number> {
  let writtenCount = 0;
  async function restoreObject({ id, contentType, isInBucket, sha256: hash }: BackupFileEntry) {
    if (!isInBucket || !hash) return;
    const current = await bucket.find(id);
    if (current && sha256(current) === hash) return;
    const pieces: Buffer[] = [];
    for await (const piece of readPart(folder, `${OBJECTS_FOLDER}/${id}`, key)) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    if (sha256(bytes) !== hash) throw new CommandError(`The backup's copy of file ${id} is damaged.`);
    await bucket.put(id, { contentType, bytes });
    writtenCount++;
  }
  for await (const batch of readBackupFileList(folder, key)) {
    for (let from = 0; from < batch.length; from += CONCURRENT_OBJECTS)
      await Promise.all(batch.slice(from, from + CONCURRENT_OBJECTS).map(restoreObject));
  }
  return writtenCount;
}
