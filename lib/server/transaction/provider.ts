import "server-only";
import type { PaymentChannel, ProviderName } from "@/lib/contract/transaction.values";
import type { Refusal } from "@/lib/server/api/errors";
import { simulatedProvider } from "./simulated-provider";

/** State of a payment in a provider's report. */
export type ProviderState = "processing" | "succeeded" | "failed" | "expired";

/** A provider's report about one payment. `raw` is stored, without account data. */
export type ProviderReport = {
  /** Our reference for the transaction. */
  reference: string;
  state: ProviderState;
  /** Kobo that the provider moved, including our fee; undefined if the report does not contain it. */
  amount?: number;
  /** Reference of the provider; null if we completed the payment before the provider received it. */
  providerReference: string | null;
  message: string;
  raw: Record<string, string>;
};

/** A report that the provider sends by webhook; `eventId` is the same in each delivery. */
export type ProviderEvent = ProviderReport & { eventId: string };

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
export type PaymentKind = { channel: PaymentChannel; isPayout: boolean };

/** Interface of payment providers. A real one, such as Paystack, would be another implementation. */
export type PaymentProvider = {
  /** Requests the state of a payment or payout. @throws 503, within seconds, if the provider can't be reached */
  verify: (reference: string, paymentKind?: PaymentKind) => Promise<ProviderReport>;
  /** Sends a refund after our transaction is committed. `key`: idempotency key. @throws an error to be retried */
  refund: (order: { reference: string; amount: number; key: string }) => Promise<{ providerReference: string }>;
  /** Orders a payout after our transaction is committed. @throws PayoutRefusal if final; other errors can be retried */
  payout: (order: PayoutOrder) => Promise<{ providerReference: string }>;
  /** Returns the event of an unmodified webhook body, or a refusal: 401 for a wrong signature, 422 if not parsable. */
  readWebhook: (rawBody: string, signature: string | null) => ProviderEvent | Refusal;
};

/** Returns the provider; null for money that moves only within our ledger. */
export const providerOf = (provider: ProviderName): PaymentProvider | null =>
  provider === "simulated" ? simulatedProvider : null;
