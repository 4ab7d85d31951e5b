import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { key } from "./keys";

export type HomePeriod = Parameters<typeof api.overview.figures>[0];
export type HomeFigures = Awaited<ReturnType<typeof api.overview.figures>>;
export type HomeWork = Awaited<ReturnType<typeof api.overview.work>>;

export const homeFiguresQuery = (period: HomePeriod) =>
  queryOptions({
    queryKey: key("Overview", "figures", period),
    queryFn: ({ signal }) => api.overview.figures(period, { signal }),
    placeholderData: keepPreviousData,
  });

export const homeWorkQuery = () =>
  queryOptions({
    queryKey: key("Overview", "work"),
    queryFn: ({ signal }) => api.overview.work({}, { signal }),
  });
