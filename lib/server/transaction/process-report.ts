import "server-only";
import { formatMoney } from "@/lib/format";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import type { AuditValues } from "@/lib/server/db/schema/system-logs";
import { endOrderOfPayment } from "@/lib/server/event/end-payment";
import { endPayoutRow } from "@/lib/server/grant/end-payout";
import { endLate, lockLatePayout } from "@/lib/server/grant/lock-late-payout";
import { endIfUsedUp, redemptionEnded } from "@/lib/server/promotion/change-redemption";
import { applyReport, isOpen, type TransactionRecord, transactionRecord } from "./change-transaction";
import { settleLateWithdrawal, withdrawalEnded } from "./end-withdrawal";
import type { ProviderReport } from "./provider";

/**
 * Applies a provider's report to a transaction that the caller has locked: moves money, and updates what was bought with it in
 * the same transaction.
 * @param said further values for the transaction's audit row
 * @returns the audit rows of the transaction and of what was bought
 */
export async function processReport(
  tx: Transaction,
  transaction: TransactionRecord,
  report: ProviderReport,
  event: Parameters<typeof applyReport>[3],
  said: AuditValues,
): Promise<AuditEntry[]> {
  const isLate = !isOpen(transaction.state) && report.state === "succeeded";
  const late = isLate && transaction.type === "grant_payout" ? await lockLatePayout(tx, transaction) : null;
  const { transaction: now, money } = await applyReport(tx, transaction, report, event);
  const settled = late ? await endLate(tx, now, late, money.on_suspense) : [];
  if (isLate && transaction.type === "withdrawal" && money.on_suspense === formatMoney(-transaction.amount))
    settled.push(...(await settleLateWithdrawal(tx, now)));
  const hasEnded = isOpen(transaction.state) && !isOpen(now.state);
  const redeemed = hasEnded ? await redemptionEnded(tx, now) : null;
  const bought = hasEnded ? await endedWith(tx, now) : null;
  if (hasEnded && now.type === "withdrawal") await withdrawalEnded(tx, now, Object.keys(money).length > 0);
  const ended = await endIfUsedUp(tx, redeemed);
  const after = { state: now.state, ...money, ...bought?.after, ...said };
  const own = { record: transactionRecord(now), before: { state: transaction.state }, after };
  return [own, ...settled, ...(bought?.entries ?? []), ...ended];
}

/** Updates the tickets that were bought, or the grant that was paid. */
const endedWith = (tx: Transaction, payment: TransactionRecord) =>
  payment.type === "grant_payout" ? endPayoutRow(tx, payment) : endOrderOfPayment(tx, payment);
