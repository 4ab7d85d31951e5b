import { anyOfFilter, dayFilter, declareList, idFilter, omitFilters, pastedFilter } from "./list.values";
import { nairaFilter } from "./naira-filter.values";
/** Values of the transaction module that screens, contract and tables share (docs/rules.md, Transactions). */
export const TRANSACTION_TYPES = [
  "wallet_funding",
  "transfer",
  "bill_payment",
  "tax_and_levy",
  "ticket",
  "grant_payout",
  "withdrawal",
  "refund",
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** Channels by which a payment is made. */
export const PAYMENT_CHANNELS = ["card", "bank_transfer", "ussd", "wallet"] as const;
export type PaymentChannel = (typeof PAYMENT_CHANNELS)[number];

/** States of a transaction. */
export const TRANSACTION_STATES = [
  "pending",
  "processing",
  "succeeded",
  "failed",
  "expired",
  "partially_refunded",
  "refunded",
  "disputed",
  "won",
  "lost",
] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

/** Allowed changes of a transaction's state. The database enforces them too. */
export const TRANSACTION_TRANSITIONS: Record<TransactionState, readonly TransactionState[]> = {
  pending: ["processing"],
  processing: ["succeeded", "failed", "expired"],
  succeeded: ["partially_refunded", "refunded", "disputed"],
  partially_refunded: ["refunded"],
  failed: [],
  expired: [],
  refunded: [],
  disputed: ["won", "lost"],
  won: [],
  lost: [],
};

/** States in which a payment has no result yet. The provider can be queried for its status. */
export const OPEN_TRANSACTION_STATES = ["pending", "processing"] as const satisfies readonly TransactionState[];
/** States of a transaction without success. */
export const FAILED_TRANSACTION_STATES = ["failed", "expired"] as const satisfies readonly TransactionState[];
/** States in which the provider's status can be checked: without a result, or failed, since the money may have arrived late. */
export const REQUERYABLE_TRANSACTION_STATES = [
  ...OPEN_TRANSACTION_STATES,
  ...FAILED_TRANSACTION_STATES,
] as const satisfies readonly TransactionState[];
/** Returns true if the provider's status can be checked in this state. */
export const isRequeryable = (state: TransactionState) =>
  (REQUERYABLE_TRANSACTION_STATES as readonly string[]).includes(state);
/** States after a success, when the money has moved. */
export const SETTLED_TRANSACTION_STATES = [
  "succeeded",
  "partially_refunded",
  "refunded",
  "disputed",
  "won",
  "lost",
] as const satisfies readonly TransactionState[];

/**
 * Types that count as spending: payments to others. Funding and withdrawing only move a user's own money. Money returned by a
 * refund or a lost dispute does not count. Excludes fees.
 */
export const SPENDING_TYPES = [
  "transfer",
  "bill_payment",
  "tax_and_levy",
  "ticket",
] as const satisfies readonly TransactionType[];
/** States of payments that count as spending: settled, except lost disputes. */
export const SPENDING_STATES = SETTLED_TRANSACTION_STATES.filter((state) => state !== "lost");

/**
 * Events in a transaction's history. `request` and `approval` of a refund name the admins. `attempt`: we sent the order to the
 * provider. `taken`: the provider accepted the order. `delayed`: the provider has not accepted it for an hour. `refused`: the
 * provider refused the refund permanently.
 */
export const TRANSACTION_EVENTS = [
  "attempt",
  "webhook",
  "requery",
  "refund",
  "dispute",
  "request",
  "approval",
  "taken",
  "delayed",
  "refused",
] as const;

/** States of a transaction during and after a dispute. */
export const DISPUTE_TRANSACTION_STATES = ["disputed", "won", "lost"] as const satisfies readonly TransactionState[];

/** Built-in providers. `paystack` needs its secret key. `simulated` moves no real money; it is on in the demo, or by SIMULATED_PROVIDER. */
export const PAYMENT_PROVIDERS = ["paystack", "simulated", "ledger"] as const;
export type ProviderName = (typeof PAYMENT_PROVIDERS)[number];

/** What an admin decides about a payout whose account has another name at the bank. */
export const PAYOUT_ACCOUNT_DECISIONS = ["send", "return"] as const;

/** True if a payout waits for a decision, because its account has another name at the bank. */
export const isPayoutAccountUndecided = ({ state, account_check: nameCheck }: WithAccountCheck) =>
  (OPEN_TRANSACTION_STATES as readonly string[]).includes(state) &&
  nameCheck !== null &&
  !nameCheck.is_equal &&
  nameCheck.decision === null;
type WithAccountCheck = {
  state: TransactionState;
  account_check: { is_equal: boolean; decision: (typeof PAYOUT_ACCOUNT_DECISIONS)[number] | null } | null;
};

/** Fee of a payment method: a flat part, a share of the amount in hundredths of a percent, and a maximum. Kobo. */
export type FeeRule = { flat: number; basis_points: number; cap: number | null };

/** Returns the fee of a charge in kobo, rounded half up. Used by the form's preview and by the charge. */
export function calculateFee({ flat, basis_points, cap }: FeeRule, amount: number): number {
  const percentageFee = (BigInt(amount) * BigInt(basis_points) + 5_000n) / 10_000n;
  const fee = BigInt(flat) + percentageFee;
  return Number(cap !== null && fee > BigInt(cap) ? BigInt(cap) : fee);
}

/** Returns the amount that can still be refunded, in kobo. Fees are not refunded. */
export const refundableKobo = (transaction: { state: TransactionState; amount: number; refunded_amount: number }) =>
  transaction.state === "succeeded" || transaction.state === "partially_refunded"
    ? transaction.amount - transaction.refunded_amount
    : 0;

/** Types that users pay, including payments to their own wallet. */
export const PAYMENT_TYPES = TRANSACTION_TYPES.filter((type) => type !== "refund" && type !== "grant_payout");

/** Types that a provider pays to a bank account on our order. */
export const PAYOUT_TYPES: readonly TransactionType[] = ["grant_payout", "withdrawal"];

/** Types that citizens can start from the app. */
export const APP_PAYMENT_TYPES = [
  "wallet_funding",
  "bill_payment",
  "tax_and_levy",
] as const satisfies readonly TransactionType[];

export const TRANSACTION_REASON_MAX = 400;
/** Maximum length of a transaction's description. */
export const PAYMENT_DESCRIPTION_MAX = 200;
/** Preset periods of overview pages, in days. */
export const OVERVIEW_PERIOD_DAYS = ["7", "30", "90"] as const;
/** Maximum length of an overview's period in days. */
export const MAX_OVERVIEW_PERIOD_DAYS = 366;

/** Labels of types, states and providers whose value is no readable label. */
export const TRANSACTION_LABELS: Record<string, string> = {
  tax_and_levy: "Tax or levy",
  won: "Dispute won",
  lost: "Dispute lost",
  paystack: "Paystack",
  simulated: "Simulated provider",
  ledger: "Our own ledger",
};

export const TRANSACTION_LIST = declareList({
  name: "transactions",
  sorts: ["created_at", "amount"],
  defaultSort: "-created_at",
  arrival: "created_at",
  filters: {
    type: anyOfFilter(TRANSACTION_TYPES),
    channel: anyOfFilter(PAYMENT_CHANNELS),
    state: anyOfFilter(TRANSACTION_STATES),
    method: idFilter,
    provider_reference: pastedFilter(100),
    min: nairaFilter,
    max: nairaFilter,
    fee_min: nairaFilter,
    fee_max: nairaFilter,
    from: dayFilter,
    to: dayFilter,
    completed_from: dayFilter,
    completed_to: dayFilter,
    user: idFilter,
  },
});

/** List of transactions on a user's page, where the user is already known. */
export const USER_TRANSACTION_LIST = omitFilters("user-transactions", TRANSACTION_LIST, "user");
