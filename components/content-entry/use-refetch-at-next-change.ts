"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import { nextStateChangeTime } from "./publication-times";

type PublicationTimes = Pick<ContentEntryRow, "state" | "from" | "until" | "next_from">;

/** Maximum delay in ms, because browser timers are limited to 32 bits. */
const MAX_TIMER_MS = 2_000_000_000;
/** Delays in ms from a publication time to each refetch. The refetch is repeated, because the browser's clock may be ahead of the server's. */
const REFETCH_DELAYS_MS = [1_500, 5_000, 15_000, 60_000];
const LAST_DELAY_MS = Math.max(...REFETCH_DELAYS_MS);

/** Drops publication times that have taken effect. If a remaining time is in the past, the response is outdated and must be refetched. */
const withoutPassedTimes = (entry: PublicationTimes): PublicationTimes => ({
  ...entry,
  from: entry.state === "scheduled" ? entry.from : null,
  until: entry.state === "expired" ? null : entry.until,
});

/** Refetches when a publication time passes, until the response contains the new state. */
export function useRefetchAtNextChange(entries: readonly PublicationTimes[], refetch: () => unknown): void {
  const refetchLatest = useEffectEvent(refetch);
  const [roundCount, setRoundCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last refetch for one publication time starts the timers for the next
  useEffect(() => {
    const now = Date.now();
    const nextTime = nextStateChangeTime(entries.map(withoutPassedTimes), now - LAST_DELAY_MS);
    if (nextTime === null || nextTime - now > MAX_TIMER_MS) return;
    const timers = REFETCH_DELAYS_MS.filter((delay) => nextTime + delay > now).map((delay) =>
      setTimeout(
        () => {
          refetchLatest();
          if (delay === LAST_DELAY_MS) setRoundCount((previous) => previous + 1);
        },
        nextTime + delay - now,
      ),
    );
    return () => timers.forEach(clearTimeout);
  }, [entries, roundCount]);
}
