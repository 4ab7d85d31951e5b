"use client";

import { useEffect, useSyncExternalStore } from "react";

function subscribe(listener: () => void) {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

export const useVisible = () =>
  useSyncExternalStore(
    subscribe,
    () => !document.hidden,
    () => false,
  );

/** At a gate the screen stays on, and the page is not left by mistake: without the network it would not come back. */
export function useGatePage({ mayLeave }: { mayLeave: boolean }): void {
  const visible = useVisible();
  useEffect(() => {
    if (!visible) return;
    // Refused at low battery, and where the browser has none: then the screen goes dark as ever.
    const lock = navigator.wakeLock?.request("screen").catch(() => null);
    return () => void lock?.then((held) => held?.release());
  }, [visible]);
  useEffect(() => {
    if (mayLeave) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [mayLeave]);
  useEffect(() => {
    const { style } = document.documentElement;
    // Pulling the page down would load it again.
    style.overscrollBehaviorY = "contain";
    return () => void style.removeProperty("overscroll-behavior-y");
  }, []);
}
