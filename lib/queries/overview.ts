import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type HomePeriod = Parameters<typeof api.overview.figures>[0];
export type HomeFigures = Awaited<ReturnType<typeof api.overview.figures>>;
export type HomeWaitingWork = Awaited<ReturnType<typeof api.overview.work>>;

export type ChangeSummarySinceLastVisit = Awaited<ReturnType<typeof api.overview.changes>>;
export type HomeCharts = Awaited<ReturnType<typeof api.overview.charts>>;
export type HomeLayout = Awaited<ReturnType<typeof api.overview.layout>>;

export const homeFiguresQuery = (period: HomePeriod) =>
  queryOptions({
    queryKey: queryKeyOf("Overview", "figures", period),
    queryFn: ({ signal }) => api.overview.figures(period, { signal }),
    placeholderData: keepPreviousData,
  });

/** Reads the work that waits for the admin, by kind. */
export const homeWaitingWorkQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Overview", "work"),
    queryFn: ({ signal }) => api.overview.work({}, { signal }),
  });

/** Reads the changes since the admin's last visit to Home. */
export const changesSinceLastVisitQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Overview", "changes"),
    queryFn: ({ signal }) => api.overview.changes({}, { signal }),
  });

/** Reads the charts of Home. Not prefetched, because the charts load after the first paint. */
export const homeChartsQuery = (period: HomePeriod) =>
  queryOptions({
    queryKey: queryKeyOf("Overview", "charts", period),
    queryFn: ({ signal }) => api.overview.charts(period, { signal }),
    placeholderData: keepPreviousData,
  });

export const homeLayoutQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Overview", "layout"),
    queryFn: ({ signal }) => api.overview.layout({}, { signal }),
  });

/** Records the admin's visit to Home. Refetches nothing, because the changes since the last visit stay the same during this visit. */
export const recordHomeVisitMutation = () =>
  mutationOptions({
    mutationFn: () => api.overview.recordVisit({}),
    onSuccess: (visit, _input, _result, { client }) =>
      client.setQueryData(changesSinceLastVisitQuery().queryKey, (changes) => changes && { ...changes, ...visit }),
    meta: { quiet: true },
  });

/** Saves the order and visibility of the blocks on Home. */
export const saveHomeLayoutMutation = mutationsInvalidating("Overview").changes(api.overview.saveLayout);
/** Restores the default order of the blocks on Home. */
export const resetHomeLayoutMutation = mutationsInvalidating("Overview").changes(api.overview.resetLayout);
