"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { EntryRow } from "@/lib/contract/entries";
import { nextChange } from "./entry-when";

type Times = Pick<EntryRow, "state" | "from" | "until" | "next_from">;

/** Longest delay in ms; browser timers are limited to 32 bits. */
const MAX_MS = 2_000_000_000;
/** Delays in ms after the publication time. This machine's clock may be some seconds ahead of the server's. */
const READS_MS = [1_500, 5_000, 15_000, 60_000];
const LAST_MS = Math.max(...READS_MS);

/** Removes times that already took effect. If another one has passed, the server has not reported it yet. */
const ahead = (entry: Times): Times => ({
  ...entry,
  from: entry.state === "scheduled" ? entry.from : null,
  until: entry.state === "expired" ? null : entry.until,
});

/** Refetches when a publication time passes, until the response contains the new state. */
export function useNextChange(entries: readonly Times[], read: () => unknown): void {
  const again = useEffectEvent(read);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the last read of one moment comes the next moment
  useEffect(() => {
    const now = Date.now();
    const next = nextChange(entries.map(ahead), now - LAST_MS);
    if (next === null || next - now > MAX_MS) return;
    const timers = READS_MS.filter((after) => next + after > now).map((after) =>
      setTimeout(
        () => {
          again();
          if (after === LAST_MS) setRound((before) => before + 1);
        },
        next + after - now,
      ),
    );
    return () => timers.forEach(clearTimeout);
  }, [entries, round]);
}
