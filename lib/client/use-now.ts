"use client";

import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;
const startOfMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

const minuteListeners = new Set<() => void>();
let minuteTimer: ReturnType<typeof setInterval> | undefined;

/** Shares one timer among all relative times on the screen. */
function subscribeToMinutes(listener: () => void) {
  minuteListeners.add(listener);
  minuteTimer ??= setInterval(() => {
    for (const each of minuteListeners) each();
  }, MINUTE_MS / 4);
  return () => {
    minuteListeners.delete(listener);
    if (minuteListeners.size > 0) return;
    clearInterval(minuteTimer);
    minuteTimer = undefined;
  };
}

/** Returns the start of the current minute in ms, and re-renders when it changes. */
export const useNow = () => useSyncExternalStore(subscribeToMinutes, startOfMinute, startOfMinute);
