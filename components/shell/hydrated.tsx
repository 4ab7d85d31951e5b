"use client";

import { type DehydratedState, HydrationBoundary, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { lastChangeOf } from "@/lib/client/list-window";

/** Age in ms from which data counts as prefetched some time ago. It is shown, and refetched at the same time. */
const PREFETCHED_MS = 5_000;

type Versioned = { id: string; version: number };
const isVersioned = (data: unknown): data is Versioned =>
  typeof data === "object" && data !== null && "id" in data && typeof (data as Partial<Versioned>).version === "number";

/** Returns true if `fetched` is an older version of the same record. */
const isOlderThan = (fetched: unknown, cached: unknown) =>
  isVersioned(fetched) && isVersioned(cached) && fetched.id === cached.id && fetched.version < cached.version;

/** Milliseconds to add to server times in this tab: clock difference plus the transfer time of the fastest page. */
const clockOffsets = new WeakMap<QueryClient, number>();
function clockOffsetOf(client: QueryClient, { queries }: DehydratedState): number {
  const ages = queries.map(({ dehydratedAt }) => Date.now() - dehydratedAt);
  const clockOffset = Math.min(clockOffsets.get(client) ?? Number.POSITIVE_INFINITY, ...ages);
  clockOffsets.set(client, clockOffset);
  return clockOffset;
}

/**
 * Hydrates the query cache with the server's data. The first page counts as fresh from its arrival, so that a slow line or a
 * wrong clock does not affect staleness. A record is never replaced by an earlier version: a prefetched page may be older than a
 * change made in the browser. Data read before such a change, or some time before the page is opened, is refetched.
 */
export function Hydrated({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const client = useQueryClient();
  const adjustedState = useMemo(() => {
    const clockOffset = clockOffsetOf(client, state);
    const queries = state.queries
      .filter(({ queryKey, state: fetched }) => !isOlderThan(fetched.data, client.getQueryData(queryKey)))
      .map((query) => {
        const dataUpdatedAt = query.state.dataUpdatedAt + clockOffset;
        const isInvalidated =
          dataUpdatedAt <= lastChangeOf(client, query.queryKey) || Date.now() - dataUpdatedAt > PREFETCHED_MS;
        return { ...query, state: { ...query.state, dataUpdatedAt, isInvalidated } };
      });
    return { ...state, queries };
  }, [state, client]);
  return <HydrationBoundary state={adjustedState}>{children}</HydrationBoundary>;
}
