import { oneOfFilter } from "@/lib/contract/list.values";
import { OVERVIEW_PERIOD_DAYS } from "@/lib/contract/transaction.values";

/** Returns the number of days that an overview covers, from the URL parameter: 7, 30 or 90; default 30. */
export const parseOverviewDays = (days: unknown) => oneOfFilter(OVERVIEW_PERIOD_DAYS)(String(days)) || "30";
