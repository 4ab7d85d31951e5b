"use client";

import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;
const startOfMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Shares one timer among all relative times on the screen. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, MINUTE_MS / 4);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the start of the current minute in ms, and re-renders when it changes. */
export const useNow = () => useSyncExternalStore(subscribe, startOfMinute, startOfMinute);
