import {
  FULL_BASIS_POINTS,
  PROMOTION_KIND_WORDS,
  PROMOTION_KINDS,
  PROMOTION_STATES,
} from "@/lib/contract/promotion.values";
import type { PromotionRow } from "@/lib/contract/promotion-row";
import { formatDay, formatMoney, lagosDay, selectOptions } from "@/lib/format";

/** Kinds of promotion as options of a select or filter. */
export const PROMOTION_KIND_OPTIONS = selectOptions(PROMOTION_KINDS, PROMOTION_KIND_WORDS);

/** Options of the state filter. Archived promotions are left out, because they have their own list. */
export const PROMOTION_STATE_OPTIONS = selectOptions(PROMOTION_STATES.filter((state) => state !== "archived"));

type Benefit = Pick<PromotionRow, "kind" | "basis_points" | "flat_amount" | "cap">;

/** Formats a promotion's benefit: "10% off, at most ₦500.00". The text states which amount is missing. */
export function describePromotionBenefit({ kind, basis_points, flat_amount, cap }: Benefit): string {
  const limitText = cap === null ? "" : `, at most ${formatMoney(cap)}`;
  if (kind === "flat") return flat_amount === null ? "Amount not set" : `${formatMoney(flat_amount)} off`;
  if (basis_points === null) return "Percentage not set";
  const percent = `${(basis_points * 100) / FULL_BASIS_POINTS}%`;
  return kind === "cashback" ? `${percent} cashback${limitText}` : `${percent} off${limitText}`;
}

const formatDayOf = (instant: string) => formatDay(lagosDay(Date.parse(instant)));

/** Formats a promotion's period in Lagos days: "From 3 Dec 2026 to 9 Dec 2026". */
export function describePromotionPeriod({ starts_at, ends_at }: Pick<PromotionRow, "starts_at" | "ends_at">): string {
  const startText = starts_at ? `From ${formatDayOf(starts_at)}` : "No start yet";
  return ends_at ? `${startText} to ${formatDayOf(ends_at)}` : startText;
}

/** Describes how citizens get the promotion: automatically or by a code. */
export const describePromotionTrigger = ({
  trigger,
  code,
  codes,
}: Pick<PromotionRow, "trigger" | "code" | "codes">): string => {
  if (trigger === "automatic") return "Automatic";
  if (code !== null) return code;
  return codes === 0 ? "No code yet" : `${codes.toLocaleString("en")} codes`;
};
