"use client";

import { type DehydratedState, HydrationBoundary, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { allowNewRowsInPrefetchedList, lastSuccessfulWriteTime } from "@/lib/client/list-window";
import { useIsFirstRenderedInBrowser } from "@/lib/client/use-in-browser";

/** Age in ms from which prefetched data is refetched when its page opens. */
const PREFETCHED_MS = 5_000;

type Versioned = { id: string; version: number };
const isVersioned = (data: unknown): data is Versioned =>
  typeof data === "object" && data !== null && "id" in data && typeof (data as Partial<Versioned>).version === "number";

/** Returns true if `fetched` is an older version of the same record. */
const isOlderThan = (fetched: unknown, cached: unknown) =>
  isVersioned(fetched) && isVersioned(cached) && fetched.id === cached.id && fetched.version < cached.version;

/**
 * Milliseconds that convert a time of the server to a time in this tab: the difference of the clocks plus the transfer time of the fastest
 * page. `untilHydrated` includes the time until that page was hydrated; `untilArrival` ends when its document had arrived.
 */
type ClockOffsets = { untilHydrated: number; untilArrival: number };

const offsetsByClient = new WeakMap<QueryClient, ClockOffsets>();
const UNKNOWN: ClockOffsets = { untilHydrated: Number.POSITIVE_INFINITY, untilArrival: Number.POSITIVE_INFINITY };

function clockOffsetsOf(client: QueryClient, { queries }: DehydratedState, isFromDocument: boolean): ClockOffsets {
  const age = Math.min(...queries.map(({ dehydratedAt }) => Date.now() - dehydratedAt));
  const known = offsetsByClient.get(client) ?? UNKNOWN;
  const offsets = {
    untilHydrated: Math.min(known.untilHydrated, age),
    untilArrival: Math.min(known.untilArrival, isFromDocument ? age - timeSinceArrival() : age),
  };
  offsetsByClient.set(client, offsets);
  return offsets;
}

/** Returns the time in ms since the document has arrived; 0 while it arrives. */
function timeSinceArrival(): number {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.responseEnd ? performance.now() - entry.responseEnd : 0;
}

/**
 * Hydrates the query cache with the server's data. The first page counts as fresh from its arrival, so that a slow connection or a wrong
 * clock does not make it stale. A record is never replaced by an older version, such as from a page prefetched before a write. Data read
 * before a write of this browser, or more than 5 s before its page opens, is refetched; a list then shows its newest rows.
 */
export function HydrateQueryCache({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const client = useQueryClient();
  const isFromDocument = !useIsFirstRenderedInBrowser();
  const adjustedState = useMemo(() => {
    const { untilHydrated, untilArrival } = clockOffsetsOf(client, state, isFromDocument);
    const queries = state.queries
      .filter(({ queryKey, state: fetched }) => !isOlderThan(fetched.data, client.getQueryData(queryKey)))
      .map((query) => {
        const dataUpdatedAt = query.state.dataUpdatedAt + untilHydrated;
        const isInvalidated =
          query.state.dataUpdatedAt + untilArrival <= lastSuccessfulWriteTime(client) ||
          Date.now() - dataUpdatedAt > PREFETCHED_MS;
        const isCachedNewer = dataUpdatedAt <= (client.getQueryState(query.queryKey)?.dataUpdatedAt ?? 0);
        if (isInvalidated && !isCachedNewer) allowNewRowsInPrefetchedList(client, query.queryKey, dataUpdatedAt);
        return { ...query, state: { ...query.state, dataUpdatedAt, isInvalidated } };
      });
    return { ...state, queries };
  }, [state, client, isFromDocument]);
  return <HydrationBoundary state={adjustedState}>{children}</HydrationBoundary>;
}
