import { oneOf } from "@/lib/contract/list.values";
import { OVERVIEW_DAYS } from "@/lib/contract/transaction.values";

/** How many days an overview's figures are of: 30 unless the address says 7 or 90. */
export const overviewDays = (days: unknown) => oneOf(OVERVIEW_DAYS)(String(days)) || "30";
