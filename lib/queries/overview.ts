import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { HomeDays } from "@/lib/contract/overview.values";
import { key } from "./keys";

export type OverviewFigures = Awaited<ReturnType<typeof api.overview.figures>>;

export const overviewQuery = (days: HomeDays) =>
  queryOptions({
    queryKey: key("Overview", "figures", days),
    queryFn: ({ signal }) => api.overview.figures({ days }, { signal }),
    placeholderData: keepPreviousData,
  });
