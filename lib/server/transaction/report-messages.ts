import "server-only";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { TransactionState } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import type { TransactionRecord } from "./change-transaction";
import { isPaidOutByProvider, isPaidThroughProvider, paymentPostings } from "./postings";
import type { ProviderReport } from "./provider-port";

/** Last sentence of messages about a provider's report that could not be posted. */
export const NOT_BOOKED_NOTE = "This report is not booked: clear it up with the provider";

/** Kobo on suspense for a payment; `isNew` is true if this report posted them. */
export type SuspenseAmount = { isNew: boolean; amount: number };

/** Describes a report that a successful payment failed after all. Nothing is posted until finance has located the money. */
export function failureAfterSuccessMessage(transaction: TransactionRecord, reported: "failed" | "expired"): string {
  const fundAdvice = `fund suspense naming ${transaction.reference} and clear it`;
  if (transaction.type === "refund")
    return `the refund did not reach the payer: have the provider send it again, or ${fundAdvice}`;
  const failureText = `the provider says that it ${reported} after it had succeeded`;
  if (
    isPaidThroughProvider(transaction) ||
    !paymentPostings(transaction).some(({ accountId }) => accountId === IDS.settlement_float)
  )
    return `${failureText}. Nothing is booked: clear it up with the provider`;
  return `${failureText}. If the money came back, ${fundAdvice}`;
}

/** Describes how to handle money that moved but can't even be posted to suspense. */
export const unbookedNote = (transaction: TransactionRecord, moved: number) =>
  isPaidOutByProvider(transaction)
    ? `not booked: the provider paid out ${formatMoney(moved)}, and the settlement float holds less. Bring the float up to it in System wallet, then have the provider send this report again`
    : `not booked: with ${formatMoney(moved)} more, an account would hold too much. Clear it up with the provider`;

/** Describes a late payment. Only the first late payment is posted: a second report may mean the same money. */
export function latePaymentMessage(from: TransactionState, moved: number, { isNew, amount }: SuspenseAmount): string {
  if (isNew) return `paid after it had ${from}, booked on suspense`;
  const reported = `${formatMoney(moved)} reported after it had ${from}, and ${formatMoney(amount)} booked on suspense for it before`;
  return moved === amount ? `${reported}: nothing more is booked` : `${reported}. ${NOT_BOOKED_NOTE}`;
}

/** Returns columns that a payment takes from the first report that contains them. */
export const reportedColumns = (
  { providerReference }: TransactionRecord,
  { providerReference: reported, cardLast4 }: ProviderReport,
) => ({ providerReference: providerReference ?? reported, ...(cardLast4 && { cardLast4 }) });
