"use client";

import { type DehydratedState, HydrationBoundary, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";

type Versioned = { id: string; version: number };
const isVersioned = (data: unknown): data is Versioned =>
  typeof data === "object" && data !== null && "id" in data && typeof (data as Partial<Versioned>).version === "number";

/** Whether it is the same record before a change that the other one holds. */
const isBefore = (read: unknown, kept: unknown) =>
  isVersioned(read) && isVersioned(kept) && read.id === kept.id && read.version < kept.version;

/**
 * Hands what the server read to the screen. A page may have been read ahead of a change that the browser knows of, and
 * times don't tell, as the two clocks differ: a record is never put back to an earlier version.
 */
export function Hydrated({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const client = useQueryClient();
  const wanted = useMemo(
    () => ({
      ...state,
      queries: state.queries.filter(({ queryKey, state: read }) => !isBefore(read.data, client.getQueryData(queryKey))),
    }),
    [state, client],
  );
  return <HydrationBoundary state={wanted}>{children}</HydrationBoundary>;
}
