import "server-only";
import { constants, mkdirSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import type { Queryable } from "@/lib/server/db/client";
import { databaseNameOf } from "@/lib/settings/postgres-url";

/** Position and hash of a sealed row, which is one that was added to the audit trail's hash chain. */
export type ChainHead = { position: number; hash: string };

/**
 * Bytes of a hash in the file that stores the audit chain's hashes outside the database, where an attacker who rewrites the table can't
 * change them. The file is in the data folder; the hash of a position is at byte `(position - 1) * 32`. A written slot is never
 * overwritten, so the file also reveals deleted and replaced rows. Instances may share the file or have one each. An empty slot (zeros)
 * proves nothing; the next hash covers all rows before it. The newest hash of each batch is also logged, in case there is no disk.
 */
const SIZE = 32;
/** Number of hashes that are copied or compared per read. */
const SLOTS_PER_COPY = 32_768;

/** Returns the file's path, specific to this database: another database's hashes would look like falsification. */
export const chainHeadFilePath = () => filePath("audit-seals");
/** Returns the path of the hash file of releases before migration 0025, whose slots follow the numbers of audit rows, not positions. */
export const oldFormatChainHeadFilePath = () => filePath("audit-heads");

function filePath(kind: string): string {
  const name = databaseNameOf(process.env.DATABASE_URL ?? "postgres://localhost/none").replace(/[^\w-]/g, "");
  return path.join(env().dataDir, `${kind}-${name || "postgres"}.bin`);
}

let waitingBatches: (readonly ChainHead[])[] = [];
let writeInProgress: Promise<void> | null = null;
let hasWarned = false;

/** Records the last position and hash of a committed batch of sealed rows. Never throws and does not block; a failed write is logged. */
export function storeChainHeads(heads: readonly ChainHead[]): void {
  const newest = heads.at(-1);
  if (!newest) return;
  log.info({ auditPosition: newest.position, auditHash: newest.hash, rows: heads.length }, "audit");
  waitingBatches.push(heads);
  startWritingHeads();
}

function startWritingHeads() {
  writeInProgress ??= writeWaitingHeads().finally(() => {
    writeInProgress = null;
    if (waitingBatches.length > 0) startWritingHeads();
  });
}

async function writeWaitingHeads(): Promise<void> {
  await withHeadFile(async (handle) => {
    while (waitingBatches.length > 0) {
      const [batch = [], ...others] = waitingBatches;
      waitingBatches = others;
      await writeSlots(handle, batch[0]?.position ?? 1, Buffer.from(batch.map(({ hash }) => hash).join(""), "hex"));
    }
  });
}

/** Opens the file for writing, and creates it if needed. @returns false if the file could not be written */
async function withHeadFile(write: (handle: FileHandle) => Promise<void>): Promise<boolean> {
  try {
    const file = chainHeadFilePath();
    mkdirSync(path.dirname(file), { recursive: true });
    const handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
    await write(handle).finally(() => handle.close());
    return true;
  } catch (error) {
    waitingBatches = [];
    if (!hasWarned) log.warn({ err: error }, "audit heads can't be kept on this disk: they are in the log alone");
    hasWarned = true;
    return false;
  }
}

/** Writes hashes into empty slots, from the slot of `first` on. Logs slots that have another hash. */
async function writeSlots(handle: FileHandle, first: number, hashes: Buffer): Promise<void> {
  const start = (first - 1) * SIZE;
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(hashes.length), 0, hashes.length, start);
  const merged = Buffer.from(hashes);
  for (let slot = 0; slot + SIZE <= bytesRead; slot += SIZE) {
    const written = buffer.subarray(slot, slot + SIZE);
    if (isEmptySlot(written)) continue;
    const isGiven = !isEmptySlot(hashes.subarray(slot, slot + SIZE));
    if (isGiven && written.compare(hashes, slot, slot + SIZE) !== 0)
      log.error({ auditPosition: first + slot / SIZE }, "this audit row was another one before");
    written.copy(merged, slot);
  }
  await handle.write(merged, 0, merged.length, start);
}

const isEmptySlot = (slot: Buffer) => slot.every((byte) => byte === 0);

const adoptedFiles = new Set<string>();

/**
 * Copies the hashes in an earlier release's file into this release's file, once: only those of audit rows that migration
 * 0025 sealed. Instances of the earlier release that still run write other hashes for later rows, which are not copied.
 */
export async function copyEarlierChainHeads(db: Queryable): Promise<void> {
  const file = chainHeadFilePath();
  if (adoptedFiles.has(file)) return;
  const earlier = await open(oldFormatChainHeadFilePath(), "r").catch(() => null);
  if (!earlier) return;
  try {
    const { rows } = await db.execute<{ adopted: string }>(sql`select adopted from audit_seal_head`);
    const end = Math.min(Number(rows[0]?.adopted ?? 0) * SIZE, (await earlier.stat()).size);
    const isCopied = await withHeadFile(async (handle) => {
      for (let start = 0; start < end; start += SLOTS_PER_COPY * SIZE) {
        const length = Math.min(SLOTS_PER_COPY * SIZE, end - start);
        const { buffer } = await earlier.read(Buffer.alloc(length), 0, length, start);
        await writeSlots(handle, start / SIZE + 1, buffer);
      }
    });
    if (isCopied) adoptedFiles.add(file);
  } catch (error) {
    log.warn({ err: error }, "audit heads of an earlier release could not be copied yet");
  } finally {
    await earlier.close();
  }
}

/** Opens the file with the hashes of the audit chain. @returns null if there is no file */
export async function openChainHeadFile() {
  await writeInProgress;
  const handle = await open(chainHeadFilePath(), "r").catch(() => null);
  if (!handle) return null;
  const { size } = await handle.stat();
  return {
    /** Highest position of which the file has a hash. */
    last: Math.floor(size / SIZE),
    /** Returns the hashes at positions `first` to `first + count - 1`; undefined for a position without a hash. */
    async read(first: number, count: number): Promise<(string | undefined)[]> {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(count * SIZE), 0, count * SIZE, (first - 1) * SIZE);
      return Array.from({ length: Math.floor(bytesRead / SIZE) }, (_, index) => {
        const slot = buffer.subarray(index * SIZE, (index + 1) * SIZE);
        return isEmptySlot(slot) ? undefined : slot.toString("hex");
      });
    },
    close: () => handle.close(),
  };
}
