import "server-only";
import { eq, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { inTransaction } from "@/lib/server/api/transaction";
import type { Database, Transaction } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { reconciliationSettings } from "@/lib/server/db/schema/reconciliation";
import { isProcessStopping } from "@/lib/server/process/stopping";
import { insertLedgerItems, settlementFloatPostingsSql } from "./ledger-items";

const FLOAT = SYSTEM_ACCOUNT_IDS.settlement_float;

/** Limits of the collection. `postingsPerBatch`: postings per database transaction. Tests change it. */
export const ledgerCollectionLimits = { postingsPerBatch: 5_000 };

/**
 * Turns postings on the settlement float into items, oldest first. Each database transaction collects one batch and moves the cursor, so a
 * crash loses and repeats nothing. Several servers may run it concurrently. Returns early while another server collects or a day is being
 * closed.
 * @returns number of collected postings
 */
export async function collectLedgerItems(db: Database): Promise<number> {
  let count = 0;
  while (!isProcessStopping()) {
    const collected = await inTransaction(db, collectBatch);
    count += collected;
    if (collected < ledgerCollectionLimits.postingsPerBatch) break;
  }
  return count;
}

async function collectBatch(tx: Transaction): Promise<number> {
  const cursor = await lockCursor(tx);
  if (cursor === null) return 0;
  const [float] = await tx
    .select({ newest: ledgerAccounts.postings })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, FLOAT));
  const end = Math.min(float?.newest ?? 0, cursor + ledgerCollectionLimits.postingsPerBatch);
  if (end <= cursor) return 0;
  await insertLedgerItems(tx, settlementFloatPostingsSql(cursor, end));
  await tx.update(reconciliationSettings).set({ ledgerSeq: end }).where(eq(reconciliationSettings.id, 1));
  return end - cursor;
}

/**
 * Locks the settings and returns the number of the last collected posting. Returns null if reconciliation has not started, there is no
 * posting since its first day, or another process has the lock. Never waits, so that it can't deadlock with the closing of a day.
 */
async function lockCursor(tx: Transaction): Promise<number | null> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(hashtext('reconciliation')) as free`,
  );
  if (!rows[0]?.free) return null;
  const [settings] = await tx.select().from(reconciliationSettings).for("update", { skipLocked: true });
  if (!settings?.startsOn) return null;
  if (settings.ledgerSeq > 0) return settings.ledgerSeq;
  const first = await tx.execute<{ seq: number }>(sql`
    select seq from ledger_postings where account_id = ${FLOAT} and posted_at >= lagos_midnight(${settings.startsOn})
    order by posted_at, seq limit 1`);
  return first.rows[0] ? first.rows[0].seq - 1 : null;
}
