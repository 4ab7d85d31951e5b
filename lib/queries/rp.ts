import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { satisfiesPolicy } from "@/lib/contract/access";
import { canSeeField, featureThatShows, hiddenFields, type PersonalField } from "@/lib/contract/personal.values";
import type { Route } from "@/lib/contract/route";
import { queryKeyOf } from "./keys";

/** Reads the signed-in admin's own rights. */
export const accessQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("RP", "admin-permissions"),
    queryFn: ({ signal }) => api.rp.access({}, { signal }),
  });

/** Returns true if the admin may make this API call. Uses the same declaration as the API's check. */
export function useAccess(route: Route): boolean {
  const { data } = useQuery(accessQuery());
  return satisfiesPolicy(data?.features ?? [], route.policy);
}

/** Returns true if the admin's rights reveal a personal field. Uses the same declaration as the API and exports. */
export function useCanSeeField(field: PersonalField): boolean {
  const { data } = useQuery(accessQuery());
  return canSeeField(data?.features ?? [], field);
}

/** Returns a sentence about the columns that this export leaves empty for the admin; null if no column stays empty. */
export function useHiddenExportColumns(route: Route): string | null {
  const { hiddenColumns, features } = useHiddenFields(route);
  if (hiddenColumns.length === 0) return null;
  const words = hiddenColumns.map((field) => (field.split(".")[1] ?? "").replaceAll("_", " "));
  return `Without ${features.join(" and ")} you get these columns empty: ${words.join(", ")}.`;
}

/** Returns the features that the admin may not read, for exports that must be complete, such as a copy of a citizen's data. */
export const useMissingFeatures = (route: Route): readonly string[] => useHiddenFields(route).features;

function useHiddenFields(route: Route) {
  const { data } = useQuery(accessQuery());
  const hiddenColumns = data ? hiddenFields(data.features, route.personal) : [];
  return { hiddenColumns, features: [...new Set(hiddenColumns.map(featureThatShows))] };
}
