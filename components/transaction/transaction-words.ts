import { TRANSACTIONS_LIST } from "@/lib/contract/payment-links";
import {
  CHANNELS,
  PROVIDERS,
  TRANSACTION_STATES,
  TRANSACTION_TYPES,
  TRANSACTION_WORDS,
} from "@/lib/contract/transaction.values";
import { titleCase } from "@/lib/format";

export const TRANSACTIONS_URL = "/dashboard/transactions";
export const ALL_URL = TRANSACTIONS_LIST;
export const METHODS_URL = `${TRANSACTIONS_URL}/payment-methods`;

/** A type, channel, state or provider as people read it. */
export const wordsOf = (value: string) => TRANSACTION_WORDS[value] ?? titleCase(value);

const options = (values: readonly string[]) => values.map((value) => ({ value, label: wordsOf(value) }));

export const TYPE_OPTIONS = options(TRANSACTION_TYPES);
export const CHANNEL_OPTIONS = options(CHANNELS);
export const STATE_OPTIONS = options(TRANSACTION_STATES);
export const PROVIDER_OPTIONS = options(PROVIDERS);
