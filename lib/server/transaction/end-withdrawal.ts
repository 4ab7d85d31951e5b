import "server-only";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import { Refusal } from "@/lib/server/api/errors";
import type { AuditEntry } from "@/lib/server/audit/audit";
import { notifyCitizen } from "@/lib/server/citizen/notify-citizen";
import type { Transaction } from "@/lib/server/db/client";
import { runOrReturnRefusal } from "@/lib/server/event/run-or-refusal";
import { postLedgerEntry } from "@/lib/server/ledger/post";
import { releaseFromAccount } from "@/lib/server/ledger/reserve";
import { TRANSACTION_RECORD_TYPE, type TransactionRecord, transactionRecordRef } from "./change-transaction";
import { reservationOfWithdrawal } from "./reservations";

/**
 * Completes a withdrawal whose payment was just completed by a report: releases the reserved money unless it was paid out, and notifies the
 * citizen.
 * @param isOnSuspense true if the provider moved money that is not posted as this withdrawal
 */
export async function endWithdrawal(tx: Transaction, payment: TransactionRecord, isOnSuspense: boolean): Promise<void> {
  if (payment.state === "succeeded") return notify(tx, payment, "paid");
  const reservation = await reservationOfWithdrawal(tx, payment);
  if (reservation) await releaseFromAccount(tx, reservation.accountId, reservation.amount);
  return notify(tx, payment, isOnSuspense ? "checked" : "returned");
}

/**
 * Debits the wallet for a failed withdrawal that was paid after all, if the report posted it to suspense. If the wallet lacks the money,
 * the amount stays on suspense for finance to clear.
 * @returns the audit row of the settlement
 */
export async function settleLateWithdrawal(tx: Transaction, payment: TransactionRecord): Promise<AuditEntry[]> {
  const { id, reference, userId, amount } = payment;
  if (!(await reservationOfWithdrawal(tx, payment))) return [];
  const settleResult = await runOrReturnRefusal(tx, (savepoint) =>
    postLedgerEntry(savepoint, {
      key: `transaction:${id}:settled`,
      kind: "transaction",
      description: `Withdrawal paid late (${reference})`,
      source: { type: TRANSACTION_RECORD_TYPE, id },
      postedBy: null,
      postings: [
        { accountId: userId, amount: -amount },
        { accountId: IDS.suspense, amount },
      ],
      mayExceedLimits: true,
    }),
  );
  if (settleResult instanceof Refusal) return [];
  await notify(tx, payment, "paid");
  return [{ record: transactionRecordRef(payment), after: { settled: formatMoney(amount) } }];
}

const MESSAGES = {
  paid: (amount: string) => ({
    title: `${amount} paid to your bank account`,
    text: `Your withdrawal of ${amount} has reached your bank.`,
  }),
  returned: (amount: string) => ({
    title: `Your withdrawal of ${amount} did not succeed`,
    text: `Your withdrawal of ${amount} did not succeed. The money is available in your wallet again.`,
  }),
  checked: (amount: string) => ({
    title: `Your withdrawal of ${amount} is being checked`,
    text: `Your withdrawal of ${amount} could not be completed as you ordered it. We are checking it with the bank.`,
  }),
};

function notify(tx: Transaction, { id, userId, reference, amount }: TransactionRecord, outcome: keyof typeof MESSAGES) {
  const { title, text } = MESSAGES[outcome](formatMoney(amount));
  return notifyCitizen(tx, userId, {
    subject: title,
    text: `${text}\n\nReference: ${reference}`,
    title,
    body: text,
    data: { category: "transaction", transaction_id: id },
  });
}
