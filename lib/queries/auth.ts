import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { key } from "./keys";

export const meQuery = () =>
  queryOptions({ queryKey: key("Auth", "me"), queryFn: ({ signal }) => api.auth.me({}, { signal }) });

/** Ends this session on the server; leaving never waits for it. */
export const logout = () => api.auth.logout();
