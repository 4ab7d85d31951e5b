import "server-only";
import { inArray, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { type EntryKind, MAX_KOBO } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import type { Transaction } from "@/lib/server/db/client";
import { ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { AccountRefusal, accountName, holdsTooLittle, type LedgerAccount, lockAccounts } from "./accounts";
import { refuseBeyondLimits } from "./limits";
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
  /** Whether wallets may exceed the limits of their tiers (docs/rules.md, Limits of wallets). Only entries of kind `transaction` are held to them. */
  mayExceedLimits?: boolean;
  /** Whether the money was reserved before, while limits and restrictions allowed it: neither is asked again. */
  isReserved?: boolean;
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
 * @throws 409 in words when an account would go below zero or beyond what is exact, or the limits of its tier, or when its user is
 * restricted or closed; an Error for what no caller should ask (amounts that do not sum to zero, an unknown account, a key used for
 * something else).
 */
export async function postEntries(tx: Transaction, drafts: readonly EntryDraft[]): Promise<Posted[]> {
  if (drafts.length === 0) return [];
  for (const draft of drafts) refuseUnbalanced(draft);
  const accounts = await lockAccounts(
    tx,
    drafts.flatMap(({ postings }) => postings.map(({ accountId }) => accountId)),
  );
  // After the locks, so that anyone who posted under the same key in the meantime is seen.
  const earlier = await tx
    .select()
    .from(ledgerEntries)
    .where(
      inArray(
        ledgerEntries.key,
        drafts.map(({ key }) => key),
      ),
    );
  const fresh = drafts.filter(({ key }) => !earlier.some((entry) => entry.key === key));
  // Refused before anything is written: a caller may catch it and go on.
  const asked = fresh.filter(isHeldToRules);
  await refuseRestricted(tx, asked, accounts);
  await refuseBeyondLimits(tx, asked.filter(isLimited));
  const rows: Awaited<ReturnType<typeof postingRows>>[] = [];
  for (const draft of fresh) rows.push(await postingRows(tx, draft, accounts));
  const added = fresh.length ? await tx.insert(ledgerEntries).values(fresh.map(entryRow)).returning() : [];
  const postings = added.flatMap((entry, index) =>
    (rows[index] ?? []).map((row) => ({ ...row, entryId: entry.id, size: entry.size, postedAt: entry.postedAt })),
  );
  if (postings.length) await tx.insert(ledgerPostings).values(postings);
  return drafts.map((draft) => postedOf(draft, added, earlier));
}

/** An opening balance is the citizen's already: like what was reserved before, it is held to neither limits nor restrictions. */
const isHeldToRules = ({ kind, isReserved }: EntryDraft) => !isReserved && kind !== "opening_balance";

const isLimited = ({ kind, mayExceedLimits }: EntryDraft) => kind === "transaction" && !mayExceedLimits;

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
async function postingRows(tx: Transaction, draft: EntryDraft, accounts: Map<string, LedgerAccount>) {
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

/** Where an entry leaves an account counts, not what it passes on the way. */
async function refuseOutOfBounds(tx: Transaction, { postings }: EntryDraft, accounts: Map<string, LedgerAccount>) {
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
    const moved = postings.reduce((sum, each) => sum + (each.accountId === accountId ? each.amount : 0), 0);
    const held = account.balance - (account.side === "credit" ? moved : -moved);
    const promised = account.reserved ? `, of which ${formatMoney(account.reserved)} is promised` : "";
    throw holdsTooLittle(
      account,
      `${await accountName(tx, account)} holds ${formatMoney(held)}${promised}; this needs ${formatMoney(Math.abs(moved))}.`,
    );
  }
}

function refuseUnbalanced({ key, postings }: EntryDraft) {
  const total = postings.reduce((sum, { amount }) => sum + amount, 0);
  const whole = postings.every(({ amount }) => Number.isSafeInteger(amount) && amount !== 0);
  if (!whole || total !== 0 || postings.length < 2) throw new Error(`Ledger entry ${key} does not balance.`);
}

/** A draft's entry, posted now or before. */
function postedOf({ key, kind, source }: EntryDraft, added: LedgerEntry[], earlier: LedgerEntry[]): Posted {
  const now = added.find((entry) => entry.key === key);
  const entry = now ?? earlier.find((each) => each.key === key);
  if (!entry || entry.kind !== kind || entry.sourceId !== source.id)
    throw new Error(`The ledger key ${key} stands for another entry.`);
  return { entry, isNew: now !== undefined };
}
