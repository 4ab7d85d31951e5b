import "server-only";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { benefitReturnedByRefund } from "@/lib/contract/promotion.values";
import {
  type PaymentChannel,
  refundableKobo,
  type TransactionState,
  type TransactionType,
} from "@/lib/contract/transaction.values";
import type { LedgerPosting } from "@/lib/server/ledger/post";

/** The fields of a payment that decide its postings; amounts in kobo. */
export type PaymentToPost = {
  type: TransactionType;
  channel: PaymentChannel;
  userId: string;
  counterpartyId: string | null;
  amount: number;
  fee: number;
  /** Discount on the price, and cashback to the payer's wallet, that a promotion gives. */
  discount?: number;
  cashback?: number;
};

type Parties = Pick<PaymentToPost, "type" | "channel" | "userId" | "counterpartyId">;

/** Returns the accounts debited and credited with a payment's amount. Billers and organisers are paid from the settlement float account. */
function payerAndReceiverAccounts({ type, channel, userId, counterpartyId }: Parties): [from: string, to: string] {
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

/** Returns true if the payer pays through the payment provider, such as by card; false for one of our wallets or pools. */
export const isPaidThroughProvider = (payment: Parties) =>
  payerAndReceiverAccounts(payment)[0] === IDS.settlement_float;

/** True if a bank can claim the payment back: only money received by a provider. */
export const isReclaimableByBank = (payment: Parties) => payment.type !== "refund" && isPaidThroughProvider(payment);

/** True if the provider has refused the refund for good, and no admin has sent the refund again. */
export const isRefusedRefund = ({ type, failureReason }: { type: TransactionType; failureReason: string | null }) =>
  type === "refund" && failureReason !== null;

/** True if the payment can be disputed: a citizen paid, transferred or withdrew it. */
export const isDisputable = ({ type }: Parties) => type !== "refund" && type !== "grant_payout";

/** Returns the kobo that a lost dispute refunds to the payer, without the promotion's part. */
export const disputeLossAmount = (payment: PaymentToPost) =>
  payment.amount - (payment.discount ?? 0) - (isReclaimableByBank(payment) ? 0 : (payment.cashback ?? 0));

/**
 * Returns the postings of a lost dispute. Money that the payer's bank claims back leaves the float and is debited to
 * suspense, where finance clears it. Money from a wallet returns there from its receiver, as with a refund.
 * @param amount kobo that the bank claims back; ignored for money from a wallet
 */
export function disputeLossPostings(payment: PaymentToPost, amount = disputeLossAmount(payment)): LedgerPosting[] {
  if (!isReclaimableByBank(payment)) return refundPostings({ ...payment, refundedAmount: 0 }, payment.amount);
  return [
    { accountId: IDS.suspense, amount: -amount },
    { accountId: IDS.settlement_float, amount },
  ];
}

/** True if the provider pays out money that is debited to a wallet or pool. */
export const isPaidOutByProvider = (payment: Parties) =>
  payment.type !== "refund" &&
  payment.channel !== "wallet" &&
  !isPaidThroughProvider(payment) &&
  payerAndReceiverAccounts(payment)[1] === IDS.settlement_float;

/** Returns the kobo that can still be refunded: zero for a refund, and for a payout, which only the bank can return. */
export const refundableAmount = (payment: PaymentToPost & { state: TransactionState; refundedAmount: number }) =>
  payment.type === "refund" || isPaidOutByProvider(payment)
    ? 0
    : refundableKobo({ state: payment.state, amount: payment.amount, refunded_amount: payment.refundedAmount });

/**
 * Returns the postings to suspense for kobo that the provider moved, if the payment can't be posted as intended and finance must find the
 * owner of the money. Null if the provider moved no money.
 */
export function suspensePostings(payment: PaymentToPost, movedAmount: number): LedgerPosting[] | null {
  const sign = isPaidThroughProvider(payment) ? 1 : isPaidOutByProvider(payment) ? -1 : 0;
  if (sign === 0 || movedAmount === 0) return null;
  return [
    { accountId: IDS.settlement_float, amount: -sign * movedAmount },
    { accountId: IDS.suspense, amount: sign * movedAmount },
  ];
}

/** Returns the kobo that the provider should move: a payout without our fee, a refund without the promotion's part. */
export function providerAmount(payment: PaymentToPost): number {
  const { type, amount, fee, discount = 0, cashback = 0 } = payment;
  if (isPaidOutByProvider(payment)) return amount;
  return amount + fee - discount - (type === "refund" ? cashback : 0);
}

/**
 * Returns the postings of a successful payment: the payer is debited amount and fee, the receiver is credited the
 * amount, and the fee is income. The promotions pool is debited discount and cashback.
 */
export function paymentPostings(payment: PaymentToPost): LedgerPosting[] {
  const [from, to] = payerAndReceiverAccounts(payment);
  const { amount, fee, userId, discount = 0, cashback = 0 } = payment;
  return withoutZeroPostings(
    { accountId: from, amount: discount - amount - fee },
    { accountId: to, amount },
    { accountId: IDS.fee_income, amount: fee },
    { accountId: IDS.promotions_pool, amount: -(discount + cashback) },
    { accountId: userId, amount: cashback },
  );
}

type RefundedPayment = Omit<PaymentToPost, "fee"> & { refundedAmount: number };

/** Returns the part of a refund of `part` kobo for the promotions pool: a proportional part; the last refund returns the rest. */
export const returnedToPool = ({ amount, discount = 0, cashback = 0, refundedAmount }: RefundedPayment, part: number) =>
  benefitReturnedByRefund({ benefit: discount + cashback, amount, refunded: refundedAmount }, part);

/** Returns the postings that refund `part` kobo to the payer, less the promotion's share. The fee is not refunded. */
export function refundPostings(payment: RefundedPayment, part: number): LedgerPosting[] {
  const [from, to] = payerAndReceiverAccounts(payment);
  const returnedAmount = returnedToPool(payment, part);
  return withoutZeroPostings(
    { accountId: to, amount: -part },
    { accountId: from, amount: part - returnedAmount },
    { accountId: IDS.promotions_pool, amount: returnedAmount },
  );
}

const withoutZeroPostings = (...postings: LedgerPosting[]) => postings.filter(({ amount }) => amount !== 0);
