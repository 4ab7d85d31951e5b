import { TRANSACTION_LIST_URL } from "@/lib/contract/payment-links";
import {
  PAYMENT_CHANNELS,
  PAYMENT_PROVIDERS,
  TRANSACTION_LABELS,
  TRANSACTION_STATES,
  TRANSACTION_TYPES,
} from "@/lib/contract/transaction.values";
import { selectOptions, titleCase } from "@/lib/format";

/** URLs of the transactions module. */
export const TRANSACTIONS_URL = "/dashboard/transactions";
export const ALL_TRANSACTIONS_URL = TRANSACTION_LIST_URL;
export const PAYMENT_METHODS_URL = `${TRANSACTIONS_URL}/payment-methods`;

/** Returns the display name of a payment type, channel, state or provider. */
export const transactionLabel = (value: string) => TRANSACTION_LABELS[value] ?? titleCase(value);

/** Transaction types as options of a select or filter. */
export const TRANSACTION_TYPE_OPTIONS = selectOptions(TRANSACTION_TYPES, transactionLabel);
/** Payment channels as options of a select or filter. */
export const PAYMENT_CHANNEL_OPTIONS = selectOptions(PAYMENT_CHANNELS, transactionLabel);
/** Transaction states as options of a filter. */
export const TRANSACTION_STATE_OPTIONS = selectOptions(TRANSACTION_STATES, transactionLabel);
/** Payment providers as options of a select or filter. */
export const PAYMENT_PROVIDER_OPTIONS = selectOptions(PAYMENT_PROVIDERS, transactionLabel);

/** Formats a success rate from 0 to 1: `97.1%`. */
export const formatSuccessRate = (rate: number) => `${(rate * 100).toFixed(1)}%`;
