import "server-only";
import type { Channel, Provider } from "@/lib/contract/transaction.values";
import type { Refusal } from "@/lib/server/api/errors";
import { simulatedProvider } from "./simulated-provider";

/** State of a payment in a provider's report. */
export type ProviderState = "processing" | "succeeded" | "failed" | "expired";

/** A provider's report about one payment. `raw` is stored, without account data. */
export type ProviderReport = {
  /** Our reference for the transaction. */
  reference: string;
  state: ProviderState;
  /** Kobo that the provider moved, our fee included; undefined if the report does not contain it. */
  amount?: number;
  /** Null if we ended the payment before the provider had it. */
  providerReference: string | null;
  message: string;
  raw: Record<string, string>;
};

/** A report that the provider sent without a request; `eventId` is the same in each delivery. */
export type ProviderEvent = ProviderReport & { eventId: string };

/** An order to pay kobo into a bank account. `key` is its idempotency key; the account number is in plain text. */
export type PayoutOrder = {
  reference: string;
  amount: number;
  key: string;
  bank_code: string;
  account_number: string;
  account_name: string;
};

/** Channel of a payment, and whether it is a payout to a bank: providers have separate endpoints for payouts. */
export type PaymentKind = { channel: Channel; isPayout: boolean };

/** Interface of payment providers. A real one (Paystack-like) is another implementation of it. */
export type PaymentProvider = {
  /** Requests the state of a payment or payout. @throws Refusal 503, within seconds, when the provider can't be reached */
  verify: (reference: string, paymentKind?: PaymentKind) => Promise<ProviderReport>;
  /** Sends money back, after our books are committed. `key` is the idempotency key. @throws when it should be retried */
  refund: (order: { reference: string; amount: number; key: string }) => Promise<{ providerReference: string }>;
  /** Pays out to a bank after our books are committed; a report ends it. @throws PayoutRefusal if final, else to be retried */
  payout: (order: PayoutOrder) => Promise<{ providerReference: string }>;
  /**
   * Returns the event of a webhook, or a refusal: 401 if the provider did not sign it, 422 if it is signed but can't be parsed.
   * Needs the body exactly as received.
   */
  readWebhook: (rawBody: string, signature: string | null) => ProviderEvent | Refusal;
};

/** Returns null for money that moves only inside our ledger: it needs no provider. */
export const providerOf = (provider: Provider): PaymentProvider | null =>
  provider === "simulated" ? simulatedProvider : null;
