"use client";

import { useEffect, useSyncExternalStore } from "react";

function subscribeToVisibility(listener: () => void) {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

/** Returns whether the page is visible; false in a background tab and on the server. */
export const useIsPageVisible = () =>
  useSyncExternalStore(
    subscribeToVisibility,
    () => !document.hidden,
    () => false,
  );

/** Keeps the check-in page open on the phone: keeps the screen on, and warns before leaving the page, which can't load again offline. */
export function useKeepGatePageOpen({ mayLeave: canLeave }: { mayLeave: boolean }): void {
  const visible = useIsPageVisible();
  useEffect(() => {
    if (!visible) return;
    // Ignores an error: without wake lock, or with a low battery, the screen dims as usual.
    const lock = navigator.wakeLock?.request("screen").catch(() => null);
    return () => void lock?.then((wakeLock) => wakeLock?.release());
  }, [visible]);
  useEffect(() => {
    if (canLeave) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", preventUnload);
    return () => window.removeEventListener("beforeunload", preventUnload);
  }, [canLeave]);
  useEffect(() => {
    const { style } = document.documentElement;
    // Disables pull-to-refresh, which would reload the page.
    style.overscrollBehaviorY = "contain";
    return () => void style.removeProperty("overscroll-behavior-y");
  }, []);
}
