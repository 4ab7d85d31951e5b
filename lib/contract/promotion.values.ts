import { anyOfFilter, dayFilter, declareList, idFilter, omitFilters, oneOfFilter } from "./list.values";
import { cleanPastedValue } from "./pasted.values";
import type { PaymentChannel, TransactionType } from "./transaction.values";

/** Values and calculations of promotions that screens, contract, tables and payments share (docs/rules.md, Promotions). */
export const PROMOTION_STATES = ["draft", "scheduled", "active", "paused", "ended", "archived"] as const;
export type PromotionState = (typeof PROMOTION_STATES)[number];

/** Allowed changes of a promotion's state. The database enforces them too. */
export const PROMOTION_TRANSITIONS: Record<PromotionState, readonly PromotionState[]> = {
  draft: ["scheduled"],
  scheduled: ["active"],
  active: ["paused", "ended"],
  paused: ["active", "ended"],
  ended: ["archived"],
  archived: [],
};

/** States in which everything can be changed, because no citizen has seen the promotion yet. */
export const EDITABLE_PROMOTION_STATES = ["draft", "scheduled"] as const satisfies readonly PromotionState[];

/** Why a promotion is paused. `admin`: by an admin. `pool`: the promotions pool could not cover the benefit of a payment. */
export const PROMOTION_PAUSE_REASONS = ["admin", "pool"] as const;
/** Why a promotion ended. `clock`: end time. `budget`: budget used up. `uses`: use limit reached. `admin`: ended by an admin. */
export const PROMOTION_END_REASONS = ["clock", "budget", "uses", "admin"] as const;

/** How a promotion is applied. `code`: the citizen enters a code. `automatic`: without a code. */
export const PROMOTION_TRIGGERS = ["code", "automatic"] as const;
export type PromotionTrigger = (typeof PROMOTION_TRIGGERS)[number];

/** Kinds of benefits. `percentage` and `flat` reduce the payment. `cashback` is a percentage credited to the wallet afterwards. */
export const PROMOTION_KINDS = ["percentage", "flat", "cashback"] as const;
export type PromotionKind = (typeof PROMOTION_KINDS)[number];
export const PROMOTION_KIND_WORDS: Record<PromotionKind, string> = {
  percentage: "Percentage",
  flat: "Flat amount",
  cashback: "Cashback",
};

/** Transaction types that a promotion can apply to: payments from the app. */
export const PROMOTABLE_TYPES = [
  "wallet_funding",
  "bill_payment",
  "tax_and_levy",
  "ticket",
] as const satisfies readonly TransactionType[];
export type PromotableType = (typeof PROMOTABLE_TYPES)[number];

/**
 * States of a redemption. `reserved`: the payment is pending. `redeemed`: it succeeded. `released`: it failed. `returned`: it was refunded in full, and
 * the use is available again.
 */
export const REDEMPTION_STATES = ["reserved", "redeemed", "released", "returned"] as const;
export type RedemptionState = (typeof REDEMPTION_STATES)[number];
export const REDEMPTION_STATE_WORDS: Record<RedemptionState, string> = {
  reserved: "Payment in progress",
  redeemed: "Redeemed",
  released: "Not given",
  returned: "Refunded",
};
/** States of a redemption that count as a use of the promotion. */
export const COUNTED_REDEMPTION_STATES = ["reserved", "redeemed"] as const satisfies readonly RedemptionState[];

/** Kinds of data that several accounts share if one person probably uses a promotion with all of them. */
export const PROMOTION_ABUSE_SHARED_DATA = ["device", "phone", "identity_number"] as const;
export type SharedDataKind = (typeof PROMOTION_ABUSE_SHARED_DATA)[number];

export const PROMOTION_NAME_MAX = 80;
export const PROMOTION_DESCRIPTION_MAX = 400;
/** Maximum number of uses that a promotion can be limited to. */
export const PROMOTION_USES_MAX = 100_000_000;
/** Maximum number of codes per promotion. */
export const PROMOTION_CODES_MAX = 10_000;
/** Minimum length of a promotion code. */
export const MIN_PROMOTION_CODE_LENGTH = 4;
/** Maximum length of a promotion code. */
export const MAX_PROMOTION_CODE_LENGTH = 24;
/** Letters and digits of generated promotion codes, without those that look alike. */
export const PROMOTION_CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/** Maximum number of audience groups per promotion. */
export const PROMOTION_GROUPS_MAX = 20;
/** 100% in hundredths of a percent. */
export const FULL_BASIS_POINTS = 10_000;
/** Maximum number of offers in a quote, best first. */
export const MAX_PROMOTION_OFFERS = 20;

