import "server-only";
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { CommandError } from "./command-error";
import { decryptPart, encryptPart } from "./encryption";
import type { BackupManifest, BackupPart } from "./manifest";

/** Writes a part of a backup, encrypted if there is a key, and flushes it to the disk. Uses constant memory. */
export async function writePart(
  folder: string,
  name: string,
  source: AsyncIterable<Buffer>,
  key: Buffer | null,
): Promise<BackupPart> {
  const handle = await open(path.join(folder, name), "wx", 0o600);
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const piece of key ? encryptPart(source, key, name) : source) {
      hash.update(piece);
      bytes += piece.length;
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { name, bytes, sha256: hash.digest("hex") };
}

/** Reads a part of a backup, decrypted if there is a key. */
export function readPart(folder: string, name: string, key: Buffer | null): AsyncIterable<Buffer> {
  const stored: AsyncIterable<Buffer> = createReadStream(path.join(folder, name));
  return key ? decryptPart(stored, key, name) : stored;
}

/** Compares all parts of a backup with its manifest before anything is restored. @throws CommandError with the name of the damaged part */
export async function checkParts(folder: string, { parts }: BackupManifest): Promise<void> {
  for (const part of parts) await checkPart(folder, part);
}

/** Compares a part of a backup with its hash in the manifest. @throws CommandError if it is missing or damaged */
export async function checkPart(folder: string, { name, sha256 }: Pick<BackupPart, "name" | "sha256">): Promise<void> {
  const file = path.join(folder, name);
  if (!existsSync(file)) throw new CommandError(`Part ${name} of the backup is missing.`);
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece);
  if (hash.digest("hex") !== sha256) throw new CommandError(`Part ${name} of the backup is damaged.`);
}
