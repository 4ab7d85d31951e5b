"use client";

import { useEffect, useEffectEvent } from "react";
import type { EntryRow } from "@/lib/contract/entries";
import { nextChange } from "./entry-when";

/** Browsers' timers go no further; the clock of this machine may be some seconds off the server's. */
const MOST_MS = 2_000_000_000;
const AFTER_MS = 1_500;

/** Reads again what is on screen once the clock has changed the state of one of these. */
export function useNextChange(
  entries: readonly Pick<EntryRow, "state" | "from" | "until" | "next_from">[],
  read: () => unknown,
): void {
  const again = useEffectEvent(read);
  useEffect(() => {
    const now = Date.now();
    const next = nextChange(entries, now);
    if (next === null || next - now > MOST_MS) return;
    const timer = setTimeout(() => again(), next - now + AFTER_MS);
    return () => clearTimeout(timer);
  }, [entries]);
}
