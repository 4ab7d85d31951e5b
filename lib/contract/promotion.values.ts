import { anyOf, day, declareList, oneOf, uuid, without } from "./list.values";
import type { Channel, TransactionType } from "./transaction.values";

/** Words and arithmetic of promotions that screens, contract, tables and the charge share (docs/rules.md, Promotions). */
export const PROMOTION_STATES = ["draft", "scheduled", "active", "paused", "ended", "archived"] as const;
export type PromotionState = (typeof PROMOTION_STATES)[number];

/** Where a promotion can go from a state; the database refuses everything else as well. */
export const PROMOTION_TRANSITIONS: Record<PromotionState, readonly PromotionState[]> = {
  draft: ["scheduled"],
  scheduled: ["active"],
  active: ["paused", "ended"],
  paused: ["active", "ended"],
  ended: ["archived"],
  archived: [],
};

/** Who has not been promised anything yet can be changed in full. */
export const CHANGEABLE_STATES = ["draft", "scheduled"] as const satisfies readonly PromotionState[];

/** `admin`: somebody paused it; `pool`: the promotions pool could not cover what it would have given. */
export const PAUSE_CAUSES = ["admin", "pool"] as const;
/** `clock`: its end has passed; `budget`: nothing of its budget is left; `uses`: used as often as allowed; `admin`. */
export const END_CAUSES = ["clock", "budget", "uses", "admin"] as const;

/** `code`: the citizen types a code; `automatic`: it needs none. */
export const PROMOTION_TRIGGERS = ["code", "automatic"] as const;
export type PromotionTrigger = (typeof PROMOTION_TRIGGERS)[number];

/** `percentage` and `flat` make the payment cheaper; `cashback` is a percentage that comes to the wallet afterwards. */
export const PROMOTION_KINDS = ["percentage", "flat", "cashback"] as const;
export type PromotionKind = (typeof PROMOTION_KINDS)[number];
export const PROMOTION_KIND_WORDS: Record<PromotionKind, string> = {
  percentage: "Percentage",
  flat: "Flat amount",
  cashback: "Cashback",
};

/** Types of transaction that a promotion can be for: what citizens pay from the app. */
export const PROMOTABLE_TYPES = [
  "wallet_funding",
  "bill_payment",
  "tax_and_levy",
  "ticket",
] as const satisfies readonly TransactionType[];
export type PromotableType = (typeof PROMOTABLE_TYPES)[number];

/**
 * `reserved`: the payment is under way; `redeemed`: it succeeded; `released`: it did not; `returned`: the payment was
 * refunded in full, and the use is free again.
 */
export const REDEMPTION_STATES = ["reserved", "redeemed", "released", "returned"] as const;
export type RedemptionState = (typeof REDEMPTION_STATES)[number];
export const REDEMPTION_STATE_WORDS: Record<RedemptionState, string> = {
  reserved: "Payment under way",
  redeemed: "Redeemed",
  released: "Not given",
  returned: "Refunded",
};
export const REDEMPTION_TRANSITIONS: Record<RedemptionState, readonly RedemptionState[]> = {
  reserved: ["redeemed", "released"],
  redeemed: ["returned"],
  released: [],
  returned: [],
};
/** What counts as a use. */
export const USED_STATES = ["reserved", "redeemed"] as const satisfies readonly RedemptionState[];

/** By what several accounts are seen to belong together. */
export const ABUSE_KINDS = ["device", "phone", "identity_number"] as const;
export type AbuseKind = (typeof ABUSE_KINDS)[number];

export const PROMOTION_NAME_MAX = 80;
export const PROMOTION_DESCRIPTION_MAX = 400;
export const USES_MAX = 100_000_000;
export const CODES_MAX = 10_000;
export const CODE_MIN = 4;
export const CODE_MAX = 24;
/** Letters of generated codes: none that is taken for another. */
export const CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/** Audience groups of one promotion. */
export const PROMOTION_GROUPS_MAX = 20;
/** Hundredths of a percent: 100%. */
export const WHOLE = 10_000;
/** Offers that a quote answers with, the best first. */
export const OFFERS_MAX = 20;

/** A code as it is stored and compared: `  summer-24 ` is `SUMMER-24`. */
export const codeOf = (typed: string) => typed.trim().toUpperCase();
export const isCode = (code: string) =>
  code.length >= CODE_MIN && code.length <= CODE_MAX && /^[A-Z0-9]+(-[A-Z0-9]+)*$/.test(code);

/** What a promotion gives, as its form holds it. Kobo; `basis_points` in hundredths of a percent. */
export type Benefit = {
  kind: PromotionKind;
  basis_points: number | null;
  flat_amount: number | null;
  cap: number | null;
};

/**
 * What a promotion gives for a payment of `amount` kobo: never more than its cap, the payment, or `left` of its budget. Kobo,
 * rounded down, so that many small payments give no more than one large one.
 */
export function benefitOf({ kind, basis_points, flat_amount, cap }: Benefit, amount: number, left = amount): number {
  const asked =
    kind === "flat" ? (flat_amount ?? 0) : Number((BigInt(amount) * BigInt(basis_points ?? 0)) / BigInt(WHOLE));
  return Math.max(0, Math.min(asked, cap ?? asked, amount, left));
}

