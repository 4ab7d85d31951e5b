import "server-only";
import { setImmediate } from "node:timers/promises";
import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import { type AuditChainHead, auditDigest, CHAIN_START } from "@/lib/server/audit/audit";
import { openChainHeadFile } from "@/lib/server/audit/heads";
import type { Queryable } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { bytesOfRow } from "./row-size";

/** Rows per query of row sizes. And the time limit of one call in ms, so that progress is shown and requests stay short. */
const BATCH_SIZE = 1_000;
const BUDGET_MS = 2_000;
/** Bytes of rows that are read together; a single row may be larger. */
const MAX_CHUNK_BYTES = 2_000_000;
/** Milliseconds between two yields to the event loop. Hashing one row of a megabyte takes as long. */
const YIELD_EVERY_MS = 10;

type TrailRow = typeof auditTrails.$inferSelect;
type StoredHeads = Awaited<ReturnType<typeof openChainHeadFile>>;
type BadRow = { row: number; message: string };

/**
 * Recomputes the hash chain after row `after`, two megabytes at a time. Compares it with the head in the database and
 * the heads stored outside it. Detects edits, deletions, reordering, a removed tail and a rewritten chain. Returns the
 * first bad row. The next call continues after `checked`.
 */
export async function verifyChain(db: Queryable, after: number, budget = BUDGET_MS) {
  const started = Date.now();
  // Opens the file of heads before reading the table: its heads were committed before, so the table must contain them.
  const heads = await openChainHeadFile();
  let previous: AuditChainHead = CHAIN_START;
  let comparedCount = 0;
  let badRow: BadRow | null = null;
  try {
    const { last, head } = await readLastRow(db);
    // Checks the last row of the previous call again, because the next row must follow it.
    if (after > 0) {
      const [row] = await db.select().from(auditTrails).where(eq(auditTrails.id, after));
      badRow = row ? findEditedRow(row) : missingRow(after);
      if (row) previous = row;
    }
    let turnStart = performance.now();
    const chunks = badRow ? [] : readChunks(db, previous.id + 1, last);
    for await (const { from, to, rows } of chunks) {
      const storedHashes = (await heads?.read(from, to - from + 1)) ?? [];
      for (const row of rows) {
        const storedHash = storedHashes[row.id - from];
        badRow = findFault(row, previous, storedHash);
        if (badRow) break;
        if (storedHash) comparedCount++;
        previous = row;
        if (performance.now() - turnStart > YIELD_EVERY_MS) {
          await setImmediate();
          turnStart = performance.now();
        }
      }
      if (!badRow && previous.id < to) badRow = missingRow(previous.id + 1);
      if (badRow || Date.now() - started > budget) break;
    }
    const isFinished = badRow !== null || previous.id >= last;
    if (!badRow && isFinished) badRow = findBadEnd(previous, last, head, heads);
    return {
      checked: previous.id,
      rows: Math.max(last, head.id),
      finished: isFinished,
      bad: badRow && { row: String(badRow.row), message: badRow.message },
      compared: heads ? comparedCount : null,
    };
  } finally {
    await heads?.close();
  }
}

/** Reads the last row and the head in one statement, so that both are of one moment. */
async function readLastRow(db: Queryable) {
  const result = await db.execute<{ last: string | null; id: string; hash: string }>(
    sql`select (select max(id) from audit_trails) as last, id, hash from audit_head`,
  );
  const [row] = result.rows;
  return { last: Number(row?.last ?? 0), head: { id: Number(row?.id ?? 0), hash: row?.hash ?? "" } };
}

/** Yields the rows from `from` to `last`, in batches limited by rows and bytes, without gaps in row numbers. */
async function* readChunks(db: Queryable, from: number, last: number) {
  const chunk = async (first: number, end: number) => ({
    from: first,
    to: end,
    rows: await rowsBetween(db, first, end),
  });
  for (let first = from; first <= last; first += BATCH_SIZE) {
    const end = Math.min(first + BATCH_SIZE - 1, last);
    let [start, bytes] = [first, 0];
    for (const row of await sizesBetween(db, first, end)) {
      if (bytes > 0 && bytes + row.bytes > MAX_CHUNK_BYTES) {
        yield chunk(start, row.id - 1);
        [start, bytes] = [row.id, 0];
      }
      bytes += row.bytes;
    }
    yield chunk(start, end);
  }
}

const isBetween = (from: number, to: number) => and(gte(auditTrails.id, from), lte(auditTrails.id, to));

const sizesBetween = (db: Queryable, from: number, to: number) =>
  db
    .select({ id: auditTrails.id, bytes: sql<number>`${bytesOfRow}` })
    .from(auditTrails)
    .where(isBetween(from, to))
    .orderBy(asc(auditTrails.id));

const rowsBetween = (db: Queryable, from: number, to: number) =>
  db.select().from(auditTrails).where(isBetween(from, to)).orderBy(asc(auditTrails.id));

function findFault(row: TrailRow, previous: AuditChainHead, storedHash: string | undefined): BadRow | null {
  if (row.id !== previous.id + 1) return missingRow(previous.id + 1);
  const editFault = findEditedRow(row);
  if (editFault) return editFault;
  if (storedHash && storedHash !== row.hash)
    return { row: row.id, message: "It is not the row that was written: the chain was rewritten from here on." };
  if (row.previousHash === previous.hash) return null;
  // This row refers to another hash of the previous row: the previous row was rewritten with a new hash.
  return { row: Math.max(1, previous.id), message: "It is not the row that the next one follows: it was rewritten." };
}

function findEditedRow({ id, hash, previousHash, ...row }: TrailRow): BadRow | null {
  if (auditDigest(id, previousHash, row) === hash) return null;
  return { row: id, message: "Its content does not fit its hash: it was changed, or moved from another place." };
}

const missingRow = (row: number): BadRow => ({ row, message: "It is missing: it was deleted." });

function findBadEnd(previous: AuditChainHead, last: number, head: AuditChainHead, heads: StoredHeads): BadRow | null {
  const cutMessage = "It is missing, and so are all rows after it: the end of the trail was cut off.";
  if (head.id > last) return { row: last + 1, message: cutMessage };
  if (head.id < last) return { row: head.id + 1, message: "It is not part of the chain: it was added past the head." };
  if (head.hash !== previous.hash) return { row: last, message: "It is not the row that the chain's head names." };
  if (heads && heads.last > last) return { row: last + 1, message: cutMessage };
  return null;
}
