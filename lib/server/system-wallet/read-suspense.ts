import "server-only";
import { eq, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS, type SystemAccount } from "@/lib/contract/ledger.values";
import { type ManualMovementKind, toPostings } from "@/lib/contract/system-wallet.values";
import type { Queryable } from "@/lib/server/db/client";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { isReclaimableByBank, providerAmount } from "@/lib/server/transaction/postings";
import { isMovementPendingSql } from "./movement-state";

type MovementRecord = typeof walletMovements.$inferSelect;

/** Money on suspense for one transaction, in kobo. Includes posted ledger entries and pending manual transfers. */
export type SuspenseOfTransaction = {
  /** Positive: money that we owe. Negative: money that we paid but did not receive. */
  balance: number;
  /** Kobo that pending manual transfers would take from suspense (`out`) and add to suspense (`into`). */
  out: number;
  into: number;
  /** Part of the balance, or of the shortfall, that no pending manual transfer uses. */
  available: number;
  /** Kobo taken from suspense by pending manual transfers, and by posted ones that are not reversed. */
  spent: number;
  /** Kobo with which suspense may be funded for the transaction in total, and has been funded (`funded`), pending manual transfers included. */
  fundable: number;
  funded: number;
  /** Part of `funded` that is pending: no approval has posted it yet, and a rejection may cancel it. */
  fundingPending: number;
};

/** Returns the balance of suspense for a transaction and its unreserved part. */
export async function readSuspense(db: Queryable, transactionId: string): Promise<SuspenseOfTransaction> {
  const own = (account: SystemAccount) => sql<number>`(
    select coalesce(sum(p.amount), 0)::float8 from ledger_entries e join ledger_postings p on p.entry_id = e.id
    where e.source_type = 'transaction' and e.source_id = transactions.id and p.account_id = ${IDS[account]})`;
  // Reads all figures in one SQL statement, so that they are from the same moment.
  const rows = await db
    .select({
      payment: transactions,
      own: own("suspense"),
      paidOut: own("settlement_float"),
      movement: walletMovements,
      waits: isMovementPendingSql(),
      isReversed: sql<boolean>`exists (select 1 from ledger_entries r where r.reversal_of = wallet_movements.entry_id)`,
      posted: sql<number>`(
        select coalesce(sum(p.amount), 0)::float8 from ledger_postings p where p.account_id = ${IDS.suspense}
          and p.entry_id = coalesce(wallet_movements.entry_id, wallet_movements.reverses_entry_id))`,
    })
    .from(transactions)
    .leftJoin(walletMovements, eq(walletMovements.transactionId, transactions.id))
    .where(eq(transactions.id, transactionId));
  const [firstRow] = rows;
  if (!firstRow) throw new Error(`Transaction ${transactionId} vanished.`);
  const sums = { balance: firstRow.own, out: 0, into: 0, spent: 0, funded: 0, fundingPending: 0 };
  for (const { movement, waits, isReversed, posted } of rows) {
    const isPosted = movement?.state === "posted";
    if (!movement || !(isPosted || waits)) continue;
    const change = isPosted ? posted : (suspenseEffectOf(movement) ?? -posted);
    if (isPosted) sums.balance += change;
    else if (change < 0) sums.out -= change;
    else sums.into += change;
    if (isReversed || movement.kind === "reversal") continue;
    if (change < 0) sums.spent -= change;
    if (movement.kind === "fund") sums.funded += change;
    if (movement.kind === "fund" && !isPosted) sums.fundingPending += change;
  }
  const { balance, out, into } = sums;
  return {
    ...sums,
    available: balance > 0 ? Math.max(balance - out, 0) : Math.min(balance + into, 0),
    fundable: Math.max(fundableAmount(firstRow.payment, firstRow), 0),
  };
}

/** Returns what a pending manual transfer would add to suspense; null for a reversal, which depends on its entry. */
export function suspenseEffectOf({ kind, account, toAccount, direction, amount }: MovementRecord): number | null {
  if (!account) return null;
  const postings = toPostings({ kind: kind as ManualMovementKind, account, to_account: toAccount, direction, amount });
  return postings.find(({ code }) => code === "suspense")?.amount ?? 0;
}

/**
 * Returns the kobo with which suspense may be funded for a payment in total: money that was paid out, because the bank may return it,
 * or the part of a failed or expired incoming payment that has not arrived, because the provider may still have it.
 */
function fundableAmount(payment: typeof transactions.$inferSelect, { own, paidOut }: { own: number; paidOut: number }) {
  if (!isReclaimableByBank(payment)) return paidOut - payment.refundedAmount;
  return payment.state === "failed" || payment.state === "expired" ? providerAmount(payment) - own : 0;
}

/**
 * Returns the user's transactions that are not cleared: with a balance or shortfall on suspense, or a pending manual transfer.
 * @returns their references and the kobo on suspense
 */
export async function readUnclearedSuspense(
  db: Queryable,
  userId: string,
): Promise<{ reference: string; balance: number }[]> {
  const result = await db.execute<{ id: string; reference: string; waits: boolean }>(sql`
    select t.id, t.reference, exists (
      select 1 from wallet_movements where transaction_id = t.id and ${isMovementPendingSql()}) as waits
    from transactions t where t.user_id = ${userId} and (
      exists (select 1 from wallet_movements m where m.transaction_id = t.id)
      or exists (select 1 from ledger_entries e
        where e.key in ('transaction:' || t.id || ':late', 'transaction:' || t.id || ':lost', 'refund:' || t.id || ':refused:1')))`);
  const uncleared: { reference: string; balance: number }[] = [];
  for (const { id, reference, waits } of result.rows) {
    const { balance } = await readSuspense(db, id);
    if (balance !== 0 || waits) uncleared.push({ reference, balance });
  }
  return uncleared;
}
