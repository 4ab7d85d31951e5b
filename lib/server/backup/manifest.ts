import "server-only";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { env } from "@/lib/env";
import { canonicalJson } from "@/lib/server/base/canonical-json";
import { CommandError } from "./command-error";
import { authenticate, deriveBackupKey } from "./encryption";

const MANIFEST_FILE = "manifest.json";
export const DATABASE_PART = "database.dump";
/** Lines of JSON, one for each stored file: see stored-objects.ts. */
export const FILES_PART = "files.jsonl";
/** Folder with the bucket's objects, named by their ids. */
export const OBJECTS_FOLDER = "files";

const part = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });
export type BackupPart = z.output<typeof part>;

const manifestSchema = z.object({
  format: z.literal(1),
  id: z.uuid(),
  /** Moment of the snapshot: everything committed before it is in the backup. */
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
  /** Rows of each table. */
  rows: z.record(z.string(), z.number()),
  durationMs: z.number(),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Returns the size of a backup in bytes. */
export const bytesOf = ({ parts, objects }: Manifest): number =>
  parts.reduce((sum, { bytes }) => sum + bytes, objects.bytes);

/** Writes the manifest, authenticated if there is a key. */
export async function writeManifest(folder: string, manifest: Manifest, key: Buffer | null): Promise<void> {
  const mac = key ? authenticate(key, canonicalJson(manifest)) : null;
  const text = `${JSON.stringify({ ...manifest, mac }, null, 2)}\n`;
  await writeFile(path.join(folder, MANIFEST_FILE), text, { mode: 0o600, flush: true });
}

/**
 * Reads and authenticates the manifest of a backup.
 * @returns the manifest, and the key of the parts; null if they are not encrypted
 * @throws CommandError if this is no complete backup, or `BACKUP_KEY` is missing or another one
 */
export function readManifest(folder: string): { manifest: Manifest; key: Buffer | null } {
  const file = path.join(folder, MANIFEST_FILE);
  if (!existsSync(file))
    throw new CommandError(`There is no complete backup in ${folder}: ${MANIFEST_FILE} is missing.`);
  let manifest: Manifest;
  let mac: unknown;
  try {
    const content = JSON.parse(readFileSync(file, "utf8"));
    manifest = manifestSchema.parse(content);
    mac = content.mac;
  } catch (error) {
    throw new CommandError(`${file} is damaged, or of another version of the product.`, { cause: error });
  }
  if (manifest.salt === null) return { manifest, key: null };
  const { backupKey } = env();
  if (!backupKey) throw new CommandError("The backup is encrypted: set BACKUP_KEY to the key that it was made with.");
  const key = deriveBackupKey(backupKey, Buffer.from(manifest.salt, "hex"));
  if (mac !== authenticate(key, canonicalJson(manifest)))
    throw new CommandError("BACKUP_KEY is not the key that the backup was made with, or manifest.json was changed.");
  return { manifest, key };
}
