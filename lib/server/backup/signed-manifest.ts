import "server-only";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { z } from "zod";
import { env } from "@/lib/env";
import { canonicalJson } from "@/lib/server/base/canonical-json";
import { CommandError } from "./command-error";
import { authenticationCodeOf, deriveBackupKey } from "./encryption";

/** Salt of the key in hexadecimal; null if the parts are not encrypted. */
type Salted = { salt: string | null };
type ManifestKind<T> = { file: string; schema: z.ZodType<T> /** Name in messages. */; name: "backup" | "archive" };

/** Writes the manifest, authenticated if there is a key. */
export async function writeSignedManifest(folder: string, file: string, manifest: object, key: Buffer | null) {
  const mac = key ? authenticationCodeOf(key, canonicalJson(manifest)) : null;
  const text = `${JSON.stringify({ ...manifest, mac }, null, 2)}\n`;
  await writeFile(path.join(folder, file), text, { mode: 0o600, flush: true });
}

/**
 * Reads and authenticates a manifest.
 * @returns the manifest, and the key of the parts; null if they are not encrypted
 * @throws CommandError if the folder has no complete manifest, or `BACKUP_KEY` is missing or not the key of this manifest
 */
export function readSignedManifest<T extends Salted>(
  folder: string,
  { file: fileName, schema, name }: ManifestKind<T>,
) {
  const file = path.join(folder, fileName);
  if (!existsSync(file)) throw new CommandError(`There is no complete ${name} in ${folder}: ${fileName} is missing.`);
  let manifest: T;
  let mac: unknown;
  try {
    const content = JSON.parse(readFileSync(file, "utf8"));
    manifest = schema.parse(content);
    mac = content.mac;
  } catch (error) {
    throw new CommandError(`${file} is damaged, or of another version of the product.`, { cause: error });
  }
  if (manifest.salt === null) return { manifest, key: null };
  const { backupKey } = env();
  if (!backupKey) throw new CommandError(`The ${name} is encrypted: set BACKUP_KEY to the key that it was made with.`);
  const key = deriveBackupKey(backupKey, Buffer.from(manifest.salt, "hex"));
  if (mac !== authenticationCodeOf(key, canonicalJson(manifest)))
    throw new CommandError(`BACKUP_KEY is not the key that the ${name} was made with, or ${fileName} was changed.`);
  return { manifest, key };
}
