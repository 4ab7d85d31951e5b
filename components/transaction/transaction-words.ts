import { TRANSACTIONS_LIST } from "@/lib/contract/payment-links";
import {
  CHANNELS,
  PROVIDERS,
  TRANSACTION_STATES,
  TRANSACTION_TYPES,
  TRANSACTION_WORDS,
} from "@/lib/contract/transaction.values";
import { optionsOf, titleCase } from "@/lib/format";

export const TRANSACTIONS_URL = "/dashboard/transactions";
export const ALL_URL = TRANSACTIONS_LIST;
export const METHODS_URL = `${TRANSACTIONS_URL}/payment-methods`;

/** Returns the display name of a type, channel, state or provider. */
export const wordsOf = (value: string) => TRANSACTION_WORDS[value] ?? titleCase(value);

export const TYPE_OPTIONS = optionsOf(TRANSACTION_TYPES, wordsOf);
export const CHANNEL_OPTIONS = optionsOf(CHANNELS, wordsOf);
export const STATE_OPTIONS = optionsOf(TRANSACTION_STATES, wordsOf);
export const PROVIDER_OPTIONS = optionsOf(PROVIDERS, wordsOf);

/** Formats a rate from 0 to 1: `97.1%`. */
export const rateWords = (rate: number) => `${(rate * 100).toFixed(1)}%`;
