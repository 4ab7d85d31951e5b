import "server-only";
import { setImmediate } from "node:timers/promises";
import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import { type AuditHead, auditDigest, CHAIN_START } from "@/lib/server/audit/audit";
import { openHeads } from "@/lib/server/audit/heads";
import type { Queryable } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { bytesOfRow } from "./shown-bytes";

/** Rows per query of sizes, and the time limit of one call in ms: progress shows, and no request takes long. */
const BATCH = 1_000;
const BUDGET_MS = 2_000;
/** Bytes of rows that are read together; a single row may be larger. */
const PIECE = 2_000_000;
/** Milliseconds until the loop yields to other requests. A row of a megabyte alone takes as long. */
const TURN_MS = 10;

type Row = typeof auditTrails.$inferSelect;
type Heads = Awaited<ReturnType<typeof openHeads>>;
type BadRow = { row: number; message: string };

/**
 * Recomputes the hash chain after row `after`, two megabytes at a time. Compares it with the head in the database and the
 * heads kept outside it. Detects edits, deletions, reordering, a cut-off tail and a rewritten chain. Returns the first bad row.
 * The next call continues after `checked`.
 */
export async function verifyChain(db: Queryable, after: number, budget = BUDGET_MS) {
  const started = Date.now();
  // Open the file first: what it contains now was committed before, so the table must have it.
  const heads = await openHeads();
  let previous: AuditHead = CHAIN_START;
  let compared = 0;
  let bad: BadRow | null = null;
  try {
    const { last, head } = await ends(db);
    // Check the last row of the previous call again, alone: the next row has to follow it.
    if (after > 0) {
      const [row] = await db.select().from(auditTrails).where(eq(auditTrails.id, after));
      bad = row ? edited(row) : missing(after);
      if (row) previous = row;
    }
    let turn = performance.now();
    const pieces = bad ? [] : piecesOf(db, previous.id + 1, last);
    for await (const { from, to, rows } of pieces) {
      const kept = (await heads?.read(from, to - from + 1)) ?? [];
      for (const row of rows) {
        const outside = kept[row.id - from];
        bad = badness(row, previous, outside);
        if (bad) break;
        if (outside) compared++;
        previous = row;
        if (performance.now() - turn > TURN_MS) {
          await setImmediate();
          turn = performance.now();
        }
      }
      if (!bad && previous.id < to) bad = missing(previous.id + 1);
      if (bad || Date.now() - started > budget) break;
    }
    const finished = bad !== null || previous.id >= last;
    if (!bad && finished) bad = badEnd(previous, last, head, heads);
    return {
      checked: previous.id,
      rows: Math.max(last, head.id),
      finished,
      bad: bad && { row: String(bad.row), message: bad.message },
      compared: heads ? compared : null,
    };
  } finally {
    await heads?.close();
  }
}

/** Reads the last row and the head in one statement, so at the same moment: later rows belong to the next verification. */
async function ends(db: Queryable) {
  const found = await db.execute<{ last: string | null; id: string; hash: string }>(
    sql`select (select max(id) from audit_trails) as last, id, hash from audit_head`,
  );
  const [row] = found.rows;
  return { last: Number(row?.last ?? 0), head: { id: Number(row?.id ?? 0), hash: row?.hash ?? "" } };
}

/** Yields the rows from `from` to `last`, in batches limited by rows and bytes that cover every row number. */
async function* piecesOf(db: Queryable, from: number, last: number) {
  const piece = async (first: number, end: number) => ({
    from: first,
    to: end,
    rows: await rowsBetween(db, first, end),
  });
  for (let first = from; first <= last; first += BATCH) {
    const end = Math.min(first + BATCH - 1, last);
    let [start, bytes] = [first, 0];
    for (const row of await sizesBetween(db, first, end)) {
      if (bytes > 0 && bytes + row.bytes > PIECE) {
        yield piece(start, row.id - 1);
        [start, bytes] = [row.id, 0];
      }
      bytes += row.bytes;
    }
    yield piece(start, end);
  }
}

const between = (from: number, to: number) => and(gte(auditTrails.id, from), lte(auditTrails.id, to));

const sizesBetween = (db: Queryable, from: number, to: number) =>
  db
    .select({ id: auditTrails.id, bytes: sql<number>`${bytesOfRow}` })
    .from(auditTrails)
    .where(between(from, to))
    .orderBy(asc(auditTrails.id));

const rowsBetween = (db: Queryable, from: number, to: number) =>
  db.select().from(auditTrails).where(between(from, to)).orderBy(asc(auditTrails.id));

function badness(row: Row, previous: AuditHead, outside: string | undefined): BadRow | null {
  if (row.id !== previous.id + 1) return missing(previous.id + 1);
  const changed = edited(row);
  if (changed) return changed;
  if (outside && outside !== row.hash)
    return { row: row.id, message: "It is not the row that was written: the chain was rewritten from here on." };
  if (row.previousHash === previous.hash) return null;
  // The hash of this row is right, but for a different previous row: the previous row was rewritten with a new hash.
  return { row: Math.max(1, previous.id), message: "It is not the row that the next one follows: it was rewritten." };
}

function edited({ id, hash, previousHash, ...row }: Row): BadRow | null {
  if (auditDigest(id, previousHash, row) === hash) return null;
  return { row: id, message: "Its content does not fit its hash: it was changed, or moved from another place." };
}

const missing = (row: number): BadRow => ({ row, message: "It is missing: it was deleted." });

function badEnd(previous: AuditHead, last: number, head: AuditHead, heads: Heads): BadRow | null {
  const cut = "It is missing, and so are all rows after it: the end of the trail was cut off.";
  if (head.id > last) return { row: last + 1, message: cut };
  if (head.id < last) return { row: head.id + 1, message: "It is not part of the chain: it was added past the head." };
  if (head.hash !== previous.hash) return { row: last, message: "It is not the row that the chain's head names." };
  if (heads && heads.last > last) return { row: last + 1, message: cut };
  return null;
}
