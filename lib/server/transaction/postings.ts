import "server-only";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import {
  type Channel,
  remainingOf,
  type TransactionState,
  type TransactionType,
} from "@/lib/contract/transaction.values";
import type { Posting } from "@/lib/server/ledger/post";

/** What decides where the money goes; amounts in kobo. */
export type Payment = {
  type: TransactionType;
  channel: Channel;
  userId: string;
  counterpartyId: string | null;
  amount: number;
  fee: number;
};

/** Where a payment comes from and where it goes, fee apart. Billers and organisers are paid out of the float. */
function ends({ type, channel, userId, counterpartyId }: Omit<Payment, "amount" | "fee">): [from: string, to: string] {
  const payer = channel === "wallet" ? userId : IDS.settlement_float;
  switch (type) {
    case "wallet_funding":
      return [IDS.settlement_float, userId];
    case "transfer":
      return [payer, counterpartyId ?? userId];
    case "withdrawal":
      return [userId, IDS.settlement_float];
    case "grant_payout":
      return [IDS.grants_pool, userId];
    case "bill_payment":
    case "tax_and_levy":
    case "ticket":
      return [payer, IDS.settlement_float];
    case "refund":
      throw new Error("A refund is posted with what it gives back.");
  }
}

/** Whether the provider has the money, rather than a wallet or a pool of ours. */
export const comesFromOutside = (payment: Omit<Payment, "amount" | "fee">) => ends(payment)[0] === IDS.settlement_float;

/** Whether a bank can claim it back: only what came in through a provider. */
export const isDisputable = (payment: Omit<Payment, "amount" | "fee">) =>
  payment.type !== "refund" && comesFromOutside(payment);

/** A dispute that is lost: out of the float against suspense, where finance clears it. */
export const lossPostings = (amount: number): Posting[] => [
  { accountId: IDS.suspense, amount: -amount },
  { accountId: IDS.settlement_float, amount },
];

/** Whether the provider hands money out that a wallet gives. */
export const goesOutside = (payment: Omit<Payment, "amount" | "fee">) =>
  payment.type !== "refund" &&
  payment.channel !== "wallet" &&
  !comesFromOutside(payment) &&
  ends(payment)[1] === IDS.settlement_float;

/** Kobo that can still be given back: nothing of a refund, nor of what went out, which only the bank can return. */
export const refundable = (payment: Payment & { state: TransactionState; refundedAmount: number }) =>
  payment.type === "refund" || goesOutside(payment)
    ? 0
    : remainingOf({ state: payment.state, amount: payment.amount, refunded_amount: payment.refundedAmount });

/**
 * What the provider moved although the payment can't be booked as what it was meant to be: ours it is not, and somebody
 * has to find out whose it is. Kobo; null where no money of the provider's is concerned.
 */
export function suspensePostings(payment: Payment, moved: number): Posting[] | null {
  const sign = comesFromOutside(payment) ? 1 : goesOutside(payment) ? -1 : 0;
  if (sign === 0 || moved === 0) return null;
  return [
    { accountId: IDS.settlement_float, amount: -sign * moved },
    { accountId: IDS.suspense, amount: sign * moved },
  ];
}

/** Kobo that the provider moves when all is as it should be: what it hands out is without our fee. */
export const movedOf = (payment: Payment) => (goesOutside(payment) ? payment.amount : payment.amount + payment.fee);

/** A payment that succeeds: the payer gives amount and fee, the receiver gets the amount, the fee is income. */
export function paymentPostings(payment: Payment): Posting[] {
  const [from, to] = ends(payment);
  const { amount, fee } = payment;
  const fees = fee > 0 ? [{ accountId: IDS.fee_income, amount: fee }] : [];
  return [{ accountId: from, amount: -(amount + fee) }, { accountId: to, amount }, ...fees];
}

/** So much of a payment's amount goes back the way it came; the fee is kept. */
export function refundPostings(payment: Omit<Payment, "amount" | "fee">, amount: number): Posting[] {
  const [from, to] = ends(payment);
  return [
    { accountId: to, amount: -amount },
    { accountId: from, amount },
  ];
}
