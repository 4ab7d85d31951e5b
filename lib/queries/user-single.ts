import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { key } from "./keys";

/** Reads one user. Separate from user.ts, because lists of other modules look up a user's name in its cache. */
export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: key("User", "single", userId),
    queryFn: ({ signal }) => api.user.single({ userId }, { signal }),
  });
