import { readDays } from "@/lib/client/list-params";
import { overviewDays } from "@/lib/client/overview-days";
import type { OverviewPeriod } from "@/lib/queries/transaction";

/**
 * Parses the days of the overview: a range of dates, or a number of days, by default 30.
 * @param read returns the value of a query parameter
 */
export function readPeriod(read: (name: string) => unknown): OverviewPeriod {
  const days = readDays(read);
  return days.from || days.to ? days : { days: overviewDays(read("days")) };
}
