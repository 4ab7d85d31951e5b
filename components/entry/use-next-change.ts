"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { EntryRow } from "@/lib/contract/entries";
import { nextChange } from "./entry-when";

type Times = Pick<EntryRow, "state" | "from" | "until" | "next_from">;

/** Browsers' timers go no further. */
const MOST_MS = 2_000_000_000;
/** So long after the moment, as the clock of this machine has it; that may be some seconds ahead of the server's. */
const READS_MS = [1_500, 5_000, 15_000, 60_000];
const LAST_MS = Math.max(...READS_MS);

/** Without the times that have made it what it is: where one of the others is past, the server has not said so yet. */
const ahead = (entry: Times): Times => ({
  ...entry,
  from: entry.state === "scheduled" ? entry.from : null,
  until: entry.state === "expired" ? null : entry.until,
});

/** Reads again what is on screen when the clock changes the state of one of these, until the answer says so. */
export function useNextChange(entries: readonly Times[], read: () => unknown): void {
  const again = useEffectEvent(read);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the last read of one moment comes the next moment
  useEffect(() => {
    const now = Date.now();
    const next = nextChange(entries.map(ahead), now - LAST_MS);
    if (next === null || next - now > MOST_MS) return;
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
