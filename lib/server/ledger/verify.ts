import "server-only";
import { sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { checkAccounts } from "./verify-accounts";
import { checkEntries } from "./verify-entries";
import { type AccountPlace, FIRST_ID, STRETCH, type Stretch } from "./verify-section";
import { checkTotals, type TotalsPlace } from "./verify-totals";

type Place =
  | { part: "entries"; entryId: string }
  | ({ part: "accounts" } & AccountPlace)
  | ({ part: "totals" } & TotalsPlace);

/**
 * Checks every posting twice, by entry and by account: every entry has all postings and sums to zero, every running balance
 * follows from the one before, every account's balance equals its last posting's, and all balances sum to zero. Then recounts the
 * tables kept for speed. Works in sections of one statement each. Money that moves during the check causes no fault: entries
 * never change, and an account and its newest posting are read by one statement. Stops after the first section with a fault.
 * @param after `next` of an earlier call; none: from the beginning
 * @param budget ms after which the call stops between two sections
 * @param stretch postings or entries per statement
 */
export async function verifyLedger(
  db: Queryable,
  { after, budget = 100_000, stretch = STRETCH }: { after?: string; budget?: number; stretch?: number } = {},
) {
  const started = Date.now();
  const { total, postings } = await sums(db);
  const seen = { accounts: 0, entries: 0, postings: 0, read: 0 };
  const faults: string[] = [];
  let place: Place | null = placeOf(after);
  do {
    const found: Stretch<Place> = await check(db, place, stretch);
    if (place.part !== "totals") seen[place.part] += found.counted;
    seen.read += found.postings;
    if (place.part === "accounts") seen.postings += found.postings;
    faults.push(...found.faults);
    place = faults.length ? null : found.next;
  } while (place && Date.now() - started < budget);
  if (!place && total !== 0) faults.push(`All balances together come to ${total} kobo instead of zero.`);
  return { ...seen, toRead: 2 * postings, total, faults, finished: !place, next: place && textOf(place) };
}
export type LedgerVerdict = Awaited<ReturnType<typeof verifyLedger>>;

function check(db: Queryable, place: Place, size: number): Promise<Stretch<Place>> {
  if (place.part === "entries") return entries(db, place, size);
  return place.part === "accounts" ? accounts(db, place, size) : totals(db, place);
}

async function entries(db: Queryable, { entryId }: { entryId: string }, size: number): Promise<Stretch<Place>> {
  const stretch = await checkEntries(db, entryId, size);
  const next: Place = stretch.next
    ? { part: "entries", entryId: stretch.next }
    : { part: "accounts", accountId: FIRST_ID, seq: 0 };
  return { ...stretch, next };
}

async function accounts(db: Queryable, place: AccountPlace, size: number): Promise<Stretch<Place>> {
  const stretch = await checkAccounts(db, place, size);
  return { ...stretch, next: stretch.next ? { part: "accounts", ...stretch.next } : { part: "totals", step: 0 } };
}

async function totals(db: Queryable, place: TotalsPlace): Promise<Stretch<Place>> {
  const stretch = await checkTotals(db, place);
  return { ...stretch, next: stretch.next && { part: "totals", ...stretch.next } };
}

/** One statement, so that both sums are from the same moment. */
async function sums(db: Queryable) {
  const found = await db.execute<{ total: string; postings: string }>(
    sql`select coalesce(sum(case side when 'credit' then balance else -balance end), 0) as total,
      coalesce(sum(postings), 0) as postings from ledger_accounts`,
  );
  return { total: Number(found.rows[0]?.total), postings: Number(found.rows[0]?.postings) };
}

function textOf(place: Place): string {
  if (place.part === "entries") return `entries:${place.entryId}`;
  if (place.part === "accounts") return `accounts:${place.accountId}:${place.seq}`;
  return `totals:${place.step}${place.since ? `:${place.since}` : ""}`;
}

function placeOf(text = `entries:${FIRST_ID}`): Place {
  const [part, id = FIRST_ID, more] = text.split(":");
  if (part === "totals") return { part, step: Number(id), since: more };
  return part === "accounts" ? { part, accountId: id, seq: Number(more ?? 0) } : { part: "entries", entryId: id };
}
