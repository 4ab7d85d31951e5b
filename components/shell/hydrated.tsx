"use client";

import { type DehydratedState, HydrationBoundary, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";

type Versioned = { id: string; version: number };
const isVersioned = (data: unknown): data is Versioned =>
  typeof data === "object" && data !== null && "id" in data && typeof (data as Partial<Versioned>).version === "number";

/** Returns true if `read` is an earlier version of the same record. */
const isBefore = (read: unknown, kept: unknown) =>
  isVersioned(read) && isVersioned(kept) && read.id === kept.id && read.version < kept.version;

/** Milliseconds to add to server times in this tab: clock difference plus the transfer time of the fastest page. */
const shifts = new WeakMap<QueryClient, number>();
function shiftOf(client: QueryClient, { queries }: DehydratedState): number {
  const took = queries.map(({ dehydratedAt }) => Date.now() - dehydratedAt);
  const shift = Math.min(shifts.get(client) ?? Number.POSITIVE_INFINITY, ...took);
  shifts.set(client, shift);
  return shift;
}

/**
 * Hydrates the query cache with the server's data. The first page counts as fresh from its arrival, so that a slow line or a
 * wrong clock does not affect staleness. A record is never replaced by an earlier version: a prefetched page may be older than a
 * change made in the browser.
 */
export function Hydrated({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const client = useQueryClient();
  const wanted = useMemo(() => {
    const shift = shiftOf(client, state);
    const queries = state.queries
      .filter(({ queryKey, state: read }) => !isBefore(read.data, client.getQueryData(queryKey)))
      .map((query) => ({
        ...query,
        state: { ...query.state, dataUpdatedAt: query.state.dataUpdatedAt + shift },
      }));
    return { ...state, queries };
  }, [state, client]);
  return <HydrationBoundary state={wanted}>{children}</HydrationBoundary>;
}
