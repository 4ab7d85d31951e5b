"use client";

import { type DehydratedState, HydrationBoundary, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";

type Versioned = { id: string; version: number };
const isVersioned = (data: unknown): data is Versioned =>
  typeof data === "object" && data !== null && "id" in data && typeof (data as Partial<Versioned>).version === "number";

/** Whether it is the same record before a change that the other one holds. */
const isBefore = (read: unknown, kept: unknown) =>
  isVersioned(read) && isVersioned(kept) && read.id === kept.id && read.version < kept.version;

/** What has to be added to the server's times in a tab: how far its clock is away, and how long the fastest page took. */
const shifts = new WeakMap<QueryClient, number>();
function shiftOf(client: QueryClient, { queries }: DehydratedState): number {
  const took = queries.map(({ dehydratedAt }) => Date.now() - dehydratedAt);
  const shift = Math.min(shifts.get(client) ?? Number.POSITIVE_INFINITY, ...took);
  shifts.set(client, shift);
  return shift;
}

/**
 * Hands what the server read to the screen. A first page counts as read when it came, so that a slow line or a laptop's
 * wrong clock makes nothing stale, or fresh for too long. And a record is never put back to an earlier version: a page
 * may have been read ahead of a change that the browser knows of.
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
