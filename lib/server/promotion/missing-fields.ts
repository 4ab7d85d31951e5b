import "server-only";
import type { PromotionRecord } from "./record";

type CheckedFields = Pick<
  PromotionRecord,
  "name" | "budget" | "types" | "startsAt" | "endsAt" | "kind" | "flatAmount" | "basisPoints" | "trigger"
>;

/**
 * Lists the fields that a promotion lacks before it can be published. The tables enforce the same rules. A start in the past is allowed: the
 * promotion then starts immediately.
 * @param codes number of the promotion's codes
 * @param now ms since 1970
 * @returns field → instruction
 */
export function findMissingFields(promotion: CheckedFields, codes: number, now: number): Record<string, string> {
  const missing: Record<string, string> = {};
  if (!promotion.name.trim()) missing.name = "Enter a name.";
  if (promotion.kind === "flat" && promotion.flatAmount === null)
    missing.flat_amount = "Enter the amount that it gives.";
  if (promotion.kind !== "flat" && promotion.basisPoints === null)
    missing.basis_points = "Enter the percentage that it gives.";
  if (!promotion.types.length) missing.types = "Choose a type of payment.";
  if (promotion.budget <= 0) missing.budget = "Enter a budget above ₦0.";
  if (!promotion.startsAt) missing.starts_at = "Enter when it starts.";
  if (promotion.endsAt && promotion.endsAt.getTime() <= now)
    missing.ends_at = "The end has passed. Enter a later one, or none.";
  if (promotion.trigger === "code" && codes === 0) missing.code = "Add at least one code.";
  return missing;
}
