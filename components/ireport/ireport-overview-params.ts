import { readDays } from "@/lib/client/list-params";
import { overviewDays } from "@/lib/client/overview-days";
import { IREPORT_OPEN_STATES, IREPORT_STATES } from "@/lib/contract/ireport.values";
import { LGAS } from "@/lib/contract/kyc.values";
import { declareList, oneOf } from "@/lib/contract/list.values";
import { lagosDayBack } from "@/lib/format";
import { REPORTS_URL } from "./ireport-words";

/** What the overview's address says beside its days: the LGA that is chosen, and what the map is shaded by. */
export const ireportOverviewParams = declareList({
  sorts: [],
  filters: { lga: oneOf(LGAS), shade: oneOf(["late"]) },
});

type IreportDays = { from?: string; to?: string; days?: ReturnType<typeof overviewDays> };

/**
 * The days of the overview: from one to another where the address says them, else the last 30 or as many as it says.
 * @param read the address's value of a name
 */
export function readIreportDays(read: (name: string) => unknown): IreportDays {
  const said = readDays(read);
  if (said.from || said.to) return said;
  const days = overviewDays(read("days"));
  return { days, from: lagosDayBack(Number(days) - 1), to: lagosDayBack(0) };
}

/** What the figures are asked by. */
export const periodOf = ({ from, to }: IreportDays) => ({ ...(from && { from }), ...(to && { to }) });

/** The newest reports, of one LGA where one is chosen. */
export const newestInput = (lga?: string) => ({
  page: 0,
  size: 20,
  sort: "-submitted_at" as const,
  ...(lga && { lga }),
});

export const OPEN = { state: IREPORT_OPEN_STATES.join(",") };
/** Every state that comes after somebody has looked at it. */
export const ACKNOWLEDGED = { state: IREPORT_STATES.filter((state) => state !== "submitted").join(",") };
export const LATE = { late: "true" };

/** The list of reports with these filters. */
export const reportsWith = (...filters: readonly Record<string, string>[]) =>
  `${REPORTS_URL}?${new URLSearchParams(Object.assign({}, ...filters)).toString().replaceAll("%2C", ",")}`;

export const submittedIn = ({ from, to }: { from: string; to: string }) => ({ submitted_from: from, submitted_to: to });
