import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { NoticesSeen } from "@/lib/contract/notices";
import type { NoticeView } from "@/lib/contract/notices.values";
import { queryKeyOf } from "./keys";
import { NOTICES_KEY, refetchNotices } from "./notices-unread";

const FIRST_PAGE: { page: number; until?: string } = { page: 0 };

/** Reads notices page by page, newest first. All pages use the `until` of the first page, so that new notices do not shift rows. */
export const noticesQuery = (view: NoticeView) =>
  infiniteQueryOptions({
    queryKey: [...NOTICES_KEY, view],
    queryFn: ({ pageParam, signal }) => api.notices.list({ view, ...pageParam }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ page, size, total, until }) =>
      (page + 1) * size < total ? { page: page + 1, until } : undefined,
    staleTime: 0,
  });

/** Marks a notice as read. An error is ignored, because the record's page opens anyway; the notice then stays unread. */
export const readNoticeMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (noticeId: string) => api.notices.read({ noticeId }),
    onSuccess: () => refetchNotices(client),
    meta: { quiet: true },
  });

export const readAllNoticesMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (seen: NoticesSeen) => api.notices.readAll(seen),
    onSuccess: () => refetchNotices(client),
  });

export const noticePreferencesQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("Auth", "notice-preferences"),
    queryFn: ({ signal }) => api.notices.preferences({}, { signal }),
  });

export type NoticePreferencesInput = Parameters<typeof api.notices.changePreferences>[0];

export const changeNoticePreferencesMutation = () =>
  mutationOptions({
    mutationFn: (input: NoticePreferencesInput) => api.notices.changePreferences(input),
    meta: { invalidates: ["Auth"], quiet: true },
  });
