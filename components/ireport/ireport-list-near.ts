import type { FilterState } from "@/components/common/table/facet";

/** The API's default distance in km (lib/contract/ireport.ts). */
export const DEFAULT_DISTANCE_KM = "2";

/** Formats the filter by location: `Within 2 km of 4.97, 8.34`. Returns "" without a point. */
export const describeLocationFilter = ({ near, within }: FilterState) =>
  near ? `Within ${within ?? DEFAULT_DISTANCE_KM} km of ${near.replace(",", ", ")}` : "";
