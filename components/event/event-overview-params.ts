import { oneOf } from "@/lib/contract/list.values";
import { OVERVIEW_DAYS } from "@/lib/contract/transaction.values";
import type { EventOverviewPeriod } from "@/lib/queries/event";

/** The days that the figures are of: 30 unless the address says 7 or 90. */
export const eventOverviewPeriod = (days: unknown): EventOverviewPeriod => ({
  days: oneOf(OVERVIEW_DAYS)(String(days)) || "30",
});
