import "server-only";
import { formatMoney } from "@/lib/format";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import type { AuditValues } from "@/lib/server/db/schema/system-logs";
import type { TransactionRecord } from "@/lib/server/transaction/change-transaction";
import { applicationRecord } from "./application-record";
import { changeRows, moveApplications } from "./change-rows";
import { holdPayout } from "./hold-payout";
import { tellPayouts } from "./tell-payouts";

/**
 * What becomes of the row of a payout batch whose transaction has just ended by a report of the provider. The caller has
 * locked the transaction. The batch is done with its last row, which the next run finds (run-payouts.ts).
 * @returns null where no row waits for it
 */
export async function payoutEnded(
  tx: Transaction,
  payment: TransactionRecord,
): Promise<{ after: AuditValues; entries: AuditEntry[] } | null> {
  const held = await holdPayout(tx, payment.id);
  if (held?.row.state !== "sent") return null;
  const { row, application, programme } = held;
  const isPaid = payment.state === "succeeded";
  const problem = isPaid ? null : (payment.failureReason ?? "The provider could not pay it.");
  await changeRows(tx, [{ row, state: isPaid ? "paid" : "failed", problem }]);
  const isNews = isPaid || application.state === "approved";
  await moveApplications(tx, [application], isPaid ? "disbursed" : "payment_failed");
  if (isNews) await tellPayouts(tx, [{ application, programme, amount: row.amount }], isPaid ? "paid" : "delayed");
  const after = {
    payment: isPaid ? "paid" : "failed",
    ...(problem && { problem }),
    transaction: payment.reference,
    amount: formatMoney(row.amount),
  };
  return {
    after: { application: application.reference },
    entries: [{ record: applicationRecord(application), before: { payment: "sent" }, after }],
  };
}
