import "server-only";
import { formatMoney } from "@/lib/format";
import type { PastLedgerEntry } from "@/lib/server/db/seed/ledger";
import type { DemoPaymentRows, PastPayment } from "@/lib/server/db/seed/transactions";
import { paymentPostings, refundPostings, returnedToPool } from "@/lib/server/transaction/postings";

/** Returns maps of refunds and refund events by id of the payment, and of ledger entries by key. */
export function indexPayments({ rows, events, entries }: DemoPaymentRows) {
  const refunds = new Map<string, PastPayment[]>();
  for (const row of rows) if (row.refundOf) refunds.set(row.refundOf, [...(refunds.get(row.refundOf) ?? []), row]);
  const told = new Map<string, DemoPaymentRows["events"]>();
  for (const event of events)
    if (event.kind === "refund") told.set(event.transactionId, [...(told.get(event.transactionId) ?? []), event]);
  return { refunds, told, entries: new Map(entries.map((entry) => [entry.key, entry])) };
}
/** Maps of `indexPayments`, to look up a payment's refunds, refund events and ledger entries. */
export type PaymentIndex = ReturnType<typeof indexPayments>;

/**
 * Applies a promotion to a payment and to the payment's refunds.
 * @returns kobo that the refunds return to the pool
 */
export function applyPromotion(
  payment: PastPayment,
  benefit: { discount: number; cashback: number },
  { refunds, told: refundEvents, entries }: PaymentIndex,
): number {
  Object.assign(payment, benefit);
  setPostings(entries.get(`transaction:${payment.id}`), paymentPostings(payment));
  const paymentBefore = { ...payment, refundedAmount: 0 };
  let returnedTotal = 0;
  for (const refund of refunds.get(payment.id) ?? []) {
    const returned = returnedToPool(paymentBefore, refund.amount);
    Object.assign(refund, { discount: benefit.discount && returned, cashback: benefit.cashback && returned });
    setPostings(entries.get(`refund:${refund.id}`), refundPostings(paymentBefore, refund.amount));
    const event = refundEvents.get(payment.id)?.find(({ message }) => message.includes(refund.reference));
    if (event && returned) event.message += `, ${formatMoney(returned)} of it to the promotions pool`;
    paymentBefore.refundedAmount += refund.amount;
    returnedTotal += returned;
  }
  return returnedTotal;
}

function setPostings(entry: PastLedgerEntry | undefined, postings: PastLedgerEntry["postings"]): void {
  if (entry) entry.postings = postings;
}
