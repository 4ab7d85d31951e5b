import { readDateRange } from "@/lib/client/list-params";
import { parseOverviewDays } from "@/lib/client/overview-days";
import { IREPORT_OPEN_STATES, IREPORT_STATES } from "@/lib/contract/ireport.values";
import { LGAS } from "@/lib/contract/lgas.values";
import { declareList, oneOfFilter } from "@/lib/contract/list.values";
import { lagosDayBefore } from "@/lib/format";
import { ALL_REPORTS_URL } from "./ireport-words";

/** URL parameters of the report overview besides its days: the selected LGA, and which figure shades the map. */
export const ireportOverviewParams = declareList({
  sorts: [],
  filters: { lga: oneOfFilter(LGAS), shade: oneOfFilter(["late"]) },
});

type IreportDays = { from?: string; to?: string; days?: ReturnType<typeof parseOverviewDays> };

/** Parses the days of the report overview: a range of dates, or a number of days, by default 30. */
export function parseIreportOverviewDays(getParam: (name: string) => unknown): IreportDays {
  const daysInUrl = readDateRange(getParam);
  if (daysInUrl.from || daysInUrl.to) return daysInUrl;
  const days = parseOverviewDays(getParam("days"));
  return { days, from: lagosDayBefore(Number(days) - 1), to: lagosDayBefore(0) };
}

/** Returns the input of the API call that reads the overview's figures. */
export const ireportStatsInput = ({ from, to }: IreportDays) => ({ ...(from && { from }), ...(to && { to }) });

/** Returns the input of the API call that reads the newest reports; with `lga`, only those of that local government area. */
export const newestReportsInput = (lga?: string) => ({
  page: 0,
  size: 20,
  sort: "-submitted_at" as const,
  ...(lga && { lga }),
});

/** Filter of the report list for open reports. */
export const OPEN_REPORTS_FILTER = { state: IREPORT_OPEN_STATES.join(",") };
/** Filter for all states except Submitted. */
export const ACKNOWLEDGED_REPORTS_FILTER = { state: IREPORT_STATES.filter((state) => state !== "submitted").join(",") };
/** Filter of the report list for reports past their deadline. */
export const LATE_REPORTS_FILTER = { late: "true" };

/** Returns the URL of the report list with these filters. */
export const reportListUrl = (...filters: readonly Record<string, string>[]) =>
  `${ALL_REPORTS_URL}?${new URLSearchParams(Object.assign({}, ...filters)).toString().replaceAll("%2C", ",")}`;

/** Returns the filter of the report list for reports submitted in these days. */
export const submittedReportsFilter = ({ from, to }: { from: string; to: string }) => ({
  submitted_from: from,
  submitted_to: to,
});
