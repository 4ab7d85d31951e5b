import "server-only";
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { isInRanges, readArchivedPositions } from "@/lib/server/audit/archives";
import {
  ERASABLE_FORMAT,
  FULL_FORMAT,
  isPersonalPartEmpty,
  personalPartStateOf,
  sealHash,
} from "@/lib/server/audit/digest";
import { createErasureCheck } from "@/lib/server/audit/erasures";
import { type ChainHead, copyEarlierChainHeads, openChainHeadFile } from "@/lib/server/audit/heads";
import type { Queryable } from "@/lib/server/db/client";
import type { SealPositionRange } from "@/lib/server/db/schema/audit-archives";
import { findUnsealedRow, hasAuditRowsFrom, readSeal, readSealedRows, type SealedRow } from "./read-chain";

/** Time limit of one call in ms, so that progress is shown and requests stay short. */
const BUDGET_MS = 2_000;
/** Milliseconds between two yields to the event loop. Hashing one row of a megabyte takes as long. */
const YIELD_EVERY_MS = 10;

type StoredHeads = Awaited<ReturnType<typeof openChainHeadFile>>;
/** A row with a fault. `row`: its number; null if only its position is known. `position`: null for a row that is not in the hash chain. */
type BadRow = { position: number | null; row: number | null; message: string };

/** Rows and values whose absence is no fault: archived rows, and values removed by approved erasures. */
type KnownAbsences = {
  archived: readonly SealPositionRange[];
  isErasureOnRecord: (erasureId: string) => Promise<boolean>;
};

type Link = ChainHead & { auditId: number };

/** Position and hash before the first row of the hash chain. */
const CHAIN_START: Link = { position: 0, hash: "0".repeat(64), auditId: Number.MIN_SAFE_INTEGER };

/**
 * Recomputes the hash chain after position `after`, two megabytes at a time. Compares it with the head in the database and the hashes
 * stored outside it. Detects edits, deletions, reordering, a removed tail, a rewritten chain, gaps in positions, and rows that are not in it.
 * Returns the first bad row. The next call continues after `checked`. A row without personal part is a fault unless an approved erasure
 * lists it. The hash of a row of an earlier release covers the personal part too; of such an erased row only the existence and the place in
 * the chain are verified, and it is counted as `unverifiable`. So are rows in archives, whose content `npm run archive` verifies.
 */
export async function verifyAuditChain(db: Queryable, after: number, budget = BUDGET_MS) {
  const started = Date.now();
  await copyEarlierChainHeads(db);
  // Opens the file of hashes before reading the tables. The seals of its hashes were committed earlier, so the tables must contain
  // them.
  const heads = await openChainHeadFile();
  let previous = CHAIN_START;
  let [comparedCount, erasedCount, unverifiableCount, archivedCount] = [0, 0, 0, 0];
  const known: KnownAbsences = {
    archived: await readArchivedPositions(db),
    isErasureOnRecord: createErasureCheck(db),
  };
  let badRow: BadRow | null = null;
  try {
    const { last, head, waiting } = await readEnd(db);
    // Checks the last row of the previous call again, because the next row must follow it.
    if (after > 0) {
      const seal = await readSeal(db, after);
      const [storedHash] = (await heads?.read(after, 1)) ?? [];
      badRow = seal ? await findFault(db, seal, seal.position - 1, storedHash, known) : missingSeal(after);
      if (seal) previous = seal;
    }
    let turnStart = performance.now();
    const chunks = badRow ? [] : readSealedRows(db, previous.position + 1, last);
    for await (const { from, to, seals } of chunks) {
      const storedHashes = (await heads?.read(from, to - from + 1)) ?? [];
      const firstRow = previous.auditId;
      for (const seal of seals) {
        const storedHash = storedHashes[seal.position - from];
        badRow = (await findFault(db, seal, previous.position, storedHash, known)) ?? findBrokenLink(seal, previous);
        if (badRow) break;
        if (storedHash) comparedCount++;
        if (seal.row?.personalDigest && seal.row.salt === null) erasedCount++;
        if (!seal.row) archivedCount++;
        if (isErasedInFullFormat(seal)) unverifiableCount++;
        previous = seal;
        if (performance.now() - turnStart > YIELD_EVERY_MS) {
          await setImmediate();
          turnStart = performance.now();
        }
      }
      if (!badRow && previous.position < to) badRow = missingSeal(previous.position + 1);
      // Searches the row numbers between the last rows of two chunks. Together, these ranges cover every row number, although numbers don't
      // follow positions.
      badRow ??= unsealedRow(await findUnsealedRow(db, firstRow, previous.auditId));
      if (badRow || Date.now() - started > budget) break;
    }
    const isFinished = badRow !== null || previous.position >= last;
    if (!badRow && isFinished) badRow = findBadEnd(previous, last, head, heads);
    if (!badRow && isFinished) badRow = unsealedRow(await findUnsealedRow(db, previous.auditId, null));
    return {
      checked: previous.position,
      checkedHash: previous.hash,
      rows: Math.max(last, head.position),
      waiting,
      finished: isFinished,
      bad: badRow && { ...badRow, row: badRow.row === null ? null : String(badRow.row) },
      compared: heads ? comparedCount : null,
      erased: erasedCount,
      unverifiable: unverifiableCount,
      archived: archivedCount,
    };
  } finally {
    await heads?.close();
  }
}

