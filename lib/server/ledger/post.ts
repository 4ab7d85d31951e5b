import "server-only";
import { inArray, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { type LedgerEntryKind, MAX_KOBO } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import type { Transaction } from "@/lib/server/db/client";
import { ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { AccountRefusal, accountName, insufficientFundsRefusal, type LedgerAccount, lockAccounts } from "./accounts";
import { refuseLedgerEntriesBeyondLimits } from "./limits";
import { refuseLedgerEntriesOfRestrictedUsers } from "./restrictions";

/** Kobo posted to an account: positive for a credit, negative for a debit. */
export type LedgerPosting = { accountId: string; amount: number };

/** A ledger entry before it is posted. `key` is its idempotency key. */
export type LedgerEntryDraft = {
  key: string;
  kind: LedgerEntryKind;
  description: string;
  source: { type: string; id: string };
  postings: readonly LedgerPosting[];
  postedBy: string | null;
  reversalOf?: string;
  /** True if wallets may exceed their tiers' limits, which apply only to `transaction` entries (docs/rules.md). */
  mayExceedLimits?: boolean;
  /** True if the money was reserved earlier. The reservation checked limits and restrictions, so posting does not check them again. */
  isReserved?: boolean;
};

/** A posted ledger entry as stored, without its postings. */
export type LedgerEntry = typeof ledgerEntries.$inferSelect;
/** `isNew` is false if the key was posted before and no money moved now. */
export type PostedLedgerEntry = { entry: LedgerEntry; isNew: boolean };

/** Error for an idempotency key that an entry of another kind, or from another source, already has. */
export class LedgerKeyConflict extends Error {
  constructor(key: string) {
    super(`The ledger key ${key} belongs to another entry.`);
  }
}

/** Posts one entry; see `postLedgerEntries`. */
export async function postLedgerEntry(tx: Transaction, draft: LedgerEntryDraft): Promise<PostedLedgerEntry> {
  const [posted] = await postLedgerEntries(tx, [draft]);
  if (!posted) throw new Error("No entry was posted.");
  return posted;
}

/**
 * Posts entries, all or none. All movements of money use this function. Pass all entries of a transaction in one call, which locks their
 * accounts together, in one order, and so prevents deadlocks. For a key that was posted before, returns the existing entry.
 * @throws AccountRefusal (409) if an account would have less than zero, or more than MAX_KOBO or its tier's limits, or if its user is
 * restricted or closed; Error for programming errors: amounts that do not sum to zero, an unknown account, a key of another entry
 */
export async function postLedgerEntries(
  tx: Transaction,
  drafts: readonly LedgerEntryDraft[],
): Promise<PostedLedgerEntry[]> {
  if (drafts.length === 0) return [];
  for (const draft of drafts) refuseUnbalanced(draft);
  const accounts = await lockAccounts(
    tx,
    drafts.flatMap(({ postings }) => postings.map(({ accountId }) => accountId)),
  );
  // Reads existing entries after the locks are taken, so that a concurrent posting with the same key is visible.
  const existing = await tx
    .select()
    .from(ledgerEntries)
    .where(
      inArray(
        ledgerEntries.key,
        drafts.map(({ key }) => key),
      ),
    );
  const unposted = drafts.filter(({ key }) => !existing.some((entry) => entry.key === key));
  // Checks all drafts before writing anything, so that a caller may catch the refusal and continue the transaction.
  const checkedDrafts = unposted.filter(requiresRestrictionCheck);
  await refuseLedgerEntriesOfRestrictedUsers(tx, checkedDrafts, accounts);
  await refuseLedgerEntriesBeyondLimits(tx, checkedDrafts.filter(requiresLimitCheck));
  const rows: Awaited<ReturnType<typeof postingRows>>[] = [];
  for (const draft of unposted) rows.push(await postingRows(tx, draft, accounts));
  const inserted = unposted.length
    ? await tx.insert(ledgerEntries).values(unposted.map(ledgerEntryRow)).returning()
    : [];
  const postings = inserted.flatMap((entry, index) =>
    (rows[index] ?? []).map((row) => ({ ...row, entryId: entry.id, size: entry.size, postedAt: entry.postedAt })),
  );
  if (postings.length) await tx.insert(ledgerPostings).values(postings);
  return drafts.map((draft) => toPosted(draft, inserted, existing));
}

/**
 * Returns false for money that already belongs to the citizen, or that was checked when it was reserved. Limits and restrictions do not
 * apply then.
 */
const requiresRestrictionCheck = ({ kind, isReserved }: LedgerEntryDraft) => !isReserved && kind !== "opening_balance";

const requiresLimitCheck = ({ kind, mayExceedLimits }: LedgerEntryDraft) => kind === "transaction" && !mayExceedLimits;

const ledgerEntryRow = ({ key, kind, description, source, postings, postedBy, reversalOf }: LedgerEntryDraft) => ({
  id: uuid(),
  key,
  kind,
  size: postings.length,
  description,
  sourceType: source.type,
  sourceId: source.id,
  reversalOf,
  postedBy,
  // Uses the time after the locks were taken, so that an account's postings are in the order of time.
  postedAt: sql<Date>`clock_timestamp()`,
});

/** Returns the postings with running balances. Updates `accounts` for the next entry. */
async function postingRows(tx: Transaction, draft: LedgerEntryDraft, accounts: Map<string, LedgerAccount>) {
  const rows = draft.postings.map(({ accountId, amount }, index) => {
    const account = accounts.get(accountId);
    if (!account) throw new Error(`No ledger account ${accountId}.`);
    const balanceAfter = account.balance + (account.side === "credit" ? amount : -amount);
    const seq = account.postings + 1;
    accounts.set(accountId, { ...account, balance: balanceAfter, postings: seq });
    return { ordinal: index + 1, accountId, seq, amount, balanceAfter };
  });
  await refuseOutOfBounds(tx, draft, accounts);
  return rows;
}

/** Checks the balances after the whole entry, not between its postings. */
async function refuseOutOfBounds(
  tx: Transaction,
  { postings }: LedgerEntryDraft,
  accounts: Map<string, LedgerAccount>,
) {
  for (const { accountId } of postings) {
    const account = accounts.get(accountId);
    if (account && !Number.isSafeInteger(account.balance))
      throw new AccountRefusal(
        "take",
        account.userId,
        `${await accountName(tx, account)} can't hold more than ${formatMoney(MAX_KOBO)}.`,
        account.code,
      );
    if (!account || account.mayBeNegative || account.balance >= account.reserved) continue;
    const change = postings.reduce((sum, each) => sum + (each.accountId === accountId ? each.amount : 0), 0);
    const newBalance = account.balance - (account.side === "credit" ? change : -change);
    const reservedNote = account.reserved ? `, of which ${formatMoney(account.reserved)} is promised` : "";
    throw insufficientFundsRefusal(
      account,
      `${await accountName(tx, account)} holds ${formatMoney(newBalance)}${reservedNote}; this needs ${formatMoney(Math.abs(change))}.`,
    );
  }
}

function refuseUnbalanced({ key, postings }: LedgerEntryDraft) {
  const total = postings.reduce((sum, { amount }) => sum + amount, 0);
  const areWholeAmounts = postings.every(({ amount }) => Number.isSafeInteger(amount) && amount !== 0);
  if (!areWholeAmounts || total !== 0 || postings.length < 2) throw new Error(`Ledger entry ${key} does not balance.`);
}

/** Returns the entry that belongs to a draft, and whether it was posted now or before. */
function toPosted(
  { key, kind, source }: LedgerEntryDraft,
  inserted: LedgerEntry[],
  existing: LedgerEntry[],
): PostedLedgerEntry {
  const now = inserted.find((entry) => entry.key === key);
  const entry = now ?? existing.find((each) => each.key === key);
  if (!entry || entry.kind !== kind || entry.sourceId !== source.id) throw new LedgerKeyConflict(key);
  return { entry, isNew: now !== undefined };
}
