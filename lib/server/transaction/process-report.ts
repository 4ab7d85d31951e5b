import "server-only";
import { formatMoney } from "@/lib/format";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import type { AuditValues } from "@/lib/server/db/schema/system-logs";
import { settleOrderOfPayment } from "@/lib/server/event/end-payment";
import { endPayoutRow } from "@/lib/server/grant/end-payout";
import { endLatePayout, lockLatePayout } from "@/lib/server/grant/lock-late-payout";
import { endPromotionIfUsedUp, settleRedemption } from "@/lib/server/promotion/change-redemption";
import { applyProviderReport, isOpenState, type TransactionRecord, transactionRecordRef } from "./change-transaction";
import { endWithdrawal, settleLateWithdrawal } from "./end-withdrawal";
import type { ProviderReport } from "./provider";

/**
 * Applies a provider's report to a transaction that the caller has locked: moves money, and updates tickets or grants
 * in the same transaction.
 * @param auditExtras further values for the transaction's audit row
 * @returns the audit rows of the transaction and of tickets or grants
 */
export async function processProviderReport(
  tx: Transaction,
  transaction: TransactionRecord,
  report: ProviderReport,
  event: Parameters<typeof applyProviderReport>[3],
  auditExtras: AuditValues,
): Promise<AuditEntry[]> {
  if (report.currency) return processForeignMoney(tx, transaction, report, event, auditExtras);
  const isLate = !isOpenState(transaction.state) && report.state === "succeeded";
  const latePayout = isLate && transaction.type === "grant_payout" ? await lockLatePayout(tx, transaction) : null;
  const { transaction: updated, money } = await applyProviderReport(tx, transaction, report, event);
  const settledEntries = latePayout ? await endLatePayout(tx, updated, latePayout, money.on_suspense) : [];
  if (isLate && transaction.type === "withdrawal" && money.on_suspense === formatMoney(-transaction.amount))
    settledEntries.push(...(await settleLateWithdrawal(tx, updated)));
  const hasEnded = isOpenState(transaction.state) && !isOpenState(updated.state);
  const usedPromotionId = hasEnded ? await settleRedemption(tx, updated) : null;
  const endedOrder = hasEnded ? await endOrderOrPayout(tx, updated) : null;
  if (hasEnded && updated.type === "withdrawal") await endWithdrawal(tx, updated, Object.keys(money).length > 0);
  const endedEntries = await endPromotionIfUsedUp(tx, usedPromotionId);
  const after = { state: updated.state, ...money, ...endedOrder?.after, ...auditExtras };
  const ownEntry = { record: transactionRecordRef(updated), before: { state: transaction.state }, after };
  return [ownEntry, ...settledEntries, ...(endedOrder?.entries ?? []), ...endedEntries];
}

/** Fails a payment that was paid in another currency. Nothing is booked; the audit row has what the provider reported. */
async function processForeignMoney(
  tx: Transaction,
  transaction: TransactionRecord,
  { currency, ...report }: ProviderReport,
  event: Parameters<typeof applyProviderReport>[3],
  auditExtras: AuditValues,
): Promise<AuditEntry[]> {
  if (report.state !== "succeeded") return processProviderReport(tx, transaction, report, event, auditExtras);
  const reported = `${currency} ${((report.amount ?? 0) / 100).toFixed(2)}`;
  const message = `The provider reports ${reported} instead of naira. It is not booked. Contact the provider.`;
  const failure = { ...report, state: "failed", message } as const;
  return processProviderReport(tx, transaction, failure, event, { ...auditExtras, not_booked: reported });
}

/** Updates the tickets or the grant that the transaction paid for. */
const endOrderOrPayout = (tx: Transaction, payment: TransactionRecord) =>
  payment.type === "grant_payout" ? endPayoutRow(tx, payment) : settleOrderOfPayment(tx, payment);
