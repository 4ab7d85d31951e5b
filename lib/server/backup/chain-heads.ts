import "server-only";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/env";
import type { BackupManifest } from "./manifest";
import { readPart } from "./parts";

/** Bytes of one audit hash in the file (lib/server/audit/heads.ts). */
const HEAD_BYTES = 32;
/** Name of a part with audit hashes, such as `audit-heads.bin`. Omits the database's name, because a restore may use another one. */
const PART_NAME = /^(audit-\w+)\.bin$/;

const databaseNameOf = (url: string) => new URL(url).pathname.replace(/[^\w-]/g, "") || "postgres";

/** Returns the files in `DATA_DIR` with the hashes of this database's audit chain, and the names of their parts in a backup. */
export function auditHashFilesOf(url: string): { name: string; file: string }[] {
  const { dataDir } = env();
  const ending = `-${databaseNameOf(url)}.bin`;
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  return names
    .filter((name) => name.endsWith(ending) && PART_NAME.test(`${name.slice(0, -ending.length)}.bin`))
    .map((name) => ({ name: `${name.slice(0, -ending.length)}.bin`, file: path.join(dataDir, name) }));
}

/**
 * Result of writing a file of audit hashes. `isNewFile`: false if a file existed, which stays unchanged. `missingInBackup`: number of
 * hashes in that file that the backup lacks.
 */
export type WrittenAuditHashes = { file: string; isNewFile: boolean; missingInBackup: number };

/**
 * Writes the audit hashes of the backup to a folder, for the database at this URL. Keeps an existing file unchanged, because it can have
 * hashes of rows that are newer than the backup and were lost.
 */
export async function writeAuditHashFiles(
  folder: string,
  { manifest, key, url, target }: { manifest: BackupManifest; key: Buffer | null; url: string; target: string },
): Promise<WrittenAuditHashes[]> {
  const placedHeads: WrittenAuditHashes[] = [];
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const part of manifest.parts) {
    const kind = PART_NAME.exec(part.name)?.[1];
    if (!kind) continue;
    const file = path.join(target, `${kind}-${databaseNameOf(url)}.bin`);
    if (existsSync(file)) {
      const size = await plainSize(folder, part.name, key);
      placedHeads.push({
        file,
        isNewFile: false,
        missingInBackup: Math.max(0, (statSync(file).size - size) / HEAD_BYTES),
      });
      continue;
    }
    const handle = await open(file, "wx", 0o600);
    try {
      for await (const piece of readPart(folder, part.name, key)) await handle.writeFile(piece);
    } finally {
      await handle.close();
    }
    placedHeads.push({ file, isNewFile: true, missingInBackup: 0 });
  }
  return placedHeads;
}

async function plainSize(folder: string, name: string, key: Buffer | null): Promise<number> {
  let size = 0;
  for await (const piece of readPart(folder, name, key)) size += piece.length;
  return size;
}
