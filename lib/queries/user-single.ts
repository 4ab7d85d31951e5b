import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { queryKeyOf } from "./keys";

/** Reads one user. In its own file, because lists of other modules read a user's name from this query's cached data. */
export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeyOf("User", "single", userId),
    queryFn: ({ signal }) => api.user.single({ userId }, { signal }),
  });
