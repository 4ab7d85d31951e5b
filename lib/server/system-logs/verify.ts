import "server-only";
import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import { type AuditHead, auditDigest, CHAIN_START } from "@/lib/server/audit";
import { openHeads } from "@/lib/server/audit-heads";
import type { Queryable } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";

/** Rows read at once, and how long one call goes on: progress shows, and no request is ever long. */
const BATCH = 1_000;
const BUDGET_MS = 2_000;

type Row = typeof auditTrails.$inferSelect;
type Heads = Awaited<ReturnType<typeof openHeads>>;
type BadRow = { row: number; message: string };

/**
 * Recomputes the chain from the row after `after` on, in batches, and compares it with the head in the database and with
 * the heads outside it. Finds edits, deletions, reorderings, a cut tail and a rewritten chain, and names the first bad
 * row. `checked` is where the next call goes on.
 */
export async function verifyChain(db: Queryable, after: number, budget = BUDGET_MS) {
  const started = Date.now();
  // In this order: what the file knows by now was committed before, so the table has to have it.
  const heads = await openHeads();
  let previous: AuditHead = CHAIN_START;
  let compared = 0;
  let bad: BadRow | null = null;
  let finished = false;
  try {
    const { last, head } = await ends(db);
    // The last row of the call before is checked once more, by itself: it is what the next one has to follow.
    if (after > 0) {
      const [row] = await db.select().from(auditTrails).where(eq(auditTrails.id, after));
      bad = row ? edited(row) : missing(after);
      if (row) previous = row;
    }
    while (!bad && !finished) {
      const from = previous.id + 1;
      const to = Math.min(previous.id + BATCH, last);
      const kept = (await heads?.read(from, to - from + 1)) ?? [];
      for (const row of await rowsBetween(db, from, to)) {
        const outside = kept[row.id - from];
        bad = badness(row, previous, outside);
        if (bad) break;
        if (outside) compared++;
        previous = row;
      }
      if (!bad && previous.id < to) bad = missing(previous.id + 1);
      if (!bad && previous.id >= last) {
        bad = badEnd(previous, last, head, heads);
        finished = true;
      }
      if (Date.now() - started > budget) break;
    }
    return {
      checked: previous.id,
      rows: Math.max(last, head.id),
      finished: finished || bad !== null,
      bad: bad && { row: String(bad.row), message: bad.message },
      compared: heads ? compared : null,
    };
  } finally {
    await heads?.close();
  }
}

/** The last row and the head in one statement, so of one moment: rows that come later belong to the next verification. */
async function ends(db: Queryable) {
  const found = await db.execute<{ last: string | null; id: string; hash: string }>(
    sql`select (select max(id) from audit_trails) as last, id, hash from audit_head`,
  );
  const [row] = found.rows;
  return { last: Number(row?.last ?? 0), head: { id: Number(row?.id ?? 0), hash: row?.hash ?? "" } };
}

const rowsBetween = (db: Queryable, from: number, to: number) =>
  db
    .select()
    .from(auditTrails)
    .where(and(gte(auditTrails.id, from), lte(auditTrails.id, to)))
    .orderBy(asc(auditTrails.id));

function badness(row: Row, previous: AuditHead, outside: string | undefined): BadRow | null {
  if (row.id !== previous.id + 1) return missing(previous.id + 1);
  const changed = edited(row);
  if (changed) return changed;
  if (outside && outside !== row.hash)
    return { row: row.id, message: "It is not the row that was written: the chain was rewritten from here on." };
  if (row.previousHash === previous.hash) return null;
  // This row holds together and names another one before it: that one was rewritten, with a hash to match.
  return { row: Math.max(1, previous.id), message: "It is not the row that the next one follows: it was rewritten." };
}

function edited({ id, hash, previousHash, ...row }: Row): BadRow | null {
  if (auditDigest(id, previousHash, row) === hash) return null;
  return { row: id, message: "Its content does not fit its hash: it was changed, or moved from another place." };
}

const missing = (row: number): BadRow => ({ row, message: "It is missing: it was deleted." });

function badEnd(previous: AuditHead, last: number, head: AuditHead, heads: Heads): BadRow | null {
  const cut = "It is missing, with all that came after it: the end of the trail was cut off.";
  if (head.id > last) return { row: last + 1, message: cut };
  if (head.id < last) return { row: head.id + 1, message: "It is not part of the chain: it was added past the head." };
  if (head.hash !== previous.hash) return { row: last, message: "It is not the row that the chain's head names." };
  if (heads && heads.last > last) return { row: last + 1, message: cut };
  return null;
}
