"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { KeyGroup } from "@/lib/modules";
import { key } from "./keys";

/** Delay in ms before the first poll, so that it does not compete with the page's loading. */
const FIRST_MS = 3_000;
const EVERY_MS = 3_500;
const MAX_MS = 60_000;
/** Randomises the delay by 10%, so that tabs opened together don't poll at the same time. */
const jitter = (ms: number) => ms * (0.9 + Math.random() * 0.2);

type Pulse = {
  group: KeyGroup;
  /** Returns the ids of records changed after change number `since`; null if too many. Must be a stable reference. */
  ask: (since: number) => Promise<{ mark: number; changed: readonly string[] | null }>;
  /** Queries to refetch after any change. */
  lists: readonly string[];
};
type PollOptions = { id: string; upcoming?: string | null };

/**
 * Shows colleagues' changes within five seconds, even on a slow connection. While the tab is visible and online, it polls every
 * 3.5 s with a small request, and refetches only what has changed. Failures double the interval, up to 60 s.
 * @param mark number of the newest change in the data on screen; undefined until it is loaded
 */
export function usePollForChanges({ group, ask, lists }: Pulse, mark: number | undefined): void {
  const client = useQueryClient();
  const seen = useRef(mark);
  seen.current ??= mark;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let pause = EVERY_MS;
    let gone = false;
    const after = (ms: number) => {
      clearTimeout(timer);
      if (!gone) timer = setTimeout(beat, jitter(ms));
    };
    const beat = async () => {
      // The events below restart polling.
      if (document.visibilityState !== "visible" || !navigator.onLine) return;
      const since = seen.current;
      if (since !== undefined)
        await ask(since)
          .then(({ mark: newest, changed }) => {
            seen.current = newest;
            pause = EVERY_MS;
            if (!gone) refresh(changed);
          })
          .catch(() => {
            pause = Math.min(pause * 2, MAX_MS);
          });
      after(pause);
    };
    /** Refetches a record if it changed, or if the record after it changed. */
    const refresh = (changed: readonly string[] | null) => {
      if (changed?.length === 0) return;
      for (const list of lists) void client.invalidateQueries({ queryKey: key(group, list) });
      void client.invalidateQueries({
        queryKey: key(group, "single"),
        predicate: ({ state }) => {
          const data = state.data as PollOptions | undefined;
          return !data || !changed || changed.includes(data.id) || changed.includes(data.upcoming ?? "");
        },
      });
    };
    const wake = () => after(300);
    after(FIRST_MS);
    document.addEventListener("visibilitychange", wake);
    window.addEventListener("online", wake);
    return () => {
      gone = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("online", wake);
    };
  }, [client, group, ask, lists]);
}
