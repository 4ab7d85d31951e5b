import "server-only";
import { sql } from "drizzle-orm";
import { type LedgerEntryKind, type LedgerSide, SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import type { Transaction } from "@/lib/server/db/client";
import { assertDefined } from "./random";

/** A past ledger entry. `seq` and balances are computed in the order of time. */
export type PastLedgerEntry = {
  id: string;
  key: string;
  kind: LedgerEntryKind;
  description: string;
  source: { type: string; id: string };
  postedBy: string | null;
  at: Date;
  reversalOf?: string;
  postings: readonly { accountId: string; amount: number }[];
};

const CHUNK_SIZE = 4_000;

/** Posts past entries in bulk. Computes the running balances, which the database checks like all postings. */
export async function loadLedger(tx: Transaction, entries: readonly PastLedgerEntry[]): Promise<void> {
  const balances = new Map<string, { balance: number; seq: number }>();
  const sortedEntries = [...entries].sort((a, b) => a.at.getTime() - b.at.getTime());
  const postings = sortedEntries.flatMap((entry) =>
    entry.postings.map(({ accountId, amount }, index) => {
      const side: LedgerSide = accountId === SYSTEM_ACCOUNT_IDS.settlement_float ? "debit" : "credit";
      const lastState = balances.get(accountId) ?? { balance: 0, seq: 0 };
      const next = { balance: lastState.balance + (side === "credit" ? amount : -amount), seq: lastState.seq + 1 };
      balances.set(accountId, next);
      const ordinal = index + 1;
      return [entry.id, ordinal, entry.postings.length, accountId, next.seq, amount, next.balance, entry.at] as const;
    }),
  );
  for (const chunk of inChunks(sortedEntries))
    await tx.execute(sql`insert into ledger_entries
      (id, key, kind, size, description, source_type, source_id, reversal_of, posted_by, posted_at)
      select * from jsonb_to_recordset(${JSON.stringify(chunk.map(ledgerEntryRow))}::jsonb) as r(id uuid, key text, kind text,
        size smallint, description text, source_type text, source_id uuid, reversal_of uuid, posted_by uuid,
        posted_at timestamptz)`);
  for (const chunk of inChunks(postings)) {
    const columnArrays = ["uuid", "smallint", "smallint", "uuid", "integer", "bigint", "bigint", "timestamptz"].map(
      (type, index) => sql`${sql.param(chunk.map((row) => assertDefined(row[index])))}::${sql.raw(type)}[]`,
    );
    await tx.execute(sql`insert into ledger_postings
      (entry_id, ordinal, size, account_id, seq, amount, balance_after, posted_at)
      select * from unnest(${sql.join(columnArrays, sql`, `)})`);
  }
}

const ledgerEntryRow = (entry: PastLedgerEntry) => ({
  id: entry.id,
  key: entry.key,
  kind: entry.kind,
  size: entry.postings.length,
  description: entry.description,
  source_type: entry.source.type,
  source_id: entry.source.id,
  reversal_of: entry.reversalOf ?? null,
  posted_by: entry.postedBy,
  posted_at: entry.at.toISOString(),
});

/** Yields the rows in chunks of at most `CHUNK_SIZE`. */
export function* inChunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += CHUNK_SIZE) yield rows.slice(from, from + CHUNK_SIZE);
}
