import "server-only";
import { formatMoney } from "@/lib/format";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import type { AuditValues } from "@/lib/server/db/schema/system-logs";
import type { TransactionRecord } from "@/lib/server/transaction/change-transaction";
import { applicationRecordRef } from "./application-record";
import { changeBatchRows, setApplicationStates } from "./change-rows";
import { lockPayoutRow } from "./lock-payout";
import { notifyPayouts } from "./notify-payouts";

/**
 * Completes the batch row whose transaction was completed by a provider's report. The caller has locked the transaction. If no rows of the
 * batch are open any more, the next run marks the batch as done (run-payouts.ts).
 * @returns null if no row waits for this transaction
 */
export async function endPayoutRow(
  tx: Transaction,
  payment: TransactionRecord,
): Promise<{ after: AuditValues; entries: AuditEntry[] } | null> {
  const locked = await lockPayoutRow(tx, payment.id);
  if (locked?.row.state !== "sent") return null;
  const { row, application, programme } = locked;
  const isPaid = payment.state === "succeeded";
  const problem = isPaid ? null : (payment.failureReason ?? "The provider could not pay it.");
  await changeBatchRows(tx, [{ row, state: isPaid ? "paid" : "failed", problem }]);
  const notifies = isPaid || application.state === "approved";
  await setApplicationStates(tx, [application], isPaid ? "disbursed" : "payment_failed");
  if (notifies) await notifyPayouts(tx, [{ application, programme, amount: row.amount }], isPaid ? "paid" : "delayed");
  const after = {
    payment: isPaid ? "paid" : "failed",
    ...(problem && { problem }),
    transaction: payment.reference,
    amount: formatMoney(row.amount),
  };
  return {
    after: { application: application.reference },
    entries: [{ record: applicationRecordRef(application), before: { payment: "sent" }, after }],
  };
}