/** Discount or cashback, in kobo. */
export const splitBenefit = (kind: PromotionKind, benefit: number) =>
  kind === "cashback" ? { discount: 0, cashback: benefit } : { discount: benefit, cashback: 0 };

/**
 * How much of a promotion's benefit goes back to the pool once `refunded` of `amount` kobo was refunded in all. In proportion,
 * rounded down, and all of it with the last part.
 */
export const returnedOf = ({ benefit, amount, refunded }: { benefit: number; amount: number; refunded: number }) =>
  Number((BigInt(benefit) * BigInt(refunded)) / BigInt(amount));

/** The part of a benefit that this refund of `part` kobo gives back to the pool; `refunded` was refunded before. */
export const returnedWith = (payment: { benefit: number; amount: number; refunded: number }, part: number) =>
  returnedOf({ ...payment, refunded: payment.refunded + part }) - returnedOf(payment);

/** The rules of a promotion, from its form or its row. Instants in ms since 1970 (UTC); an empty list is any. */
export type Terms = Benefit & {
  trigger: PromotionTrigger;
  minimum: number;
  types: readonly PromotableType[];
  channels: readonly Channel[];
  first_payment_only: boolean;
  uses_total: number | null;
  uses_per_user: number | null;
  uses_per_code: number | null;
  budget: number;
  starts_at: number | null;
  ends_at: number | null;
};

/** What is known of the promotion, the citizen and the payment when somebody asks. */
export type Facts = {
  now: number;
  state: PromotionState;
  /** Uses and kobo that are taken, payments under way included. */
  uses: number;
  taken: number;
  /** Kobo in the promotions pool that nothing is reserved for. */
  pool: number;
  type: PromotableType;
  channel: Channel;
  /** The least that the method takes; 0 for the wallet, which takes any amount. */
  method_minimum: number;
  amount: number;
  /** Whether the code that was typed is one of the promotion's, and how often it was used. */
  code: { fits: boolean; uses: number } | null;
  uses_of_user: number;
  /** Whether the citizen is in one of the promotion's groups; true where it has none. */
  in_audience: boolean;
  has_paid: boolean;
  /** Whether the citizen's wallet takes money: cashback goes there. */
  wallet_takes: boolean;
};

export const REASONS = [
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
export type Reason = (typeof REASONS)[number];

/**
 * Why a promotion does not apply: every rule that is in the way, in the order of `REASONS`; none where it applies. The
 * charge, the quote and the trial of an admin all ask this.
 */
export function reasonsAgainst(terms: Terms, facts: Facts): Reason[] {
  const left = terms.budget - facts.taken;
  const benefit = benefitOf(terms, facts.amount, left);
  const against: Record<Reason, boolean> = {
    not_active: facts.state !== "active",
    not_started: terms.starts_at !== null && terms.starts_at > facts.now,
    over: terms.ends_at !== null && terms.ends_at <= facts.now,
    type: !terms.types.includes(facts.type),
    channel: terms.channels.length > 0 && !terms.channels.includes(facts.channel),
    minimum: facts.amount < terms.minimum,
    code_missing: terms.trigger === "code" && facts.code === null,
    code_wrong: terms.trigger === "code" && facts.code !== null && !facts.code.fits,
    code_used: isReached(terms.uses_per_code, facts.code?.fits ? facts.code.uses : 0),
    audience: !facts.in_audience,
    first_payment: terms.first_payment_only && facts.has_paid,
    uses_total: isReached(terms.uses_total, facts.uses),
    uses_per_user: isReached(terms.uses_per_user, facts.uses_of_user),
    budget: left <= 0,
    nothing: left > 0 && benefit === 0,
    method_minimum: terms.kind !== "cashback" && benefit > 0 && facts.amount - benefit < facts.method_minimum,
    wallet: terms.kind === "cashback" && !facts.wallet_takes,
    pool: benefit > facts.pool,
  };
  return REASONS.filter((reason) => against[reason]);
}

const isReached = (most: number | null, uses: number) => most !== null && uses >= most;

/** The list of promotions. Unless it says an order, those that run come first. Archived ones only by that state alone. */
export const PROMOTION_LIST = declareList({
  sorts: ["name", "starts_at", "ends_at", "spent", "updated_at"],
  filters: {
    state: anyOf(PROMOTION_STATES),
    kind: anyOf(PROMOTION_KINDS),
    trigger: oneOf(PROMOTION_TRIGGERS),
    type: oneOf(PROMOTABLE_TYPES),
  },
});

export const PROMOTION_CODE_LIST = declareList({
  sorts: ["code", "uses"],
  defaultSort: "code",
  filters: { used: oneOf(["yes", "no"]) },
});

export const REDEMPTION_LIST = declareList({
  sorts: ["created_at", "amount"],
  defaultSort: "-created_at",
  filters: { promotion: uuid, user: uuid, transaction: uuid, state: anyOf(REDEMPTION_STATES), from: day, to: day },
});

/** Accounts that belong together. */
export const ABUSE_LIST = declareList({
  sorts: ["accounts", "amount"],
  defaultSort: "-accounts",
  filters: { kind: oneOf(ABUSE_KINDS) },
});

/** The archive is the same list, of archived promotions alone. */
export const PROMOTION_ARCHIVE_LIST = without(PROMOTION_LIST, "state");

/** The redemptions of one promotion. */
export const PROMOTION_REDEMPTION_LIST = without(REDEMPTION_LIST, "promotion", "user", "transaction");
