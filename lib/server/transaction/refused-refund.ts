import "server-only";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { routes } from "@/lib/contract/routes";
import { formatMoney } from "@/lib/format";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { isRefusedRefundSql, transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { postLedgerEntry } from "@/lib/server/ledger/post";
import { notifyAdmins } from "@/lib/server/notices/notify";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import { readSuspense } from "@/lib/server/system-wallet/read-suspense";
import {
  lockTransactionRecord,
  TRANSACTION_RECORD_TYPE,
  type TransactionRecord,
  transactionRecordRef,
  updateTransaction,
} from "./change-transaction";
import { notifyOfLateRefund, refundAmountToPayer } from "./notify-parties";
import { isRefusedRefund } from "./postings";

/**
 * Records that the provider refuses a refund for good. The refund's ledger entry took the money out of the float, but the
 * provider still has it. Posts the money to suspense, until an admin sends the refund again or finance clears the money.
 * Notifies the payer, and the admins who may send the refund again.
 */
export async function recordRefusedRefund(tx: Transaction, refundId: string, reason: string): Promise<void> {
  const refund = await lockTransactionRecord(tx, refundId);
  if (!refund || refund.providerReference || isRefusedRefund(refund)) return;
  const wasAnnounced = (await countRefundEvents(tx, refundId, ["delayed", "refused"])) > 0;
  const attempt = (await countRefundEvents(tx, refundId, ["refused"])) + 1;
  // Finance may already have funded suspense for this refund. Pending fundings do not count, because they may be rejected.
  const { funded, fundingPending } = await readSuspense(tx, refundId);
  const onSuspense = Math.max(refundAmountToPayer(refund) - (funded - fundingPending), 0);
  if (onSuspense > 0) await postRefundToSuspense(tx, refund, `refused:${attempt}`, onSuspense, null);
  const updated = await updateTransaction(tx, refundId, { failureReason: reason });
  const message = `${reason} It was not sent. ${formatMoney(refundAmountToPayer(refund))} are on suspense naming ${refund.reference}: try the refund again, or clear the money to the wallet in System Wallet.`;
  await tx.insert(transactionEvents).values({ transactionId: refundId, kind: "refused", message });
  const record = transactionRecordRef(updated);
  await appendAudit(
    tx,
    systemAuditRow("transaction.refundRefused", {
      record,
      after: { provider_says: reason, on_suspense: formatMoney(onSuspense) },
    }),
  );
  if (!wasAnnounced) await notifyOfLateRefund(tx, updated, "refused");
  await notifyWhoMayRetry(tx, updated, attempt);
}

/**
 * Takes a refund's money from suspense again, because the provider has sent it after all: an attempt that was refused can
 * overlap one that was accepted. If finance has cleared the money to the wallet, suspense becomes short of it for this refund.
 */
export async function undoRefundRefusal(tx: Transaction, refund: TransactionRecord): Promise<void> {
  const [own] = await tx
    .select({ amount: sql<number>`coalesce(sum(${ledgerPostings.amount}), 0)::float8` })
    .from(ledgerEntries)
    .innerJoin(ledgerPostings, eq(ledgerPostings.entryId, ledgerEntries.id))
    .where(
      and(
        eq(ledgerEntries.sourceType, TRANSACTION_RECORD_TYPE),
        eq(ledgerEntries.sourceId, refund.id),
        eq(ledgerPostings.accountId, IDS.suspense),
      ),
    );
  if (!own?.amount) return;
  const attempt = await countRefundEvents(tx, refund.id, ["refused"]);
  await postRefundToSuspense(tx, refund, `accepted:${attempt}`, -own.amount, null);
}

async function notifyWhoMayRetry(tx: Transaction, refund: TransactionRecord, attempt: number): Promise<void> {
  const { policy } = routes.transaction.retryRefund;
  const admins = typeof policy === "string" ? [] : await readAdminsHolding(tx, [policy]);
  await notifyAdmins(
    tx,
    admins.map(({ id }) => id),
    { kind: "refund_refused", record: transactionRecordRef(refund), cause: `refund_refused:${refund.id}:${attempt}` },
  );
}

/** Returns a refused refund's state for its page; null for other transactions. */
export async function readRefundRefusal(db: Queryable, refund: TransactionRecord) {
  if (!isRefusedRefund(refund)) return null;
  return { amount: refundAmountToPayer(refund), can_retry: await isMoneyOnSuspense(db, refund) };
}

/** Returns true if all of a refused refund's money is still on suspense. */
export async function isMoneyOnSuspense(db: Queryable, refund: TransactionRecord): Promise<boolean> {
  const { available, spent } = await readSuspense(db, refund.id);
  return spent === 0 && available >= refundAmountToPayer(refund);
}

/** Returns the references of refused refunds whose money is still on suspense, newest first. */
export function readRefusedRefunds(db: Queryable, limit: number): Promise<{ reference: string }[]> {
  return db
    .select({ reference: transactions.reference })
    .from(transactions)
    .where(
      and(
        isRefusedRefundSql(transactions),
        sql`(select coalesce(sum(p.amount), 0) from ledger_postings p where p.account_id = ${IDS.suspense} and p.entry_id in (
        select e.id from ledger_entries e where e.source_type = 'transaction' and e.source_id = "transactions"."id"
        union select m.entry_id from wallet_movements m where m.transaction_id = "transactions"."id")) > 0`,
      ),
    )
    .orderBy(desc(transactions.createdAt))
    .limit(limit);
}

/** Posts kobo of a refund from the settlement float to suspense; negative kobo go back to the float. */
export async function postRefundToSuspense(
  tx: Transaction,
  { id, reference }: TransactionRecord,
  keySuffix: string,
  amount: number,
  postedBy: string | null,
): Promise<void> {
  await postLedgerEntry(tx, {
    key: `refund:${id}:${keySuffix}`,
    // Does not use the kind `transaction_refund`, because the daily totals would count the refund twice.
    kind: "transaction",
    description: `${describePosting(keySuffix)} (${reference})`,
    source: { type: TRANSACTION_RECORD_TYPE, id },
    postedBy,
    postings: [
      { accountId: IDS.settlement_float, amount: -amount },
      { accountId: IDS.suspense, amount },
    ],
  });
}

function describePosting(keySuffix: string): string {
  if (keySuffix.startsWith("refused")) return "Refund refused by the provider";
  return keySuffix.startsWith("again") ? "Refund sent again" : "Refund accepted by the provider after a refusal";
}

/** Counts the events of a refund that state that it is delayed or was refused. */
export const countRefundEvents = (tx: Transaction, id: string, kinds: ("delayed" | "refused")[]) =>
  tx.$count(transactionEvents, and(eq(transactionEvents.transactionId, id), inArray(transactionEvents.kind, kinds)));
