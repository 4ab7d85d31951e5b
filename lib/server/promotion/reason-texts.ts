import "server-only";
import type { PromotionCheckInput, PromotionRefusalReason, PromotionRules } from "@/lib/contract/promotion.values";
import { formatCount, formatDateTime, formatMoney } from "@/lib/format";
import { CHANNEL_LABELS, PAYMENT_TYPE_LABELS } from "./payment-words";

/** Confidential refusal reasons, which would reveal budget, total uses or pool. Citizens get the same sentence for all of these reasons. */
const USED_UP_REASONS = ["uses_total", "budget", "pool"] as const satisfies readonly PromotionRefusalReason[];
const isUsedUp = (reason: PromotionRefusalReason) => USED_UP_REASONS.some((each) => each === reason);

/** Returns a refusal reason as one sentence for the citizen. The sentence is the same for budget, total uses and pool. */
export function reasonTextForCitizen(reason: PromotionRefusalReason, terms: PromotionRules): string {
  if (isUsedUp(reason)) return "This promotion is used up.";
  return REASON_TEXTS[reason](terms);
}

/** Selects the refusal reason that the citizen gets. Prefers start and end, which are more precise. @param reasons at least one */
export function selectCitizenReason(reasons: readonly PromotionRefusalReason[]): PromotionRefusalReason {
  const [first = "not_active"] = reasons;
  const timeReason = reasons.find((reason) => reason === "not_started" || reason === "over") ?? first;
  return isUsedUp(timeReason) ? "budget" : timeReason;
}

/** Returns a refusal reason as one sentence for the admin, with the violated limits. Formats kobo and times. */
export function reasonTextForAdmin(
  reason: PromotionRefusalReason,
  terms: PromotionRules,
  facts: PromotionCheckInput,
): string {
  if (reason === "budget")
    return terms.budget > 0
      ? `Nothing is left of the budget of ${formatMoney(terms.budget)}.`
      : "The promotion has no budget yet.";
  if (reason === "nothing" && terms.basis_points === null && terms.flat_amount === null)
    return "The promotion has no percentage or amount yet.";
  if (reason === "uses_total") return `The promotion has been used ${usesText(terms.uses_total)}, as often as allowed.`;
  if (reason === "pool")
    return `The promotions pool has ${formatMoney(Math.max(0, facts.pool))} that nothing is reserved for, which is less than the promotion would give.`;
  if (reason === "not_active") return `The promotion is ${STATE_PHRASES[facts.state]}.`;
  if (reason === "method_minimum")
    return `After the discount too little is left to pay: this payment method takes at least ${formatMoney(facts.method_minimum)}.`;
  return REASON_TEXTS[reason](terms);
}

const STATE_PHRASES: Record<PromotionCheckInput["state"], string> = {
  draft: "a draft and has to be published first",
  scheduled: "scheduled and has not started",
  active: "active",
  paused: "paused",
  ended: "over",
  archived: "over and in the archive",
};

const usesText = (uses: number | null) => (uses === 1 ? "once" : `${formatCount(uses ?? 0)} times`);
const joinWords = (words: readonly string[]) => words.join(", ").replace(/, ([^,]*)$/, " and $1");

const REASON_TEXTS: Record<PromotionRefusalReason, (terms: PromotionRules) => string> = {
  not_active: () => "This promotion is not running at the moment.",
  not_started: ({ starts_at }) => `This promotion starts on ${formatDateTime(starts_at ?? 0)}.`,
  over: ({ ends_at }) => `This promotion ended on ${formatDateTime(ends_at ?? 0)}.`,
  type: ({ types }) =>
    types.length
      ? `This promotion is only for ${joinWords(types.map((type) => PAYMENT_TYPE_LABELS[type]))}.`
      : "This promotion is not for any type of payment yet.",
  channel: ({ channels }) =>
    `This promotion is only for payments by ${joinWords(channels.map((each) => CHANNEL_LABELS[each]))}.`,
  minimum: ({ minimum }) => `The payment has to be at least ${formatMoney(minimum)}.`,
  code_missing: () => "This promotion needs its code.",
  code_wrong: () => "This code is not valid.",
  code_used: ({ uses_per_code }) =>
    uses_per_code === 1
      ? "This code has been used."
      : `This code has been used ${usesText(uses_per_code)}, as often as allowed.`,
  audience: () => "This promotion is not for this account.",
  first_payment: () => "This promotion is for the first payment only, and this account has paid before.",
  uses_total: () => "This promotion is used up.",
  uses_per_user: ({ uses_per_user }) =>
    uses_per_user === 1
      ? "This account has used this promotion before."
      : `This account has used this promotion ${usesText(uses_per_user)}, as often as allowed.`,
  budget: () => "This promotion is used up.",
  nothing: () => "This promotion gives nothing for a payment of this amount.",
  method_minimum: () => "After the discount too little would be left to pay by this payment method. Use another one.",
  wallet: () => "The wallet can't receive money at the moment, and this promotion pays into it.",
  pool: () => "This promotion is used up.",
};
