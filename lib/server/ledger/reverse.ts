import "server-only";
import { asc, eq } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { type LedgerEntry, LedgerKeyConflict, type PostedLedgerEntry, postLedgerEntry } from "./post";

/** A posting of a ledger entry as stored. */
export type LedgerEntryPosting = typeof ledgerPostings.$inferSelect;

/** Returns an entry with its postings. @throws 404 */
export async function readLedgerEntryWithPostings(
  db: Queryable,
  entryId: string,
): Promise<LedgerEntry & { postings: LedgerEntryPosting[] }> {
  const [entry] = await db.select().from(ledgerEntries).where(eq(ledgerEntries.id, entryId));
  if (!entry) throw refuse.notFound("ledger entry");
  const postings = await db
    .select()
    .from(ledgerPostings)
    .where(eq(ledgerPostings.entryId, entryId))
    .orderBy(asc(ledgerPostings.ordinal));
  return { ...entry, postings };
}

/** Returns the entry that reverses the given entry, if any. */
export async function reversalOf(db: Queryable, entryId: string): Promise<LedgerEntry | undefined> {
  const [reversal] = await db.select().from(ledgerEntries).where(eq(ledgerEntries.reversalOf, entryId));
  return reversal;
}

/**
 * Reverses an entry by posting a mirrored entry, because entries are never edited (docs/rules.md, System wallet). A retry with the same
 * source returns the first reversal.
 * @throws 404; 409 if the entry is a reversal, is already reversed, or an account no longer has the money
 */
export async function reverseLedgerEntry(
  tx: Transaction,
  entryId: string,
  details: { source: { type: string; id: string }; description: string; postedBy: string | null },
): Promise<PostedLedgerEntry> {
  const entry = await readLedgerEntryWithPostings(tx, entryId);
  if (entry.reversalOf)
    throw refuse.conflict("This entry is a reversal. Post what should be booked as a new entry instead.");
  return postLedgerEntry(tx, {
    ...details,
    key: `reversal:${entry.id}`,
    kind: "reversal",
    reversalOf: entry.id,
    postings: entry.postings.map(({ accountId, amount }) => ({ accountId, amount: -amount })),
  }).catch((error: unknown) => {
    // The conflict means that a reversal from another source was posted already.
    throw error instanceof LedgerKeyConflict ? refuse.conflict("This entry is reversed already.") : error;
  });
}
