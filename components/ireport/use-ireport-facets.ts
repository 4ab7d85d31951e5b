"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Facet, FilterState } from "@/components/common/table/facet";
import { meQuery } from "@/lib/queries/auth";
import { ireportAssigneesQuery, ireportCategoriesQuery, ireportDepartmentsQuery } from "@/lib/queries/ireport";
import { userQuery } from "@/lib/queries/user";
import { ireportFacets } from "./ireport-list-facets";

/** The filters of the list, with what the desk's set-up and people are called. */
export function useIreportFacets(filters: FilterState): readonly Facet[] {
  const client = useQueryClient();
  const { reporter } = filters;
  return ireportFacets(filters, {
    categories: useQuery(ireportCategoriesQuery()).data,
    departments: useQuery(ireportDepartmentsQuery()).data,
    officers: useQuery(ireportAssigneesQuery()).data,
    meId: useQuery(meQuery()).data?.id,
    // A row names no citizen; anyone who comes from the user's page has just read the name there.
    reporter: reporter && client.getQueryData(userQuery(reporter).queryKey)?.name,
  });
}
