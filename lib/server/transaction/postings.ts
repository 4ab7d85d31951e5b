import "server-only";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { returnedWith } from "@/lib/contract/promotion.values";
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
  /** What a promotion takes off the price, and what it brings to the payer's wallet. */
  discount?: number;
  cashback?: number;
};

type Parties = Pick<Payment, "type" | "channel" | "userId" | "counterpartyId">;

/** Where a payment comes from and where it goes, fee apart. Billers and organisers are paid out of the float. */
function ends({ type, channel, userId, counterpartyId }: Parties): [from: string, to: string] {
  const payer = channel === "wallet" ? userId : IDS.settlement_float;
  switch (type) {
    case "wallet_funding":
      return [IDS.settlement_float, userId];
    case "transfer":
      return [payer, counterpartyId ?? userId];
    case "withdrawal":
      return [userId, IDS.settlement_float];
    case "grant_payout":
      return [IDS.grants_pool, channel === "wallet" ? userId : IDS.settlement_float];
    case "bill_payment":
    case "tax_and_levy":
    case "ticket":
      return [payer, IDS.settlement_float];
    case "refund":
      throw new Error("A refund is posted with what it gives back.");
  }
}

/** Whether the provider has the money, rather than a wallet or a pool of ours. */
export const comesFromOutside = (payment: Parties) => ends(payment)[0] === IDS.settlement_float;

/** Whether a bank can claim it back: only what came in through a provider. */
export const cameByProvider = (payment: Parties) => payment.type !== "refund" && comesFromOutside(payment);

/** Whether it can be disputed: what a citizen paid, transferred or withdrew. */
export const isDisputable = ({ type }: Parties) => type !== "refund" && type !== "grant_payout";

/** Kobo that a lost dispute brings back to the payer: what a promotion gave was never theirs. */
export const lossOf = (payment: Payment) =>
  payment.amount - (payment.discount ?? 0) - (cameByProvider(payment) ? 0 : (payment.cashback ?? 0));

/**
 * A dispute that is lost. What the payer's bank claims back goes out of the float against suspense, where finance clears it. What
 * came from a wallet goes back there from whoever got it, as with a refund.
 */
export function lossPostings(payment: Payment): Posting[] {
  if (!cameByProvider(payment)) return refundPostings({ ...payment, refundedAmount: 0 }, payment.amount);
  const amount = lossOf(payment);
  return [
    { accountId: IDS.suspense, amount: -amount },
    { accountId: IDS.settlement_float, amount },
  ];
}

/** Whether the provider hands money out that a wallet gives. */
export const goesOutside = (payment: Parties) =>
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

/**
 * Kobo that the provider moves when all is as it should be: what it hands out is without our fee, and what it gives back is
 * without what a promotion gave.
 */
export function movedOf(payment: Payment): number {
  const { type, amount, fee, discount = 0, cashback = 0 } = payment;
  if (goesOutside(payment)) return amount;
  return amount + fee - discount - (type === "refund" ? cashback : 0);
}

/**
 * A payment that succeeds: the payer gives amount and fee, the receiver gets the amount, the fee is income. The promotions
 * pool gives what the payer pays less, or gets back as cashback.
 */
export function paymentPostings(payment: Payment): Posting[] {
  const [from, to] = ends(payment);
  const { amount, fee, userId, discount = 0, cashback = 0 } = payment;
  return moving(
    { accountId: from, amount: discount - amount - fee },
    { accountId: to, amount },
    { accountId: IDS.fee_income, amount: fee },
    { accountId: IDS.promotions_pool, amount: -(discount + cashback) },
    { accountId: userId, amount: cashback },
  );
}

type Refunded = Omit<Payment, "fee"> & { refundedAmount: number };

/** What of a refund of `part` kobo goes back to the promotions pool: in proportion, and all that is left with the last part. */
export const returnedToPool = ({ amount, discount = 0, cashback = 0, refundedAmount }: Refunded, part: number) =>
  returnedWith({ benefit: discount + cashback, amount, refunded: refundedAmount }, part);

/** So much of a payment's amount goes back the way it came, less what a promotion gave; the fee is kept. */
export function refundPostings(payment: Refunded, part: number): Posting[] {
  const [from, to] = ends(payment);
  const returned = returnedToPool(payment, part);
  return moving(
    { accountId: to, amount: -part },
    { accountId: from, amount: part - returned },
    { accountId: IDS.promotions_pool, amount: returned },
  );
}

const moving = (...postings: Posting[]) => postings.filter(({ amount }) => amount !== 0);
