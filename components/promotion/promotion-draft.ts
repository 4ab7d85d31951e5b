import type { ComparedFields } from "@/components/common/form/current-version";
import { parseNairaText, parsePercent, parseTypedNumber, parseWholeNumber } from "@/lib/client/parse-typed-number";
import type { PromotionDetails } from "@/lib/contract/promotion";
import type { BenefitTerms, PromotionKind, PromotionTrigger } from "@/lib/contract/promotion.values";
import { PROMOTION_KIND_WORDS } from "@/lib/contract/promotion.values";
import { formatIfDate, formatMoney } from "@/lib/format";
import { PAYMENT_CHANNEL_OPTIONS, PAYMENT_TYPE_OPTIONS } from "./promotion-words";

/** Values of the promotion form: amounts, percentages and counts as typed, "" for none. */
export type PromotionDraft = {
  name: string;
  description: string;
  trigger: PromotionTrigger;
  kind: PromotionKind;
  basis_points: string;
  flat_amount: string;
  cap: string;
  minimum: string;
  types: string[];
  channels: string[];
  group_ids: string[];
  first_payment_only: boolean;
  uses_total: string;
  uses_per_user: string;
  uses_per_code: string;
  budget: string;
  starts_at: string | null;
  ends_at: string | null;
};

const numberToText = (value: number | null) => (value === null ? "" : String(value));
const formatNaira = (kobo: number | null) => (kobo ? formatMoney(kobo, "") : "");

/** Converts a promotion to the form's values. Amounts become naira, percentages become text. */
export const draftFromPromotion = (promotion: PromotionDetails): PromotionDraft => ({
  name: promotion.name,
  description: promotion.description,
  trigger: promotion.trigger,
  kind: promotion.kind,
  basis_points: promotion.basis_points === null ? "" : String(promotion.basis_points / 100),
  flat_amount: formatNaira(promotion.flat_amount),
  cap: formatNaira(promotion.cap),
  minimum: formatNaira(promotion.minimum),
  types: [...promotion.types].sort(),
  channels: [...promotion.channels].sort(),
  group_ids: promotion.groups.map(({ id }) => id).sort(),
  first_payment_only: promotion.first_payment_only,
  uses_total: numberToText(promotion.uses_total),
  uses_per_user: numberToText(promotion.uses_per_user),
  uses_per_code: numberToText(promotion.uses_per_code),
  budget: formatNaira(promotion.budget),
  starts_at: promotion.starts_at,
  ends_at: promotion.ends_at,
});

/** Parses naira to kobo. Returns null for "", and NaN for an invalid amount, which the contract's schema then reports. */
export const parseNairaToKobo = (text: string) => parseTypedNumber(text, parseNairaText);
const parseCount = (text: string) => parseTypedNumber(text, parseWholeNumber);

/** Converts form values to the API's input. Omits values that this kind or trigger does not use. */
export const promotionInputOf = (draft: PromotionDraft) => {
  const isFlat = draft.kind === "flat";
  return {
    ...draft,
    basis_points: isFlat ? null : parseTypedNumber(draft.basis_points, parsePercent),
    flat_amount: isFlat ? parseNairaToKobo(draft.flat_amount) : null,
    cap: isFlat ? null : parseNairaToKobo(draft.cap),
    minimum: parseNairaToKobo(draft.minimum) ?? 0,
    uses_total: parseCount(draft.uses_total),
    uses_per_user: parseCount(draft.uses_per_user),
    uses_per_code: draft.trigger === "automatic" ? null : parseCount(draft.uses_per_code),
    budget: parseNairaToKobo(draft.budget) ?? 0,
  };
};

/** Returns the terms for calculating the example beside the form, or null while an amount is incomplete. */
export function parseBenefitTerms(draft: PromotionDraft): BenefitTerms | null {
  const { kind, basis_points, flat_amount, cap } = promotionInputOf(draft);
  const isNumber = (value: number | null) => value !== null && Number.isFinite(value);
  if (!isNumber(kind === "flat" ? flat_amount : basis_points) || Number.isNaN(cap)) return null;
  return { kind, basis_points, flat_amount, cap };
}

/** Loads the schema with the first save, so that the page does not load zod. */
export const loadPromotionSchema = () => import("@/lib/contract/promotion").then((module) => module.promotionCreation);

const or = (text: string, none = "none") => text || none;
const timeOrNone = (instant: string | null) => (instant ? formatIfDate(instant) : "none");
const joinLabels = (values: readonly string[], choices: readonly { value: string; label: string }[]) =>
  values.map((value) => choices.find((choice) => choice.value === value)?.label ?? value).join(", ");

/** Fields of a promotion. A conflict message lists those that another admin changed. */
export const promotionDiffFields = (names: ReadonlyMap<string, string>): ComparedFields<PromotionDraft> => [
  ["Name", ({ name }) => name],
  ["Description", ({ description }) => or(description)],
  ["How citizens get it", ({ trigger }) => (trigger === "code" ? "with a code" : "automatically")],
  ["Kind", ({ kind }) => PROMOTION_KIND_WORDS[kind]],
  ["Percentage", ({ basis_points }) => or(basis_points && `${basis_points}%`)],
  ["Amount", ({ flat_amount }) => or(flat_amount && `₦${flat_amount}`)],
  ["Cap", ({ cap }) => or(cap && `₦${cap}`)],
  ["Minimum payment", ({ minimum }) => or(minimum && `₦${minimum}`)],
  ["Types of payment", ({ types }) => or(joinLabels(types, PAYMENT_TYPE_OPTIONS))],
  ["Channels", ({ channels }) => or(joinLabels(channels, PAYMENT_CHANNEL_OPTIONS), "all")],
  ["Groups", ({ group_ids }) => or(group_ids.map((id) => names.get(id) ?? `ending ${id.slice(-4)}`).join(", "), "all")],
  ["First payment only", ({ first_payment_only }) => (first_payment_only ? "yes" : "no")],
  ["Uses in total", ({ uses_total }) => or(uses_total, "no limit")],
  ["Uses per user", ({ uses_per_user }) => or(uses_per_user, "no limit")],
  ["Uses per code", ({ uses_per_code }) => or(uses_per_code, "no limit")],
  ["Budget", ({ budget }) => or(budget && `₦${budget}`)],
  ["Starts", ({ starts_at }) => timeOrNone(starts_at)],
  ["Ends", ({ ends_at }) => timeOrNone(ends_at)],
];
