import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { SAVED_VIEW_PARAM } from "@/lib/contract/list.values";
import { queryKeyOf } from "./keys";

/** The admin's saved views and list settings, as the API returns them. */
export type SavedViewsResponse = Awaited<ReturnType<typeof api.savedViews.list>>;

/** Reads the admin's saved views and settings of all lists, which are few. Every list needs them for its first HTML. */
export const savedViewsQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Auth", "saved-views"),
    queryFn: ({ signal }) => api.savedViews.list({}, { signal }),
    staleTime: 60_000,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Returns the query string with which a list opens: the default view, or the filters used before the last sign-out; else "". */
export function initialListQueryString({ views, settings }: SavedViewsResponse, list: string | undefined): string {
  const own = list === undefined ? undefined : settings.find((each) => each.list === list);
  const view = own?.default_view_id ? views.find(({ id }) => id === own.default_view_id) : undefined;
  if (!view) return own?.last_search ?? "";
  return `${view.search && `${view.search}&`}${SAVED_VIEW_PARAM}=${view.id}`;
}
