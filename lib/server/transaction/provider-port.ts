import "server-only";
import type { Checkout } from "@/lib/contract/transaction.app";
import type { PaymentChannel } from "@/lib/contract/transaction.values";
import type { Refusal } from "@/lib/server/api/errors";

/** State of a payment in a provider's report. */
export type ProviderState = "processing" | "succeeded" | "failed" | "expired";

/** A provider's report about one payment. `raw`: its data as stored, without account data. */
export type ProviderReport = {
  /** Our reference for the transaction, or for one attempt to begin it (`payment_checkouts`). */
  reference: string;
  state: ProviderState;
  /** Kobo that the provider moved, including our fee; undefined if the report does not contain it. */
  amount?: number;
  /** Currency of `amount` if it is not the naira. Such a report is never booked. */
  currency?: string;
  /** Last four digits of the card; undefined if the report has none. */
  cardLast4?: string;
  /** The provider's own reference; null if it has none, for example because the provider does not know the payment. */
  providerReference: string | null;
  message: string;
  raw: Record<string, string>;
};

/** A report that the provider sends by webhook; `eventId` is the same in each delivery. */
export type ProviderEvent = ProviderReport & {
  eventId: string;
  /**
   * Kind of record that the report is about; undefined if the provider does not tell payments and payouts apart. Reports about refunds
   * and disputes are recorded and move no money.
   */
  subject?: "payment" | "payout" | "refund" | "dispute";
};

/** A signed webhook that concerns no money, such as a new customer. It is acknowledged and not stored. */
export type IgnoredProviderEvent = { ignored: string };

/** A payment that a citizen begins. `amount` in kobo, with our fee and without the promotion's discount. */
export type PaymentBeginOrder = {
  reference: string;
  amount: number;
  channel: PaymentChannel;
  userId: string;
  /** Bank whose USSD code the citizen dials; undefined: the citizen chooses on the provider's page. */
  bankCode?: string;
};

/** An order to pay kobo to a bank account. `key` is its idempotency key; the account number is in plain text. */
export type PayoutOrder = {
  reference: string;
  amount: number;
  key: string;
  bank_code: string;
  account_number: string;
  account_name: string;
};

/** Channel of a payment, and whether it is a payout to a bank: providers have separate endpoints for payouts. */
export type PaymentKind = {
  channel: PaymentChannel;
  isPayout: boolean;
  /** Time at which the checkout ends. Until then, a payment that the citizen left may still be paid. */
  expiresAt?: Date | null;
};

/** A period of days, both included, as YYYY-MM-DD. `cursor`: `next_cursor` of the page before. */
export type ProviderPeriod = { from: string; to: string; cursor?: string };
/** A page of a provider's list. `next_cursor` is null on the last page. */
export type ProviderPage<T> = { items: T[]; next_cursor: string | null };

/** Money that the provider pays to our bank account for many payments. Amounts in kobo. */
export type ProviderSettlement = {
  id: string;
  state: "pending" | "paid" | "failed";
  /** Day of the settlement, YYYY-MM-DD. */
  day: string;
  /** Sum of the payments, before fees and deductions. */
  gross: number;
  fees: number;
  /** Refunds, chargebacks and other deductions. */
  deductions: number;
  /** Amount that reaches the bank account. */
  net: number;
  /** Text by which the bank statement's narration identifies the settlement. */
  narration: string;
};

/** Money that a provider pays out or withholds: a refund, a payout to a bank, or a lost dispute. */
export type OutflowKind = "refund" | "payout" | "chargeback";

/** A payment within a settlement, or an outflow that reduces it. Amounts in kobo; negative for an outflow. */
export type SettledItem = {
  kind: "payment" | OutflowKind;
  /** Our reference of the payment, refund or payout; for a chargeback, that of the disputed payment. */
  reference: string;
  providerReference: string;
  amount: number;
  /** The provider's fee; 0 if the provider does not list it by payment. */
  fees: number;
  /** Time in ISO format; empty if the provider does not name one. */
  paidAt: string;
};

/** A payout that the provider paid from our balance, outside settlements. `returned`: the bank sent the money back. */
export type ProviderTransfer = {
  reference: string;
  providerReference: string;
  /** Kobo, above zero. */
  amount: number;
  state: "pending" | "paid" | "failed" | "returned";
  paidAt: string;
};

