import "server-only";
import { splitAnyOf } from "@/lib/contract/common";
import type { Counted } from "@/lib/server/totals/day-totals";
import type { KycFilters } from "./list";

/**
 * The requests that a list asks for, as day_totals counts them.
 * @returns undefined where they are not counted: for two filters at once beside the dates, and for a search.
 */
export function countedOf(input: KycFilters, adminId: string): Counted | undefined {
  const { submitted_from: from, submitted_to: to, assignee, flagged, flag, lane, late, q, ...facets } = input;
  if (late || flag || lane || q?.trim()) return undefined;
  const { state, tier, identity_type, lga } = facets;
  const asked = Object.entries({ state, tier, identity_type, lga }).flatMap(([facet, values]) =>
    values ? [splitAnyOf(values).map((value) => `${facet}:${value}`)] : [],
  );
  if (assignee) asked.push([`assignee:${assignee === "me" ? adminId : assignee}`]);
  if (flagged) asked.push(["flagged"]);
  return asked.length > 1 ? undefined : { list: "kyc", facets: asked[0] ?? [""], from, to };
}
