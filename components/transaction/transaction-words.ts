import { CHANNELS, PROVIDERS, TRANSACTION_STATES, TRANSACTION_TYPES } from "@/lib/contract/transaction.values";
import { titleCase } from "@/lib/format";

export const TRANSACTIONS_URL = "/dashboard/transactions";
export const ALL_URL = `${TRANSACTIONS_URL}/all`;
export const METHODS_URL = `${TRANSACTIONS_URL}/payment-methods`;

const WORDS: Record<string, string> = {
  tax_and_levy: "Tax or levy",
  simulated: "Simulated provider",
  ledger: "Our own ledger",
};
/** A type, channel, state or provider as people read it. */
export const wordsOf = (value: string) => WORDS[value] ?? titleCase(value);

const options = (values: readonly string[]) => values.map((value) => ({ value, label: wordsOf(value) }));

export const TYPE_OPTIONS = options(TRANSACTION_TYPES);
export const CHANNEL_OPTIONS = options(CHANNELS);
export const STATE_OPTIONS = options(TRANSACTION_STATES);
export const PROVIDER_OPTIONS = options(PROVIDERS);
