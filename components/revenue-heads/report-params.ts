import { readDateRange } from "@/lib/client/list-params";
import { REVENUE_REPORT_GROUPINGS } from "@/lib/contract/revenue-heads.values";

/** Parses grouping and period of the revenue report from its URL. */
export function parseRevenueReportParams(readParam: (name: string) => unknown) {
  const by = REVENUE_REPORT_GROUPINGS.find((group) => group === readParam("by")) ?? ("head" as const);
  return { by, ...readDateRange(readParam) };
}
