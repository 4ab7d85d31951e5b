import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { idAt, line, stamp } from "./world";

/** Lines for COPY, by table. */
export type Piece = { transactions: string[]; entries: string[]; postings: string[] };

export const ENTRY_COLUMNS = "id, key, kind, size, description, source_type, source_id, posted_at";
export const POSTING_COLUMNS = "entry_id, ordinal, size, account_id, seq, amount, balance_after, posted_at";

/** Transactions per batch: about 10 MB of lines. */
const FULL = 25_000;

type About = { key: string; kind: string; description: string; source: string };
type Moves = readonly { accountId: string; amount: number }[];

/** Creates an in-memory ledger: balance and number of postings of each account, and the lines since the last batch. */
export function makeBook(users: number) {
  const balances = new Float64Array(users);
  const counts = new Int32Array(users);
  const system = new Map(Object.values(IDS).map((id) => [id, { balance: 0, postings: 0 }]));
  let piece: Piece = { transactions: [], entries: [], postings: [] };
  let entries = 0;

  return {
    balances,
    counts,
    system,
    get piece() {
      return piece;
    },
    holds: (user: number) => balances[user] ?? 0,
    isFull: () => piece.transactions.length >= FULL,
    /** Returns the lines so far and starts a new batch. */
    turnPage(): Piece {
      const full = piece;
      piece = { transactions: [], entries: [], postings: [] };
      return full;
    },
    /** Posts one entry. `indexOf` maps the ids of its wallets to indexes of users. */
    post(sourceId: string, at: number, about: About, moves: Moves, indexOf: Record<string, number> = {}) {
      const id = idAt(at, 3, entries++);
      const time = stamp(at);
      const { key, kind, description, source } = about;
      piece.entries.push(line(id, key, kind, moves.length, description, source, sourceId, time));
      for (const [index, { accountId, amount }] of moves.entries()) {
        const own = system.get(accountId);
        const user = indexOf[accountId] ?? 0;
        const balance = (own?.balance ?? balances[user] ?? 0) + (accountId === IDS.settlement_float ? -amount : amount);
        const seq = (own?.postings ?? counts[user] ?? 0) + 1;
        if (own) Object.assign(own, { balance, postings: seq });
        else [balances[user], counts[user]] = [balance, seq];
        piece.postings.push(line(id, index + 1, moves.length, accountId, seq, amount, balance, time));
      }
    },
  };
}
export type Book = ReturnType<typeof makeBook>;