/** A refund, or a lost dispute that the provider refunded. */
export type ProviderRefund = {
  /** Our idempotency key of the refund; null if we did not order it. */
  key: string | null;
  paymentReference: string;
  providerReference: string;
  /** Kobo, above zero. */
  amount: number;
  /** `paid`: the provider has taken the money from our balance or from a settlement. */
  state: "pending" | "paid" | "failed";
  paidAt: string;
  isChargeback: boolean;
  /** Settlement that the refund reduced; null if it reduced our balance. */
  settlementId: string | null;
};

/** A dispute as a provider reports it. */
export type ProviderDispute = {
  id: string;
  reference: string;
  state: "needs_answer" | "at_bank" | "pending" | "resolved";
  /** Kobo that the payer claims. */
  amount: number;
  reason: string;
  createdAt: string;
  /** Time until which an answer is accepted; null if the provider does not name one. */
  dueAt: string | null;
  resolution: string | null;
};

/** Proof that a service was delivered. The provider sends it to the payer's bank. */
export type DisputeEvidence = {
  disputeId: string;
  customer: { name: string; email: string; phone: string };
  service: string;
};
/** File that supports our answer to a dispute. */
export type EvidenceFile = { name: string; type: string; bytes: Uint8Array };

/** Our answer to a dispute. `amount`: kobo to refund; 0 if we contest the dispute. */
export type DisputeAnswer = {
  disputeId: string;
  answer: "accept" | "contest";
  message: string;
  amount: number;
  evidenceId?: string;
  file?: EvidenceFile;
};

/** A bank of the provider's list. `institution`: six digits of NIP or the revised NUBAN standard, if known. */
export type ProviderBank = { code: string; name: string; institution: string | null; isActive: boolean };

/**
 * Interface of payment providers. All amounts are in kobo: an adapter converts.
 * Each function throws {ProviderUnavailable} if the answer is unknown (no answer, an error of the provider's server, a
 * response that can't be read) and {ProviderRejection} if the provider has refused (./provider-errors.ts).
 */
export type PaymentProvider = {
  /** Begins a payment. Repeating it with the same reference has no second effect. @throws {DuplicateBeginError} */
  begin: (order: PaymentBeginOrder) => Promise<Checkout>;
  /** Requests the state of a payment or payout. @throws 503, within seconds, if the provider can't be reached */
  verify: (reference: string, paymentKind?: PaymentKind) => Promise<ProviderReport>;
  /** Sends a refund after our transaction is committed. `key`: idempotency key. @throws RefundRefusal if final; other errors can be retried */
  refund: (order: { reference: string; amount: number; key: string }) => Promise<{ providerReference: string }>;
  /** Orders a payout after our transaction is committed. @throws PayoutRefusal if final; other errors can be retried */
  payout: (order: PayoutOrder) => Promise<{ providerReference: string }>;
  /** Header with the signature of a webhook. */
  signatureHeader: string;
  /** True if a webhook is stored and answered before it is processed. */
  isAnsweredFirst: boolean;
  /** Returns the event of an unmodified webhook body, or a refusal: 401 for a wrong signature, 422 if not parsable. */
  readWebhook: (rawBody: string, signature: string | null) => ProviderEvent | IgnoredProviderEvent | Refusal;
  settlements: (period: ProviderPeriod) => Promise<ProviderPage<ProviderSettlement>>;
  settledItems: (settlementId: string, cursor?: string) => Promise<ProviderPage<SettledItem>>;
  /** Lists payouts that are in no settlement, by the day of their order. */
  transfers: (period: ProviderPeriod) => Promise<ProviderPage<ProviderTransfer>>;
  /** Lists refunds and chargebacks that `settledItems` does not list, by the day of their order. */
  refunds: (period: ProviderPeriod) => Promise<ProviderPage<ProviderRefund>>;
  disputes: (period: ProviderPeriod) => Promise<ProviderPage<ProviderDispute>>;
  /** Sends evidence for a dispute. @returns the id that `answerDispute` refers to */
  sendEvidence: (evidence: DisputeEvidence) => Promise<{ evidenceId: string }>;
  answerDispute: (answer: DisputeAnswer) => Promise<void>;
  /** Returns the kobo that are available for payouts. */
  balance: () => Promise<number>;
  banks: () => Promise<ProviderBank[]>;
  /**
   * Returns the account holder's name at the bank; null if the provider does not know it.
   * @throws {ProviderRejection} if there is no such account
   */
  accountName: (account: { bankCode: string; accountNumber: string }) => Promise<string | null>;
};
