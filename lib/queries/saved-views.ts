import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { SAVED_PARAM } from "@/lib/contract/list.values";
import { key } from "./keys";
import { mutationsOf } from "./mutations";

export type SavedViewsAnswer = Awaited<ReturnType<typeof api.savedViews.list>>;
export type SettingsInput = Parameters<typeof api.savedViews.saveSettings>[0];
export type ListName = SettingsInput["list"];

/** Reads all saved views and list settings of the admin. They are few, and every list needs them for its first HTML. */
export const savedViewsQuery = () =>
  queryOptions({
    queryKey: key("Auth", "saved-views"),
    queryFn: ({ signal }) => api.savedViews.list({}, { signal }),
    staleTime: 60_000,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Returns the query string with which a list opens: the default view, or the filters used before the last sign-out; else "". */
export function listStart({ views, settings }: SavedViewsAnswer, list: string | undefined): string {
  const own = list === undefined ? undefined : settings.find((each) => each.list === list);
  const view = own?.default_view_id ? views.find(({ id }) => id === own.default_view_id) : undefined;
  if (!view) return own?.last_search ?? "";
  return `${view.search && `${view.search}&`}${SAVED_PARAM}=${view.id}`;
}

/** Counts the rows of each view. Counts are at most a minute old: they are cached for 25 s here and on the server. */
export const viewCountsQuery = (list: ListName, within: Record<string, string>) =>
  queryOptions({
    queryKey: key("Auth", "saved-view-counts", { list, within }),
    queryFn: ({ signal }) => api.savedViews.counts({ list, within }, { signal }),
    staleTime: 25_000,
    refetchInterval: 30_000,
    // No retry, because the views are usable without counts.
    retry: false,
  });

export const viewAudiencesQuery = (list: ListName) =>
  queryOptions({
    queryKey: key("Auth", "saved-view-audiences", { list }),
    queryFn: ({ signal }) => api.savedViews.audiences({ list }, { signal }),
  });

const { creates, changes, meta } = mutationsOf("Auth");

export const createViewMutation = creates(api.savedViews.create);
export const updateViewMutation = changes(api.savedViews.update);
export const deleteViewMutation = changes(api.savedViews.remove);

/** Sets or clears the view with which a list opens. */
export const defaultViewMutation = () =>
  mutationOptions({
    mutationFn: (input: SettingsInput) => api.savedViews.saveSettings(input),
    meta: { ...meta, quiet: false },
  });
