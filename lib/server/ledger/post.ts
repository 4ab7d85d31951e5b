import "server-only";
import { inArray, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { EntryKind } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import type { Transaction } from "@/lib/server/db/client";
import { ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { refuse } from "@/lib/server/errors";
import { accountName, type LedgerAccount, lockAccounts } from "./accounts";
import { refuseRestricted } from "./restrictions";

/** Kobo onto an account: positive a credit, negative a debit. */
export type Posting = { accountId: string; amount: number };

/** An entry before it is posted. `key` is what makes it happen once. */
export type EntryDraft = {
  key: string;
  kind: EntryKind;
  description: string;
  source: { type: string; id: string };
  postings: readonly Posting[];
  postedBy: string | null;
  reversalOf?: string;
};

export type LedgerEntry = typeof ledgerEntries.$inferSelect;
/** `isNew` is false where the key had been posted before: then nothing moved this time. */
export type Posted = { entry: LedgerEntry; isNew: boolean };

/** One entry; see `postEntries`. */
export async function postEntry(tx: Transaction, draft: EntryDraft): Promise<Posted> {
  const [posted] = await postEntries(tx, [draft]);
  if (!posted) throw new Error("No entry was posted.");
  return posted;
}

/**
 * Posts entries, all or none, and the only way by which money moves. Give everything that one transaction posts in one
 * call: the accounts are locked together, in one order, so nobody blocks anybody. What was posted under the same key
 * before is found, not posted again.
 * @throws 409 in words when an account would go below zero, or when its user is restricted or closed; an Error for what no caller should ask (amounts that do not
 * sum to zero, an unknown account, a key used for something else).
 */
export async function postEntries(tx: Transaction, drafts: readonly EntryDraft[]): Promise<Posted[]> {
  if (drafts.length === 0) return [];
  for (const draft of drafts) refuseUnbalanced(draft);
  const accounts = await lockAccounts(
    tx,
    drafts.flatMap(({ postings }) => postings.map(({ accountId }) => accountId)),
  );
  const inserted = await tx
    .insert(ledgerEntries)
    .values(drafts.map(entryRow))
    .onConflictDoNothing({ target: ledgerEntries.key })
    .returning();
  const fresh = new Map(inserted.map((entry) => [entry.key, entry]));
  await refuseRestricted(
    tx,
    drafts.filter(({ key }) => fresh.has(key)),
    accounts,
  );
  const rows: (typeof ledgerPostings.$inferInsert)[] = [];
  for (const draft of drafts) {
    const entry = fresh.get(draft.key);
    if (entry) rows.push(...(await postingRows(tx, entry, draft, accounts)));
  }
  if (rows.length) await tx.insert(ledgerPostings).values(rows);
  return postedOf(tx, drafts, fresh);
}

const entryRow = ({ key, kind, description, source, postings, postedBy, reversalOf }: EntryDraft) => ({
  id: uuid(),
  key,
  kind,
  size: postings.length,
  description,
  sourceType: source.type,
  sourceId: source.id,
  reversalOf,
  postedBy,
  // The clock after the locks were taken: an account's postings are in the order of time.
  postedAt: sql<Date>`clock_timestamp()`,
});

/** The postings with the balance after each; `accounts` is carried on to the next entry. */
async function postingRows(
  tx: Transaction,
  entry: LedgerEntry,
  draft: EntryDraft,
  accounts: Map<string, LedgerAccount>,
): Promise<(typeof ledgerPostings.$inferInsert)[]> {
  const rows: (typeof ledgerPostings.$inferInsert)[] = [];
  for (const [index, { accountId, amount }] of draft.postings.entries()) {
    const account = accounts.get(accountId);
    if (!account) throw new Error(`No ledger account ${accountId}.`);
    const balance = account.balance + (account.side === "credit" ? amount : -amount);
    accounts.set(accountId, { ...account, balance, postings: account.postings + 1 });
    rows.push({
      entryId: entry.id,
      ordinal: index + 1,
      size: entry.size,
      accountId,
      seq: account.postings + 1,
      amount,
      balanceAfter: balance,
      postedAt: entry.postedAt,
    });
  }
  await refuseBelowZero(tx, draft, accounts);
  return rows;
}

/** Where an entry leaves an account counts, not what it passes on the way. */
async function refuseBelowZero(tx: Transaction, { postings }: EntryDraft, accounts: Map<string, LedgerAccount>) {
  for (const { accountId } of postings) {
    const account = accounts.get(accountId);
    if (!account || account.mayBeNegative || account.balance >= 0) continue;
    const moved = postings.reduce((sum, each) => sum + (each.accountId === accountId ? each.amount : 0), 0);
    const held = account.balance - (account.side === "credit" ? moved : -moved);
    throw refuse.conflict(
      `${await accountName(tx, account)} holds ${formatMoney(held)}; this needs ${formatMoney(Math.abs(moved))}. Nothing was moved.`,
    );
  }
}

function refuseUnbalanced({ key, postings }: EntryDraft) {
  const total = postings.reduce((sum, { amount }) => sum + amount, 0);
  const whole = postings.every(({ amount }) => Number.isSafeInteger(amount) && amount !== 0);
  if (!whole || total !== 0 || postings.length < 2) throw new Error(`Ledger entry ${key} does not balance.`);
}

/** Each draft's entry, in their order. */
async function postedOf(tx: Transaction, drafts: readonly EntryDraft[], fresh: Map<string, LedgerEntry>) {
  const missing = drafts.map(({ key }) => key).filter((key) => !fresh.has(key));
  const earlier = missing.length
    ? await tx.select().from(ledgerEntries).where(inArray(ledgerEntries.key, missing))
    : [];
  const known = new Map(earlier.map((entry) => [entry.key, entry]));
  return drafts.map(({ key, kind, source }): Posted => {
    const entry = fresh.get(key) ?? known.get(key);
    if (!entry || entry.kind !== kind || entry.sourceId !== source.id)
      throw new Error(`The ledger key ${key} stands for another entry.`);
    return { entry, isNew: fresh.has(key) };
  });
}
