import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { queryKeyOf } from "./keys";

/** Reads the publications that start or end between two Lagos days such as `2026-11-01`, at most 62 days apart. */
export const publicationCalendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: queryKeyOf("Content", "calendar", { from, to }),
    queryFn: ({ signal }) => api.content.calendar({ from, to }, { signal }),
  });

/** Reads the slides that are live now, as the citizen app gets them in English. */
export const liveSlidesQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Content", "live-slides"),
    queryFn: ({ signal }) => api.content.publicSlides({}, { signal }),
  });

/** Name of the link check in query keys. */
export const LINK_CHECK_QUERY_NAME = "link-check";
/** Checks whether a page responds at a URL. Stores nothing. The result is reused for a minute. */
export const linkCheckQuery = (link: string) =>
  queryOptions({
    queryKey: queryKeyOf("Content", LINK_CHECK_QUERY_NAME, link),
    queryFn: ({ signal }) => api.content.checkLink({ link }, { signal }),
    staleTime: 60_000,
    retry: false,
  });
