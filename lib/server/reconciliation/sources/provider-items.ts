import "server-only";
import { sql } from "drizzle-orm";
import { NARRATION_LENGTH_MAX, type ReconciliationKind } from "@/lib/contract/reconciliation.values";
import type { ProviderName } from "@/lib/contract/transaction.values";
import type { Transaction } from "@/lib/server/db/client";
import { insertEarlierLedgerItems } from "./ledger-items";

/** A provider's record, such as a payment or a fee, for which a reconciliation item is inserted. */
export type ProviderRecord = {
  kind: ReconciliationKind;
  /**
   * Unique key among the provider's records. If null, the key consists of the kind and our transaction's reference, or of the kind and
   * `reference` if no transaction is found.
   */
  key: string | null;
  day: string;
  /** Amount in kobo; negative for money that leaves. */
  amount: number;
  reference: string;
  providerReference: string | null;
  narration?: string;
  /** Id of our transaction if the provider knows it; otherwise it is found by `reference`. */
  transactionId?: string | null;
};

type Options = {
  provider: ProviderName;
  /** Id of the settlement's item; null for records outside settlements. */
  settlementId: number | null;
  /** True to skip records of days, and of transactions, before reconciliation started. */
  isSinceStart?: boolean;
};

/** Number of records per SQL statement. */
const CHUNK = 2_000;

/**
 * Inserts items for a provider's records, unless they exist. Finds each record's transaction among those of this provider, by our reference
 * or that of a later payment attempt (`payment_checkouts`). Also inserts ledger items of transactions from before the start.
 * @returns number of inserted items
 */
export async function insertProviderItems(
  tx: Transaction,
  records: readonly ProviderRecord[],
  options: Options,
): Promise<number> {
  let count = 0;
  for (let start = 0; start < records.length; start += CHUNK)
    count += await insertChunk(tx, records.slice(start, start + CHUNK), options);
  return count;
}

/** Removes characters that PostgreSQL can't store, and shortens a text that would not fit into an index. */
const plainText = (text: string) => text.replaceAll("\0", "").slice(0, NARRATION_LENGTH_MAX).toWellFormed();

async function insertChunk(
  tx: Transaction,
  records: readonly ProviderRecord[],
  { provider, settlementId, isSinceStart = false }: Options,
): Promise<number> {
  const rows = records.map(({ key, reference, providerReference, narration, transactionId, ...record }, position) => ({
    ...record,
    position,
    key: key && plainText(key),
    reference: plainText(reference),
    provider_reference: providerReference && plainText(providerReference),
    narration: narration && plainText(narration),
    transaction_id: transactionId ?? null,
  }));
  const { rows: inserted } = await tx.execute<{ id: number }>(sql`
    insert into reconciliation_items (side, kind, source_key, provider, settlement_id, day, accounting_day, amount, reference,
      provider_reference, narration, transaction_id, due_on)
    select 'provider', r.kind, ${provider}::text || ':' || coalesce(r.key, r.kind || ':' || coalesce(t.reference, r.reference)), ${provider}::text,
      ${settlementId}::bigint, r.day, r.day, r.amount, coalesce(t.reference, r.reference), r.provider_reference,
      coalesce(r.narration, ''), t.id, r.day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(position integer, kind text, key text, day date, amount bigint, reference text,
      provider_reference text, narration text, transaction_id uuid)
    cross join reconciliation_settings s
    left join payment_checkouts c on c.reference = r.reference
    left join transactions by_reference on c.reference is null and r.transaction_id is null and by_reference.reference = r.reference
    left join transactions t on t.id = coalesce(r.transaction_id, c.transaction_id, by_reference.id)
      and t.method_id in (select id from payment_methods where provider = ${provider})
    where r.amount <> 0 and (${!isSinceStart}::boolean or r.day >= s.starts_on or t.completed_at >= lagos_midnight(s.starts_on))
    order by r.position
    on conflict (source_key) do nothing
    returning id::float8 as id`);
  await insertEarlierLedgerItems(
    tx,
    inserted.map(({ id }) => id),
  );
  return inserted.length;
}
