import { readDateRange } from "@/lib/client/list-params";
import { parseOverviewDays } from "@/lib/client/overview-days";
import type { OverviewPeriod } from "@/lib/queries/transaction";

/** Parses the days of the transaction overview: a range of dates, or a number of days, by default 30. */
export function parseTransactionPeriod(getParam: (name: string) => unknown): OverviewPeriod {
  const days = readDateRange(getParam);
  return days.from || days.to ? days : { days: parseOverviewDays(getParam("days")) };
}
