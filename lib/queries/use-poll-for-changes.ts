"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { QueryKeyGroup } from "@/lib/modules";
import { queryKeyOf } from "./keys";

/** Delay in ms before the first poll, so that it does not compete with the page's loading. */
const FIRST_POLL_MS = 3_000;
const POLL_INTERVAL_MS = 3_500;
const MAX_INTERVAL_MS = 60_000;
/** Varies the delay by 10%, so that tabs opened together do not poll at the same time. */
const addJitter = (ms: number) => ms * (0.9 + Math.random() * 0.2);

type PollSource = {
  group: QueryKeyGroup;
  /** Returns the newest change, and the ids of records changed after `since` (null if too many). A new function would restart the polling. */
  fetchChanges: (since: number) => Promise<{ mark: number; changed: readonly string[] | null }>;
  /** Names of the queries to refetch after any change. */
  lists: readonly string[];
};
type PollOptions = { id: string; upcoming?: string | null };

/**
 * Shows colleagues' changes within five seconds, even on a slow connection. While the tab is visible and online, it polls every
 * 3.5 s with a small request, and refetches only what has changed. Failures double the interval, up to 60 s.
 * @param lastChangeId number of the newest change in the data on screen; undefined until it is loaded
 */
export function usePollForChanges({ group, fetchChanges, lists }: PollSource, lastChangeId: number | undefined): void {
  const client = useQueryClient();
  const lastSeenId = useRef(lastChangeId);
  lastSeenId.current ??= lastChangeId;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let pauseMs = POLL_INTERVAL_MS;
    let isUnmounted = false;
    const pollAfter = (ms: number) => {
      clearTimeout(timer);
      if (!isUnmounted) timer = setTimeout(poll, addJitter(ms));
    };
    const poll = async () => {
      // Stops polling while the tab is hidden or offline; the events below restart it.
      if (document.visibilityState !== "visible" || !navigator.onLine) return;
      const since = lastSeenId.current;
      if (since !== undefined)
        await fetchChanges(since)
          .then(({ mark: newestId, changed }) => {
            lastSeenId.current = newestId;
            pauseMs = POLL_INTERVAL_MS;
            if (!isUnmounted) refresh(changed);
          })
          .catch(() => {
            pauseMs = Math.min(pauseMs * 2, MAX_INTERVAL_MS);
          });
      pollAfter(pauseMs);
    };
    /** Refetches the lists, changed records, and records whose `upcoming` record has changed. */
    const refresh = (changed: readonly string[] | null) => {
      if (changed?.length === 0) return;
      for (const list of lists) void client.invalidateQueries({ queryKey: queryKeyOf(group, list) });
      void client.invalidateQueries({
        queryKey: queryKeyOf(group, "single"),
        predicate: ({ state }) => {
          const data = state.data as PollOptions | undefined;
          return !data || !changed || changed.includes(data.id) || changed.includes(data.upcoming ?? "");
        },
      });
    };
    const onWake = () => pollAfter(300);
    pollAfter(FIRST_POLL_MS);
    document.addEventListener("visibilitychange", onWake);
    window.addEventListener("online", onWake);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onWake);
      window.removeEventListener("online", onWake);
    };
  }, [client, group, fetchChanges, lists]);
}
