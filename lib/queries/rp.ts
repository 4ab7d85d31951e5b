import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { allows } from "@/lib/contract/access";
import type { Route } from "@/lib/contract/route";
import { key } from "./keys";

export const accessQuery = () =>
  queryOptions({ queryKey: key("RP", "admin-permissions"), queryFn: ({ signal }) => api.rp.access({}, { signal }) });

/** May I make this call? From the same declaration that the API checks. */
export function useMay(route: Route): boolean {
  const { data } = useQuery(accessQuery());
  return allows(data?.features ?? [], route.policy);
}
