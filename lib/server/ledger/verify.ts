import "server-only";
import { sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { readFromReplicaIfFresh } from "@/lib/server/db/replica";
import { checkAccounts } from "./verify-accounts";
import { checkLedgerEntries } from "./verify-ledger-entries";
import { type LedgerSectionResult, LOWEST_UUID, type PostingPosition, ROWS_PER_STATEMENT } from "./verify-section";
import { checkTotals, type TotalsCursor } from "./verify-totals";

type Cursor =
  | { part: "entries"; entryId: string }
  | ({ part: "accounts" } & PostingPosition)
  | ({ part: "totals" } & TotalsCursor);

/**
 * Checks every posting twice, by ledger entry and by account: every entry has all postings and sums to zero, every running balance results
 * from the previous one, every account's balance equals that of its last posting, and all balances sum to zero. Then recounts the
 * tables of precomputed totals. Works in batches of one statement each. Money that moves during the check causes no fault: entries
 * never change, and one statement reads an account and its newest posting. Stops after the first batch with a fault.
 * @param after `next` of an earlier call; omitted to start at the beginning
 * @param budget ms after which the call stops between two batches
 * @param stretch postings or entries per statement
 */
export async function verifyLedger(
  db: Queryable,
  { after, budget = 100_000, stretch = ROWS_PER_STATEMENT }: { after?: string; budget?: number; stretch?: number } = {},
) {
  const started = Date.now();
  const { total, postings } = await sumBalances(db);
  const counts = { accounts: 0, entries: 0, postings: 0, read: 0 };
  const faults: string[] = [];
  let cursor: Cursor | null = parseCursor(after);
  do {
    const section = await checkSectionOnReplica(db, cursor, stretch);
    if (cursor.part !== "totals") counts[cursor.part] += section.counted;
    counts.read += section.postings;
    if (cursor.part === "accounts") counts.postings += section.postings;
    faults.push(...section.faults);
    cursor = faults.length ? null : section.next;
  } while (cursor && Date.now() - started < budget);
  if (!cursor && total !== 0) faults.push(`All balances together come to ${total} kobo instead of zero.`);
  return { ...counts, toRead: 2 * postings, total, faults, finished: !cursor, next: cursor && encodeCursor(cursor) };
}
/** Result of one call of the ledger check. */
export type LedgerVerification = Awaited<ReturnType<typeof verifyLedger>>;

/**
 * Checks a section of the ledger on the replica, if the replica is up to date. If faults are found, checks the section again on the
 * primary.
 */
async function checkSectionOnReplica(
  db: Queryable,
  cursor: Cursor,
  size: number,
): Promise<LedgerSectionResult<Cursor>> {
  const section = await readFromReplicaIfFresh(db, (from) => checkSection(from, cursor, size));
  return section.faults.length ? checkSection(db, cursor, size) : section;
}

function checkSection(db: Queryable, cursor: Cursor, size: number): Promise<LedgerSectionResult<Cursor>> {
  if (cursor.part === "entries") return entries(db, cursor, size);
  return cursor.part === "accounts" ? checkAccountBatch(db, cursor, size) : checkTotalsSection(db, cursor);
}

async function entries(
  db: Queryable,
  { entryId }: { entryId: string },
  size: number,
): Promise<LedgerSectionResult<Cursor>> {
  const stretch = await checkLedgerEntries(db, entryId, size);
  const next: Cursor = stretch.next
    ? { part: "entries", entryId: stretch.next }
    : { part: "accounts", accountId: LOWEST_UUID, seq: 0 };
  return { ...stretch, next };
}

async function checkAccountBatch(
  db: Queryable,
  cursor: PostingPosition,
  size: number,
): Promise<LedgerSectionResult<Cursor>> {
  const stretch = await checkAccounts(db, cursor, size);
  return { ...stretch, next: stretch.next ? { part: "accounts", ...stretch.next } : { part: "totals", step: 0 } };
}

async function checkTotalsSection(db: Queryable, cursor: TotalsCursor): Promise<LedgerSectionResult<Cursor>> {
  const stretch = await checkTotals(db, cursor);
  return { ...stretch, next: stretch.next && { part: "totals", ...stretch.next } };
}

/** Sums the balances and the numbers of postings of all accounts in one statement, so that both are from the same moment. */
async function sumBalances(db: Queryable) {
  const section = await db.execute<{ total: string; postings: string }>(
    sql`select coalesce(sum(case side when 'credit' then balance else -balance end), 0) as total,
      coalesce(sum(postings), 0) as postings from ledger_accounts`,
  );
  return { total: Number(section.rows[0]?.total), postings: Number(section.rows[0]?.postings) };
}

function encodeCursor(cursor: Cursor): string {
  if (cursor.part === "entries") return `entries:${cursor.entryId}`;
  if (cursor.part === "accounts") return `accounts:${cursor.accountId}:${cursor.seq}`;
  return `totals:${cursor.step}${cursor.since ? `:${cursor.since}` : ""}`;
}

function parseCursor(text = `entries:${LOWEST_UUID}`): Cursor {
  const [part, id = LOWEST_UUID, extra] = text.split(":");
  if (part === "totals") return { part, step: Number(id), since: extra };
  return part === "accounts" ? { part, accountId: id, seq: Number(extra ?? 0) } : { part: "entries", entryId: id };
}
