import "server-only";
import { constants, mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { databaseNameOf } from "@/lib/settings/postgres-url";
import type { AuditChainHead } from "./audit";

/**
 * Stores the heads of the audit chain outside the database too, where an attacker who rewrites the table can't change
 * them. Each head is a log line. With a disk, it is also stored as 32 bytes at `(id - 1) * 32` of a file in the data
 * folder. A written slot is never overwritten, so the file also reveals deleted and replaced rows. Instances may share
 * the file or have one each. An empty slot (zeros) proves nothing; the next head covers all rows before it.
 */
const SIZE = 32;

/** Returns the file's path, specific to this database: another database's heads would look like falsification. */
export function chainHeadFilePath(): string {
  const name = databaseNameOf(process.env.DATABASE_URL ?? "postgres://localhost/none").replace(/[^\w-]/g, "");
  return path.join(env().dataDir, `audit-heads-${name || "postgres"}.bin`);
}

let waitingChainHeads: AuditChainHead[] = [];
let writeInProgress: Promise<void> | null = null;
let hasWarned = false;

/** Records committed rows. Never throws and does not block; a failed write is logged. */
export function storeChainHeads(heads: readonly AuditChainHead[]): void {
  if (heads.length === 0) return;
  for (const { id, hash } of heads) log.info({ auditId: id, auditHash: hash }, "audit");
  waitingChainHeads.push(...heads);
  startWritingHeads();
}

function startWritingHeads() {
  writeInProgress ??= writeWaitingHeads().finally(() => {
    writeInProgress = null;
    if (waitingChainHeads.length > 0) startWritingHeads();
  });
}

async function writeWaitingHeads(): Promise<void> {
  try {
    const file = chainHeadFilePath();
    mkdirSync(path.dirname(file), { recursive: true });
    const handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      while (waitingChainHeads.length > 0) {
        const batch = waitingChainHeads;
        waitingChainHeads = [];
        for (const { id, hash } of batch) {
          const slot = (id - 1) * SIZE;
          const { bytesRead, buffer } = await handle.read(Buffer.alloc(SIZE), 0, SIZE, slot);
          const isWritten = bytesRead === SIZE && !isEmptySlot(buffer);
          if (!isWritten) await handle.write(Buffer.from(hash, "hex"), 0, SIZE, slot);
          else if (buffer.toString("hex") !== hash) log.error({ auditId: id }, "this audit row was another one before");
        }
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    waitingChainHeads = [];
    if (!hasWarned) log.warn({ err: error }, "audit heads can't be kept on this disk: they are in the log alone");
    hasWarned = true;
  }
}

const isEmptySlot = (slot: Buffer) => slot.every((byte) => byte === 0);

/** Opens the file with the last hashes of the audit chain. @returns null if there is no file */
export async function openChainHeadFile() {
  await writeInProgress;
  const handle = await open(chainHeadFilePath(), "r").catch(() => null);
  if (!handle) return null;
  const { size } = await handle.stat();
  return {
    /** Highest row number in the file. */
    last: Math.floor(size / SIZE),
    /** Returns the hashes of rows `first` to `first + count - 1`; undefined for rows without one. */
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
