import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

/** Input of the call that saves list settings. This file contains the queries of the bar of saved views, and loads on first use. */
export type ListSettingsInput = Parameters<typeof api.savedViews.saveSettings>[0];
/** Name of a list that has saved views. */
export type ListName = ListSettingsInput["list"];

/** Counts the rows of each saved view. Counts are at most a minute old: they are cached for 25 s here and on the server. */
export const savedViewRowCountsQuery = (list: ListName, within: Record<string, string>) =>
  queryOptions({
    queryKey: queryKeyOf("Auth", "saved-view-counts", { list, within }),
    queryFn: ({ signal }) => api.savedViews.counts({ list, within }, { signal }),
    staleTime: 25_000,
    refetchInterval: 30_000,
    // No retry, because the views are usable without counts.
    retry: false,
  });

/** Reads the roles with which the admin may share views of a list. */
export const savedViewAudiencesQuery = (list: ListName) =>
  queryOptions({
    queryKey: queryKeyOf("Auth", "saved-view-audiences", { list }),
    queryFn: ({ signal }) => api.savedViews.audiences({ list }, { signal }),
  });

const { creates, changes, meta } = mutationsInvalidating("Auth");

export const createViewMutation = creates(api.savedViews.create);
export const updateViewMutation = changes(api.savedViews.update);
export const deleteViewMutation = changes(api.savedViews.remove);

/** Sets or clears the saved view with which a list opens. */
export const setDefaultViewMutation = () =>
  mutationOptions({
    mutationFn: (input: ListSettingsInput) => api.savedViews.saveSettings(input),
    meta: { ...meta, quiet: false },
  });
