import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { key } from "./keys";

export const overviewQuery = () =>
  queryOptions({ queryKey: key("Overview", "figures"), queryFn: ({ signal }) => api.overview.figures({}, { signal }) });
