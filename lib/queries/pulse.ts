"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { KeyGroup } from "@/lib/modules";
import { key } from "./keys";

/** The page is quiet by then: nothing is asked while it loads. */
const FIRST_MS = 3_000;
const EVERY_MS = 3_500;
const MOST_MS = 60_000;
/** Ten tabs that were opened together do not ask together for ever. */
const jitter = (ms: number) => ms * (0.9 + Math.random() * 0.2);

type Pulse = {
  group: KeyGroup;
  /** Which records changed after a mark; null: too many to name. Kept outside of the component: it never changes. */
  ask: (since: number) => Promise<{ mark: number; changed: readonly string[] | null }>;
  /** Questions that are asked again whatever changed. */
  lists: readonly string[];
};
type Pulsing = { id: string; upcoming?: string | null };

/**
 * Shows what colleagues do within five seconds, a slow line's answers included. While the tab is visible and online it
 * asks one short question every three and a half, and reads again only what has changed; an answer that fails to come
 * makes it ask less often.
 * @param mark of what is on screen; undefined until that is there.
 */
export function usePulse({ group, ask, lists }: Pulse, mark: number | undefined): void {
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
      // Woken again by the events below.
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
            pause = Math.min(pause * 2, MOST_MS);
          });
      after(pause);
    };
    /** A record is read again when it changed, or when what comes after it did. */
    const refresh = (changed: readonly string[] | null) => {
      if (changed?.length === 0) return;
      for (const list of lists) void client.invalidateQueries({ queryKey: key(group, list) });
      void client.invalidateQueries({
        queryKey: key(group, "single"),
        predicate: ({ state }) => {
          const data = state.data as Pulsing | undefined;
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
