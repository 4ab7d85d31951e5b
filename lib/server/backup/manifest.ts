import "server-only";
import { z } from "zod";
import { readSignedManifest, writeSignedManifest } from "./signed-manifest";

const MANIFEST_FILE = "manifest.json";
/** Name of the backup's file with the output of pg_dump. */
export const DATABASE_PART = "database.dump";
/** Name of the backup's file with one line of JSON for each stored file (stored-objects.ts). */
export const FILES_PART = "files.jsonl";
/** Name of the backup's folder with the bucket's objects, which are named by their ids. */
export const OBJECTS_FOLDER = "files";

const part = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });
/** A part of a backup: a file with its name, size and hash. */
export type BackupPart = z.output<typeof part>;

const manifestSchema = z.object({
  format: z.literal(1),
  id: z.uuid(),
  /** Time of the snapshot: the backup contains everything committed before it. */
  at: z.string(),
  productVersion: z.string(),
  newestMigration: z.string(),
  serverVersion: z.number(),
  dumpVersion: z.number(),
  /** Salt of the key in hexadecimal; null if the parts are not encrypted. */
  salt: z.string().nullable(),
  /** Sizes and hashes of the parts as they are stored. */
  parts: z.array(part),
  objects: z.object({ count: z.number(), bytes: z.number() }),
  /** Ids of files that were already missing in the bucket. */
  missingFiles: z.array(z.string()),
  /** Number of rows of each table. */
  rows: z.record(z.string(), z.number()),
  durationMs: z.number(),
});
/** Content of a backup's manifest file. */
export type BackupManifest = z.output<typeof manifestSchema>;

/** Returns the size of a backup in bytes. */
export const backupBytesOf = ({ parts, objects }: BackupManifest): number =>
  parts.reduce((sum, { bytes }) => sum + bytes, objects.bytes);

/** Writes the manifest of a backup, authenticated if there is a key. */
export const writeBackupManifest = (folder: string, manifest: BackupManifest, key: Buffer | null): Promise<void> =>
  writeSignedManifest(folder, MANIFEST_FILE, manifest, key);

/** Reads and authenticates the manifest of a backup, see `readSignedManifest`. */
export const readBackupManifest = (folder: string) =>
  readSignedManifest(folder, { file: MANIFEST_FILE, schema: manifestSchema, name: "backup" });