/** Reads the last position of the hash chain (its seal), the head and the number of waiting rows in one statement, as of one moment. */
async function readEnd(db: Queryable) {
  const result = await db.execute<{ last: string | null; position: string; hash: string; waiting: string }>(
    sql`select (select max(position) from audit_seals) as last, position, hash,
      (select count(*) from audit_waiting) as waiting from audit_seal_head`,
  );
  const [row] = result.rows;
  return {
    last: Number(row?.last ?? 0),
    head: { position: Number(row?.position ?? 0), hash: row?.hash ?? "" },
    waiting: Number(row?.waiting ?? 0),
  };
}

async function findFault(
  db: Queryable,
  seal: SealedRow,
  previousPosition: number,
  storedHash: string | undefined,
  { archived, isErasureOnRecord }: KnownAbsences,
): Promise<BadRow | null> {
  const { position, auditId, row } = seal;
  if (position !== previousPosition + 1) return missingSeal(previousPosition + 1);
  if (!row && isInRanges(position, archived))
    return storedHash && storedHash !== seal.hash ? { position, row: auditId, message: REWRITTEN_MESSAGE } : null;
  if (!row) {
    const isCut = !(await hasAuditRowsFrom(db, auditId));
    return { position, row: auditId, message: isCut ? CUT_MESSAGE : MISSING_MESSAGE };
  }
  const isErased = isErasedInFullFormat(seal) || (seal.format === ERASABLE_FORMAT && row.salt === null);
  const isHashExpected = !isErasedInFullFormat(seal);
  if ((isHashExpected && sealHash(seal.format, seal, row) !== seal.hash) || isPersonalPartChanged(seal))
    return { position, row: auditId, message: CHANGED_MESSAGE };
  if (isErased && !(seal.erasureId !== null && (await isErasureOnRecord(seal.erasureId))))
    return { position, row: auditId, message: ERASED_MESSAGE };
  if (storedHash && storedHash !== seal.hash) return { position, row: auditId, message: REWRITTEN_MESSAGE };
  return null;
}

const isPersonalPartChanged = ({ format, row }: SealedRow) =>
  format === ERASABLE_FORMAT && row !== null && personalPartStateOf(row) === "changed";

/** Returns true for a row of an earlier release whose personal part was erased: its hash can't be computed again. */
const isErasedInFullFormat = ({ format, row, erasureId }: SealedRow) =>
  format === FULL_FORMAT && row !== null && erasureId !== null && isPersonalPartEmpty(row);

/** Returns a fault if the previous row's hash in the chain differs from the one that this row's seal stores: the chain was rewritten. */
function findBrokenLink(seal: SealedRow, previous: Link): BadRow | null {
  if (seal.previousHash === previous.hash) return null;
  const first = previous.position > 0 ? previous : seal;
  return {
    ...{ position: first.position, row: first.auditId },
    message: "It is not the row that the next one follows: it was rewritten.",
  };
}

const CHANGED_MESSAGE = "Its content does not fit its hash: it was changed, or moved from another place.";
const ERASED_MESSAGE =
  "Its personal part was removed without an approved erasure, or the erasure was not of exactly these rows.";
const REWRITTEN_MESSAGE = "It is not the row that was written: the chain was rewritten from here on.";
const MISSING_MESSAGE = "It is missing: it was deleted.";
const CUT_MESSAGE = "It is missing, and so are all rows after it: the end of the trail was cut off.";

const missingSeal = (position: number): BadRow => ({ position, row: null, message: MISSING_MESSAGE });
const unsealedRow = (row: number | undefined): BadRow | null =>
  row === undefined
    ? null
    : { position: null, row, message: "It has no seal and does not wait for one: it was added, or its seal deleted." };

function findBadEnd(previous: Link, last: number, head: ChainHead, heads: StoredHeads): BadRow | null {
  const bad = (position: number, message: string): BadRow => ({ position, row: null, message });
  if (head.position > last) return bad(last + 1, CUT_MESSAGE);
  if (head.position < last) return bad(head.position + 1, "It is not part of the chain: it was added past the head.");
  if (head.hash !== previous.hash)
    return { ...bad(last, "It is not the row that the chain's head names."), row: last > 0 ? previous.auditId : null };
  if (heads && heads.last > last) return bad(last + 1, CUT_MESSAGE);
  return null;
}
