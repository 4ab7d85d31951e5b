import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { queryKeyOf } from "./keys";

/** Query key of the lists of notices. */
export const NOTICES_KEY = queryKeyOf("Overview", "notices");

/**
 * Reads the number of unread notices, which the bell shows. Polled once a minute while the tab is visible, and read after a push,
 * because other admins cause notices.
 * Cached under Overview, because notices are no module of their own.
 */
export const unreadNoticeCountQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Overview", "notices-unread"),
    queryFn: ({ signal }) => api.notices.unread({}, { signal }),
    refetchInterval: 60_000,
  });

/** Refetches the number of unread notices and the lists, after a push or after notices were marked as read. */
export function refetchNotices(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: unreadNoticeCountQuery().queryKey });
  void client.invalidateQueries({ queryKey: NOTICES_KEY });
}
