import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { key } from "./keys";

/** What goes out, and ends, between two Lagos days such as `2026-11-01`; at most 62 days. */
export const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: key("Content", "calendar", { from, to }),
    queryFn: ({ signal }) => api.content.calendar({ from, to }, { signal }),
  });

/** Slides that citizens see now: the answer that the app gets, in English. */
export const liveSlidesQuery = () =>
  queryOptions({
    queryKey: key("Content", "live-slides"),
    queryFn: ({ signal }) => api.content.publicSlides({}, { signal }),
  });

export const LINK_CHECK = "link-check";
/** Whether a page answers at an address. It stores nothing; asked again, it is believed for a minute. */
export const linkCheckQuery = (link: string) =>
  queryOptions({
    queryKey: key("Content", LINK_CHECK, link),
    queryFn: ({ signal }) => api.content.checkLink({ link }, { signal }),
    staleTime: 60_000,
    retry: false,
  });
