"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Facet, FilterState } from "@/components/common/table/facet";
import { meQuery } from "@/lib/queries/auth";
import { ireportAssigneesQuery, ireportCategoriesQuery, ireportDepartmentsQuery } from "@/lib/queries/ireport";
import { userQuery } from "@/lib/queries/user-single";
import { ireportFacets } from "./ireport-list-facets";

/** Returns the filters of the list with the names of categories, departments and people. */
export function useIreportFacets(filters: FilterState): readonly Facet[] {
  const client = useQueryClient();
  const { reporter } = filters;
  return ireportFacets(filters, {
    categories: useQuery(ireportCategoriesQuery()).data,
    departments: useQuery(ireportDepartmentsQuery()).data,
    officers: useQuery(ireportAssigneesQuery()).data,
    meId: useQuery(meQuery()).data?.id,
    // Takes the reporter's name from the cache, because the list's rows lack the name. The name is cached if the admin came from
    // the user's page.
    reporter: reporter && client.getQueryData(userQuery(reporter).queryKey)?.name,
  });
}
