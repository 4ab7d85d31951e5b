import { TRANSACTIONS_LIST } from "@/lib/contract/payment-links";
import {
  CHANNELS,
  PROVIDERS,
  TRANSACTION_LABELS,
  TRANSACTION_STATES,
  TRANSACTION_TYPES,
} from "@/lib/contract/transaction.values";
import { optionsOf, titleCase } from "@/lib/format";

export const TRANSACTIONS_URL = "/dashboard/transactions";
export const ALL_TRANSACTIONS_URL = TRANSACTIONS_LIST;
export const METHODS_URL = `${TRANSACTIONS_URL}/payment-methods`;

/** Returns the display name of a type, channel, state or provider. */
export const labelOf = (value: string) => TRANSACTION_LABELS[value] ?? titleCase(value);

export const TYPE_OPTIONS = optionsOf(TRANSACTION_TYPES, labelOf);
export const CHANNEL_OPTIONS = optionsOf(CHANNELS, labelOf);
export const STATE_OPTIONS = optionsOf(TRANSACTION_STATES, labelOf);
export const PROVIDER_OPTIONS = optionsOf(PROVIDERS, labelOf);

/** Formats a rate from 0 to 1: `97.1%`. */
export const formatRate = (rate: number) => `${(rate * 100).toFixed(1)}%`;
