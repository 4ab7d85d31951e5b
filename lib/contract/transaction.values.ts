import { anyOf, day, declareList, naira, shortText, uuid, without } from "./list.values";
/** Words of the transaction module that screens, contract and tables share (docs/rules.md, Transactions). */
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

export const CHANNELS = ["card", "bank_transfer", "ussd", "wallet"] as const;
export type Channel = (typeof CHANNELS)[number];

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

/** Where a transaction can go from a state; the database refuses everything else as well. */
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

/** Undecided: the provider can still be asked. */
export const OPEN_STATES = ["pending", "processing"] as const satisfies readonly TransactionState[];
export const FAILED_STATES = ["failed", "expired"] as const satisfies readonly TransactionState[];
/** The provider can be asked: undecided, or ended without its money, which may have come after all. */
export const ASKABLE_STATES = [...OPEN_STATES, ...FAILED_STATES] as const satisfies readonly TransactionState[];
export const isAskable = (state: TransactionState) => (ASKABLE_STATES as readonly string[]).includes(state);
/** The money was moved when it succeeded. */
export const SETTLED_STATES = [
  "succeeded",
  "partially_refunded",
  "refunded",
  "disputed",
  "won",
  "lost",
] as const satisfies readonly TransactionState[];

/**
 * What somebody spends: they pay others. Funding and withdrawing move their own money; what a lost dispute returned was
 * not spent, nor what was refunded. Without fees.
 */
export const SPEND_TYPES = [
  "transfer",
  "bill_payment",
  "tax_and_levy",
  "ticket",
] as const satisfies readonly TransactionType[];
export const SPENT_STATES = SETTLED_STATES.filter((state) => state !== "lost");

/**
 * What can happen to a transaction. On a refund's own page: `request` and `approval` say who, `attempt` that it was ordered
 * from the provider, `taken` that the provider has it.
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
] as const;

export const DISPUTE_STATES = ["disputed", "won", "lost"] as const satisfies readonly TransactionState[];

/** The providers that are built in. `simulated` is a stand-in for demonstrations, offered where operations ask for it: no bank or card scheme is behind it. */
export const PROVIDERS = ["simulated", "ledger"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What a charge costs: a flat part, a part of the amount in hundredths of a percent, and the most it can be. Kobo. */
export type FeeRule = { flat: number; basis_points: number; cap: number | null };

/** The fee of a charge in kobo, half a kobo upwards: what the form shows and what is charged, by the same code. */
export function feeOf({ flat, basis_points, cap }: FeeRule, amount: number): number {
  const share = (BigInt(amount) * BigInt(basis_points) + 5_000n) / 10_000n;
  const fee = BigInt(flat) + share;
  return Number(cap !== null && fee > BigInt(cap) ? BigInt(cap) : fee);
}

/** What can still be given back, in kobo. The fee is kept. */
export const remainingOf = (transaction: { state: TransactionState; amount: number; refunded_amount: number }) =>
  transaction.state === "succeeded" || transaction.state === "partially_refunded"
    ? transaction.amount - transaction.refunded_amount
    : 0;

/** What a user pays, their own wallet included. */
export const PAYMENT_TYPES = TRANSACTION_TYPES.filter((type) => type !== "refund" && type !== "grant_payout");

/** What a provider pays out to a bank account by an order of ours. */
export const PAYOUT_TYPES: readonly TransactionType[] = ["grant_payout", "withdrawal"];

/** What a citizen can begin to pay from the app by themselves. */
export const APP_PAYMENTS = [
  "wallet_funding",
  "bill_payment",
  "tax_and_levy",
] as const satisfies readonly TransactionType[];

export const REASON_MAX = 400;
export const DESCRIPTION_MAX = 200;
export const OVERVIEW_DAYS = ["7", "30", "90"] as const;
/** Days that an overview can be of. */
export const PERIOD_MAX = 366;

/** Types and providers whose word alone does not read well. */
export const TRANSACTION_WORDS: Record<string, string> = {
  tax_and_levy: "Tax or levy",
  won: "Dispute won",
  lost: "Dispute lost",
  simulated: "Simulated provider",
  ledger: "Our own ledger",
};

/** The list of transactions. */
export const TRANSACTION_LIST = declareList({
  sorts: ["created_at", "amount"],
  defaultSort: "-created_at",
  filters: {
    type: anyOf(TRANSACTION_TYPES),
    channel: anyOf(CHANNELS),
    state: anyOf(TRANSACTION_STATES),
    method: uuid,
    provider_reference: shortText(100),
    min: naira,
    max: naira,
    fee_min: naira,
    fee_max: naira,
    from: day,
    to: day,
    completed_from: day,
    completed_to: day,
    user: uuid,
  },
});

/** The same on a user's page, where the user is said already. */
export const USER_TRANSACTION_LIST = without(TRANSACTION_LIST, "user");
