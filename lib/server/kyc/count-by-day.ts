import "server-only";
import { splitChoiceList } from "@/lib/contract/common";
import type { DayTotalsFilter } from "@/lib/server/totals/day-totals";
import type { KycFilters } from "./list";

/**
 * Converts list filters to a filter of the table `day_totals`.
 * @returns undefined if that table has no count: for a search, a lane, a flag, late requests, or two filters besides the dates
 */
export function dayTotalsFilterOf(input: KycFilters, adminId: string): DayTotalsFilter | undefined {
  const { submitted_from: from, submitted_to: to, assignee, flagged, flag, lane, late, q, ...facets } = input;
  if (late || flag || lane || q?.trim()) return undefined;
  const { state, tier, identity_type, lga } = facets;
  const facetValues = Object.entries({ state, tier, identity_type, lga }).flatMap(([facet, values]) =>
    values ? [splitChoiceList(values).map((value) => `${facet}:${value}`)] : [],
  );
  if (assignee) facetValues.push([`assignee:${assignee === "me" ? adminId : assignee}`]);
  if (flagged) facetValues.push(["flagged"]);
  return facetValues.length > 1 ? undefined : { list: "kyc", facets: facetValues[0] ?? [""], from, to };
}
