import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { copyLine, isoTime, uuidAt } from "./generated-rows";

/** Rows as input lines for COPY, by table. */
export type CopyChunk = { transactions: string[]; entries: string[]; postings: string[] };

/** Columns of the lines of ledger entries, in their order. */
export const LEDGER_ENTRY_COLUMNS = "id, key, kind, size, description, source_type, source_id, posted_at";
/** Columns of the lines of postings, in their order. */
export const POSTING_COLUMNS = "entry_id, ordinal, size, account_id, seq, amount, balance_after, posted_at";

/** Number of transactions per batch: about 10 MB of lines. */
const CHUNK_SIZE = 25_000;

type LedgerEntryInfo = { key: string; kind: string; description: string; source: string };
type LedgerEntryPostings = readonly { accountId: string; amount: number }[];

/** Creates an in-memory ledger: balance and number of postings of each account, and the lines since the last batch. */
export function createLedgerWriter(users: number) {
  const balances = new Float64Array(users);
  const counts = new Int32Array(users);
  const systemAccounts = new Map(Object.values(IDS).map((id) => [id, { balance: 0, postings: 0 }]));
  let chunk: CopyChunk = { transactions: [], entries: [], postings: [] };
  let entries = 0;

  return {
    balances,
    counts,
    system: systemAccounts,
    get piece() {
      return chunk;
    },
    holds: (user: number) => balances[user] ?? 0,
    isFull: () => chunk.transactions.length >= CHUNK_SIZE,
    /** Returns the COPY lines since the last batch and starts a new batch. */
    takeChunk(): CopyChunk {
      const fullChunk = chunk;
      chunk = { transactions: [], entries: [], postings: [] };
      return fullChunk;
    },
    /** Posts one entry. `indexOf` maps the id of each wallet in the entry to the index of its user. */
    post(
      sourceId: string,
      postedAtMs: number,
      entryInfo: LedgerEntryInfo,
      entryPostings: LedgerEntryPostings,
      indexOf: Record<string, number> = {},
    ) {
      const id = uuidAt(postedAtMs, 3, entries++);
      const time = isoTime(postedAtMs);
      const { key, kind, description, source } = entryInfo;
      chunk.entries.push(copyLine(id, key, kind, entryPostings.length, description, source, sourceId, time));
      for (const [index, { accountId, amount }] of entryPostings.entries()) {
        const ownAccount = systemAccounts.get(accountId);
        const user = indexOf[accountId] ?? 0;
        const balance =
          (ownAccount?.balance ?? balances[user] ?? 0) + (accountId === IDS.settlement_float ? -amount : amount);
        const seq = (ownAccount?.postings ?? counts[user] ?? 0) + 1;
        if (ownAccount) Object.assign(ownAccount, { balance, postings: seq });
        else [balances[user], counts[user]] = [balance, seq];
        chunk.postings.push(copyLine(id, index + 1, entryPostings.length, accountId, seq, amount, balance, time));
      }
    },
  };
}
/** An in-memory ledger, from `createLedgerWriter`. */
export type LedgerWriter = ReturnType<typeof createLedgerWriter>;
