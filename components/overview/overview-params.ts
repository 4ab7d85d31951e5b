import { readDateRange } from "@/lib/client/list-params";
import { oneOfFilter } from "@/lib/contract/list.values";
import { HOME_PERIOD_DAYS } from "@/lib/contract/overview.values";
import type { HomePeriod } from "@/lib/queries/overview";

/**
 * Parses the days of Home from its URL: a range of dates, or a number of days, by default 7.
 * @param getParam returns the value of a query parameter
 */
export function parseHomePeriod(getParam: (name: string) => unknown): HomePeriod {
  const range = readDateRange(getParam);
  if (range.from || range.to) return range;
  const days = getParam("days");
  return { days: oneOfFilter(HOME_PERIOD_DAYS)(typeof days === "string" ? days : "") || "7" };
}
