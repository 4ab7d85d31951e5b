import { oneOf } from "@/lib/contract/list.values";
import { OVERVIEW_DAYS } from "@/lib/contract/transaction.values";
import type { PromotionOverviewPeriod } from "@/lib/queries/promotion";

/** The days that the figures are of: 30 unless the address says 7 or 90. */
export const promotionOverviewPeriod = (days: unknown): PromotionOverviewPeriod => ({
  days: oneOf(OVERVIEW_DAYS)(String(days)) || "30",
});