/** Returns a code as it is stored and compared: `  summer-24 ` becomes `SUMMER-24`. */
export const normalisePromotionCode = (typedCode: string) => cleanPastedValue(typedCode).toUpperCase();
/** Returns true for a well-formed promotion code in upper case. */
export const isPromotionCode = (code: string) =>
  code.length >= MIN_PROMOTION_CODE_LENGTH &&
  code.length <= MAX_PROMOTION_CODE_LENGTH &&
  /^[A-Z0-9]+(-[A-Z0-9]+)*$/.test(code);

/** Benefit terms of a promotion. Kobo; `basis_points` in hundredths of a percent. */
export type BenefitTerms = {
  kind: PromotionKind;
  basis_points: number | null;
  flat_amount: number | null;
  cap: number | null;
};

/**
 * Returns the benefit for a payment of `amount` kobo: at most the cap, the payment and `left` of the budget. In kobo,
 * rounded down, so that many small payments give no more than one large payment.
 */
export function promotionBenefitOf(
  { kind, basis_points, flat_amount, cap }: BenefitTerms,
  amount: number,
  left = amount,
): number {
  const uncapped =
    kind === "flat"
      ? (flat_amount ?? 0)
      : Number((BigInt(amount) * BigInt(basis_points ?? 0)) / BigInt(FULL_BASIS_POINTS));
  return Math.max(0, Math.min(uncapped, cap ?? uncapped, amount, left));
}

/** Returns the benefit as a discount or a cashback, in kobo. */
export const splitPromotionBenefit = (kind: PromotionKind, benefit: number) =>
  kind === "cashback" ? { discount: 0, cashback: benefit } : { discount: benefit, cashback: 0 };

/**
 * Returns how much of a promotion's benefit has returned to the pool after `refunded` of `amount` kobo was refunded in
 * total. Proportional and rounded down; the whole benefit after a full refund.
 */
export const totalBenefitReturned = ({
  benefit,
  amount,
  refunded,
}: {
  benefit: number;
  amount: number;
  refunded: number;
}) => Number((BigInt(benefit) * BigInt(refunded)) / BigInt(amount));

/** Returns the part of a benefit that this refund of `part` kobo returns to the pool. `refunded`: kobo refunded before. */
export const benefitReturnedByRefund = (payment: { benefit: number; amount: number; refunded: number }, part: number) =>
  totalBenefitReturned({ ...payment, refunded: payment.refunded + part }) - totalBenefitReturned(payment);

/** Rules of a promotion. Times in ms since 1970 (UTC); an empty list allows every value. */
export type PromotionRules = BenefitTerms & {
  trigger: PromotionTrigger;
  minimum: number;
  types: readonly PromotableType[];
  channels: readonly PaymentChannel[];
  first_payment_only: boolean;
  uses_total: number | null;
  uses_per_user: number | null;
  uses_per_code: number | null;
  budget: number;
  starts_at: number | null;
  ends_at: number | null;
};

/** State of the promotion, the citizen and the payment at the time of the check. */
export type PromotionCheckInput = {
  now: number;
  state: PromotionState;
  /** Uses of the promotion so far, and their benefits in kobo, including pending payments. */
  uses: number;
  taken: number;
  /** Unreserved kobo in the promotions pool. */
  pool: number;
  type: PromotableType;
  channel: PaymentChannel;
  /** Minimum amount of the payment method; 0 for the wallet, which has no minimum. */
  method_minimum: number;
  amount: number;
  /** Whether the typed code is one of the promotion's codes, and how often it was used; null if no code was typed. */
  code: { fits: boolean; uses: number } | null;
  uses_of_user: number;
  /** True if the citizen is in one of the promotion's groups, or if the promotion has no groups. */
  in_audience: boolean;
  has_paid: boolean;
  /** True if the citizen's wallet accepts money, as cashback requires. */
  wallet_takes: boolean;
};

