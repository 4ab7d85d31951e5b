import "server-only";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import { Refusal } from "@/lib/server/api/errors";
import type { AuditEntry } from "@/lib/server/audit/audit";
import { tellCitizen } from "@/lib/server/citizen/tell-citizen";
import type { Transaction } from "@/lib/server/db/client";
import { orRefusal } from "@/lib/server/event/undo-when-refused";
import { postEntry } from "@/lib/server/ledger/post";
import { releaseOn } from "@/lib/server/ledger/reserve";
import { TRANSACTION, type TransactionRecord, transactionRecord } from "./change-transaction";
import { reservedForWithdrawal } from "./promised-money";

/**
 * Ends a withdrawal whose payment has just ended by a report: what was reserved is free again unless it was paid, and the
 * citizen is told.
 * @param isOnSuspense whether the provider moved money that is not booked as this withdrawal
 */
export async function withdrawalEnded(
  tx: Transaction,
  payment: TransactionRecord,
  isOnSuspense: boolean,
): Promise<void> {
  if (payment.state === "succeeded") return tell(tx, payment, "paid");
  const reserved = await reservedForWithdrawal(tx, payment);
  if (reserved) await releaseOn(tx, reserved.accountId, reserved.amount);
  return tell(tx, payment, isOnSuspense ? "checked" : "returned");
}

/**
 * Debits the wallet for a withdrawal that failed here and was paid after all, where the report put it on suspense. A wallet
 * that can't give it leaves it there, for finance to clear.
 * @returns the audit row of what was settled
 */
export async function settleLateWithdrawal(tx: Transaction, payment: TransactionRecord): Promise<AuditEntry[]> {
  const { id, reference, userId, amount } = payment;
  if (!(await reservedForWithdrawal(tx, payment))) return [];
  const settled = await orRefusal(tx, (inner) =>
    postEntry(inner, {
      key: `transaction:${id}:settled`,
      kind: "transaction",
      description: `Withdrawal paid late (${reference})`,
      source: { type: TRANSACTION, id },
      postedBy: null,
      postings: [
        { accountId: userId, amount: -amount },
        { accountId: IDS.suspense, amount },
      ],
      mayExceedLimits: true,
    }),
  );
  if (settled instanceof Refusal) return [];
  await tell(tx, payment, "paid");
  return [{ record: transactionRecord(payment), after: { settled: formatMoney(amount) } }];
}

const NEWS = {
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

function tell(tx: Transaction, { id, userId, reference, amount }: TransactionRecord, what: keyof typeof NEWS) {
  const { title, text } = NEWS[what](formatMoney(amount));
  return tellCitizen(tx, userId, {
    subject: title,
    text: `${text}\n\nReference: ${reference}`,
    title,
    body: text,
    data: { category: "transaction", transaction_id: id },
  });
}
