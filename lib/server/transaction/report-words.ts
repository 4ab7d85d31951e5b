import "server-only";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { TransactionState } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import type { TransactionRecord } from "./change-transaction";
import { comesFromOutside, goesOutside, paymentPostings } from "./postings";

export const NOT_BOOKED = "This report is not booked: clear it up with the provider";

/** What lies on suspense for a payment, in kobo; `isNew` where this report put it there. */
export type OnSuspense = { isNew: boolean; amount: number };

/** What had succeeded did not after all. The books stay as they are until somebody knows where the money is. */
export function badNews(transaction: TransactionRecord, reported: "failed" | "expired"): string {
  const back = `fund suspense naming ${transaction.reference} and clear it`;
  if (transaction.type === "refund")
    return `the refund did not reach the payer: have the provider send it again, or ${back}`;
  const said = `the provider says that it ${reported} after it had succeeded`;
  if (
    comesFromOutside(transaction) ||
    !paymentPostings(transaction).some(({ accountId }) => accountId === IDS.settlement_float)
  )
    return `${said}. Nothing is booked: clear it up with the provider`;
  return `${said}. If the money came back, ${back}`;
}

/** What is to be done about money that moved and that not even suspense can take: the float has to be filled first. */
export const unbooked = (transaction: TransactionRecord, moved: number) =>
  goesOutside(transaction)
    ? `not booked: the provider paid out ${formatMoney(moved)}, and the settlement float holds less. Bring the float up to it in System wallet, then have the provider send this report again`
    : `not booked: with ${formatMoney(moved)} more, an account would hold too much. Clear it up with the provider`;

/** One late payment is booked. Whether a second report is the same money again or more of it, only the provider knows. */
export function lateWords(from: TransactionState, moved: number, { isNew, amount }: OnSuspense): string {
  if (isNew) return `paid after it had ${from}, booked on suspense`;
  const reported = `${formatMoney(moved)} reported after it had ${from}, and ${formatMoney(amount)} booked on suspense for it before`;
  return moved === amount ? `${reported}: nothing more is booked` : `${reported}. ${NOT_BOOKED}`;
}