/** Reasons why a promotion does not apply to a payment, in the order in which they are checked. */
export const PROMOTION_REFUSAL_REASONS = [
  "not_active",
  "not_started",
  "over",
  "type",
  "channel",
  "minimum",
  "code_missing",
  "code_wrong",
  "code_used",
  "audience",
  "first_payment",
  "uses_total",
  "uses_per_user",
  "budget",
  "nothing",
  "method_minimum",
  "wallet",
  "pool",
] as const;
export type PromotionRefusalReason = (typeof PROMOTION_REFUSAL_REASONS)[number];

/** Returns all reasons why a promotion does not apply, in the order of `PROMOTION_REFUSAL_REASONS`; empty if the promotion applies. */
export function listPromotionRefusals(terms: PromotionRules, facts: PromotionCheckInput): PromotionRefusalReason[] {
  const left = terms.budget - facts.taken;
  const benefit = promotionBenefitOf(terms, facts.amount, left);
  const doesNotApply: Record<PromotionRefusalReason, boolean> = {
    not_active: facts.state !== "active",
    not_started: terms.starts_at !== null && terms.starts_at > facts.now,
    over: terms.ends_at !== null && terms.ends_at <= facts.now,
    type: !terms.types.includes(facts.type),
    channel: terms.channels.length > 0 && !terms.channels.includes(facts.channel),
    minimum: facts.amount < terms.minimum,
    code_missing: terms.trigger === "code" && facts.code === null,
    code_wrong: terms.trigger === "code" && facts.code !== null && !facts.code.fits,
    code_used: isLimitReached(terms.uses_per_code, facts.code?.fits ? facts.code.uses : 0),
    audience: !facts.in_audience,
    first_payment: terms.first_payment_only && facts.has_paid,
    uses_total: isLimitReached(terms.uses_total, facts.uses),
    uses_per_user: isLimitReached(terms.uses_per_user, facts.uses_of_user),
    budget: left <= 0,
    nothing: left > 0 && benefit === 0,
    method_minimum: terms.kind !== "cashback" && benefit > 0 && facts.amount - benefit < facts.method_minimum,
    wallet: terms.kind === "cashback" && !facts.wallet_takes,
    pool: benefit > facts.pool,
  };
  return PROMOTION_REFUSAL_REASONS.filter((reason) => doesNotApply[reason]);
}

const isLimitReached = (maximum: number | null, usedCount: number) => maximum !== null && usedCount >= maximum;

/** List of promotions, by default active ones first. Contains archived ones only if `archived` is the filter's only state. */
export const PROMOTION_LIST = declareList({
  name: "promotions",
  sorts: ["name", "starts_at", "ends_at", "spent", "updated_at"],
  filters: {
    state: anyOfFilter(PROMOTION_STATES),
    kind: anyOfFilter(PROMOTION_KINDS),
    trigger: oneOfFilter(PROMOTION_TRIGGERS),
    type: oneOfFilter(PROMOTABLE_TYPES),
  },
});

export const PROMOTION_CODE_LIST = declareList({
  name: "promotion-codes",
  sorts: ["code", "uses"],
  defaultSort: "code",
  filters: { used: oneOfFilter(["yes", "no"]) },
});

export const REDEMPTION_LIST = declareList({
  sorts: ["created_at", "amount"],
  defaultSort: "-created_at",
  arrival: "created_at",
  filters: {
    promotion: idFilter,
    user: idFilter,
    transaction: idFilter,
    state: anyOfFilter(REDEMPTION_STATES),
    from: dayFilter,
    to: dayFilter,
  },
});

/** List of linked accounts. */
export const PROMOTION_ABUSE_LIST = declareList({
  name: "promotion-abuse",
  sorts: ["accounts", "amount"],
  defaultSort: "-accounts",
  filters: { kind: oneOfFilter(PROMOTION_ABUSE_SHARED_DATA) },
});

/** List of archived promotions. */
export const PROMOTION_ARCHIVE_LIST = omitFilters("promotions-archive", PROMOTION_LIST, "state");

/** List of the redemptions of one promotion. */
export const PROMOTION_REDEMPTION_LIST = omitFilters(
  "promotion-redemptions",
  REDEMPTION_LIST,
  "promotion",
  "user",
  "transaction",
);
