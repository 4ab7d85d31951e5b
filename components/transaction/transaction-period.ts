import { readDays } from "@/lib/client/list-params";
import { overviewDays } from "@/lib/client/overview-days";
import type { OverviewPeriod } from "@/lib/queries/transaction";

/**
 * The days of the overview: from one to another where the address says them, else the last 30 or as many as it says.
 * @param read the address's value of a name
 */
export function readPeriod(read: (name: string) => unknown): OverviewPeriod {
  const days = readDays(read);
  return days.from || days.to ? days : { days: overviewDays(read("days")) };
}
