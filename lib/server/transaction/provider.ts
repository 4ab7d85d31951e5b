import "server-only";
import type { Channel, Provider } from "@/lib/contract/transaction.values";
import type { Refusal } from "@/lib/server/api/errors";
import { simulatedProvider } from "./simulated-provider";

/** How the provider says that a payment stands. */
export type ProviderState = "processing" | "succeeded" | "failed" | "expired";

/** What a provider says about one payment. `raw` is for the record, with account data left out. */
export type ProviderReport = {
  /** Our reference of the transaction. */
  reference: string;
  state: ProviderState;
  /** Kobo that the provider moved, our fee included; undefined where it says nothing of it. */
  amount?: number;
  /** Null where we ended it before the provider had it. */
  providerReference: string | null;
  message: string;
  raw: Record<string, string>;
};

/** A report that the provider sent by itself; `eventId` is the same at each delivery. */
export type ProviderEvent = ProviderReport & { eventId: string };

/** Kobo to pay into a bank account. `key` makes a repeat find the first; the account number is in clear. */
export type PayoutOrder = {
  reference: string;
  amount: number;
  key: string;
  bank_code: string;
  account_number: string;
  account_name: string;
};

/** The channel of a payment, and whether it is a payout to a bank account. */
export type Asked = { channel: Channel; isPayout: boolean };

/**
 * What a payment provider has to do; a real one (Paystack-like) is one more implementation of this.
 */
export type PaymentProvider = {
  /** Asks how a payment or payout stands; providers answer for each at an address of its own. @throws Refusal 503 when the provider can't be reached, within a few seconds */
  verify: (reference: string, of?: Asked) => Promise<ProviderReport>;
  /** Sends money back, after our own books are committed. `key` makes a repeat find the first. @throws when it is to be tried again */
  refund: (order: { reference: string; amount: number; key: string }) => Promise<{ providerReference: string }>;
  /** Pays out to a bank account, after our own books are committed; a report says how it ends. @throws PayoutRefusal where it never will be paid; else when it is to be tried again */
  payout: (order: PayoutOrder) => Promise<{ providerReference: string }>;
  /**
   * The event of a webhook, or why it can't be taken: 401 when the provider did not sign it, 422 when it did and it is
   * not understood. Reads the raw bytes as they came.
   */
  readWebhook: (raw: string, signature: string | null) => ProviderEvent | Refusal;
};

/** Money inside the ledger needs nobody else. */
export const providerOf = (provider: Provider): PaymentProvider | null =>
  provider === "simulated" ? simulatedProvider : null;
